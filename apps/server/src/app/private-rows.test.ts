import { maxPrivateBytes } from '@foray/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openPostgresStore } from '../db/store/postgres-store.ts';
import { authorityOver } from '../db/testing/store-under-test.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import type { TestClient } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** The authority of another node. */
async function authority() {
  const { database } = server;
  const hashPhone = (phone: string) => Buffer.from(phone);
  return authorityOver(await openPostgresStore({ database, hashPhone }), () => server.clock.nowMs);
}

async function signIn(name: string) {
  const client = server.client();
  const { id } = await client.signIn(name);
  return { id, client };
}

const put = (client: TestClient, ...rows: readonly object[]) =>
  client.post('/api/private', { rows });
const start = { kind: 'setting', id: 'start', value: { path: '/today' } };
const view = { kind: 'view', id: 'v-1', value: { query: 'due:today', order: ['a', 'b'] } };

test('[PRIV-01] [PRIV-02] private rows are in the changes, the self-check and the export of their person alone', async () => {
  const [ada, bob] = [await signIn('Ada'), await signIn('Bob')];
  expect((await put(ada.client, start, view)).status).toBe(204);
  expect((await put(ada.client, { ...start, only_new: true, value: {} })).status).toBe(204);
  const of = async ({ client }: typeof ada) => (await client.get('/api/changes?since=0')).body;
  const { private_rows: rows, cursor } = await of(ada);
  expect(rows).toEqual([
    { ...start, rev: cursor - 1 },
    { ...view, rev: cursor },
  ]);
  expect((await of(bob)).private_rows).toBeUndefined();
  const check = (await ada.client.get('/api/self-check')).body.private_rows;
  expect(check).toEqual({
    setting: { count: 1, sum: cursor - 1 },
    view: { count: 1, sum: cursor },
  });
  await put(ada.client, { ...start, value: null });
  const after = (await ada.client.get(`/api/changes?since=${cursor}`)).body;
  expect(after.private_rows).toEqual([{ ...start, value: null, rev: cursor + 1 }]);
  const exported = (await ada.client.post('/api/me/export')).body;
  expect(exported.private_rows).toEqual([{ ...view, rev: cursor }]);
});

test.each([
  ['no row', []],
  ['too many rows', Array.from({ length: 101 }, () => start)],
  ['a kind with a space', [{ ...start, kind: 'a setting' }]],
  ['a kind that is too long', [{ ...start, kind: 'k'.repeat(21) }]],
  ['an id with a slash', [{ ...start, id: 'a/b' }]],
  ['an id that is too long', [{ ...start, id: 'i'.repeat(65) }]],
  ['a value that is a list', [{ ...start, value: [1] }]],
  ['a value that is too large', [{ ...start, value: { t: 'é'.repeat(maxPrivateBytes / 2) } }]],
])('[PRIV-01] %s is refused', async (_what, rows) => {
  const ada = await signIn('Ada');
  const refused = await put(ada.client, ...rows);
  expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid']);
});

test('[PRIV-01] a value of exactly 4 KB and an id of 64 characters are stored', async () => {
  const ada = await signIn('Ada');
  const value = { t: 'x'.repeat(maxPrivateBytes - '{"t":""}'.length) };
  const row = { kind: 'k'.repeat(20), id: 'i'.repeat(64), value };
  expect((await put(ada.client, row)).status).toBe(204);
  const { private_rows: rows } = (await ada.client.get('/api/changes?since=0')).body;
  expect(rows).toMatchObject([row]);
});

test('[PRIV-02] private rows are erased with the account, also by a node that knows only its feed', async () => {
  const { kysely } = server.database;
  const stored = async (id: number) => {
    const { rows } = await sql`select from private_rows where user_id = ${id}`.execute(kysely);
    return rows.length;
  };
  const [ada, bob] = [await signIn('Ada'), await signIn('Bob')];
  for (const { client } of [ada, bob]) await put(client, start, view);
  await (await authority()).deleteAccount({ userId: ada.id });
  expect([await stored(ada.id), await stored(bob.id)]).toEqual([0, 2]);
  await sql`delete from feed where user_id = ${bob.id}`.execute(kysely);
  expect(await stored(bob.id)).toBe(0);
});

test('[PRIV-03] removed rows are forgotten half a year later, and the floor of their feed moves', async () => {
  const { kysely } = server.database;
  const ada = await signIn('Ada');
  await put(ada.client, start, view);
  await put(ada.client, { ...start, value: null });
  const { cursor } = (await ada.client.get('/api/changes?since=0')).body;
  const read = async () => {
    const { rows } = await sql<{ name: string; floor: number }>`
      select p.name, h.floor from private_rows p join heads h using (user_id)
      where p.user_id = ${ada.id} order by p.name`.execute(kysely);
    return rows;
  };
  await (await authority()).cleanUp();
  expect(await read()).toHaveLength(2);
  await sql`
    update private_rows set changed_at = changed_at - interval '180 days 1 second'
    where user_id = ${ada.id}`.execute(kysely);
  await (await authority()).cleanUp();
  expect(await read()).toEqual([{ name: 'v-1', floor: cursor }]);
});

test('[PRIV-03] the newest 1,000 removed rows are kept', async () => {
  const { kysely } = server.database;
  const ada = await signIn('Ada');
  for (let round = 0; round < 11; round += 1) {
    const names = Array.from({ length: 100 }, (_, at) => `r${round}-${at}`);
    await put(ada.client, ...names.map((id) => ({ kind: 'view', id, value: {} })));
    await put(ada.client, ...names.map((id) => ({ kind: 'view', id, value: null })));
    server.clock.nowMs += 1;
  }
  const { rows } = await sql<{ name: string; floor: number }>`
    select p.name, h.floor from private_rows p join heads h using (user_id)
    where p.user_id = ${ada.id} order by p.id`.execute(kysely);
  expect([rows.length, rows[0], rows.at(-1)?.name]).toEqual([
    1_000,
    { name: 'r1-0', floor: 200 },
    'r10-99',
  ]);
});

test('[PRIV-01] a value comes back as it was sent, whatever its fields are called', async () => {
  const { client } = await signIn('Ada');
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', ''];
  const name = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 }));
  const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null)),
    tree: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('tree')), { maxLength: 3 }).map(asObject),
    ),
  }));
  const value = fc.array(fc.tuple(name, tree), { maxLength: 4 }).map(asObject);
  await fc.assert(
    fc.asyncProperty(value, async (sent) => {
      const raw = JSON.stringify({ rows: [{ kind: 'view', id: 'hostile', value: sent }] });
      expect((await client.send('POST', '/api/private', { raw })).status).toBe(204);
      const { private_rows: rows } = (await client.get('/api/changes?since=0')).body;
      expect(sorted(rows.at(-1).value)).toBe(sorted(sent));
    }),
    { numRuns: 100, examples: [[JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":null}}')]] },
  );
});

/** An object with these fields of its own, which may be called like inherited ones. */
function asObject(fields: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of fields) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true });
  }
  return made;
}

/** The JSON of a value with the fields of all objects in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? asObject(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
