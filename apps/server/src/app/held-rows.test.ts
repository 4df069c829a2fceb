import pg from 'pg';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import type { TestClient } from '../http/testing/test-client.ts';

let server: ServerUnderTest;
let holder: pg.Client;
beforeAll(async () => {
  server = await startServerUnderTest('own');
  holder = new pg.Client(server.address);
  await holder.connect();
});
afterAll(async () => {
  await holder?.end();
  await server?.stop();
});

/** Creates an item and returns its number. */
async function created(client: TestClient, data: object): Promise<number> {
  const { status, body } = await client.send('POST', '/api/items', { body: data });
  expect(status).toBe(201);
  return body.id;
}

/** A campaign with twelve todos, and a write to each of them. */
async function campaignWithTodos() {
  const owner = await server.signedIn('Owner');
  const root = await created(owner, { type: 'campaign', title: 'shared' });
  const todos: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    todos.push(await created(owner, { type: 'todo', title: 'x', parent_id: root }));
  }
  const write = () =>
    todos.map((id) => owner.send('PATCH', `/api/items/${id}`, { body: { title: 'new' } }));
  return { root, write };
}

test('[OPS-11] a row that is held stops only the requests that need it, and they are answered 503', async () => {
  const strangers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => server.signedIn(`Stranger ${index}`)),
  );
  const { root, write } = await campaignWithTodos();
  await holder.query('begin');
  await holder.query('select from items where id = $1 for update', [root]);
  const writes = write();
  const others = strangers.flatMap((client) =>
    Array.from({ length: 3 }, () => created(client, { type: 'todo', title: 'x' })),
  );
  await Promise.all(others);
  expect((await server.client().send('GET', '/readyz')).status).toBe(200);
  const answers = await Promise.all(writes);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  for (const { headers } of answers) expect(headers['retry-after']).toBe('2');
  await holder.query('commit');
  expect((await Promise.all(write())).map(({ status }) => status)).toEqual(answers.map(() => 200));
});
