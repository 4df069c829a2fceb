import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createSessions } from '../account/sessions.ts';
import { newSession } from '../testing/new-session.ts';
import { startPersonUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startPersonUnderTest());
const { authority, userId } = started;

/** The statements of a call. */
interface Sent {
  /** The number of statements, without the beginning and the end of its transaction. */
  readonly statements: number;
  /** How often the call waits for results; those of statements sent together arrive at once. */
  readonly waits: number;
}

async function sentBy(call: () => Promise<unknown>): Promise<Sent> {
  const { query } = pg.Client.prototype;
  const texts: string[] = [];
  let [unanswered, waits] = [0, 0];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, config: unknown, ...rest: unknown[]) {
    texts.push(typeof config === 'string' ? config : (config as pg.QueryConfig).text);
    if (unanswered === 0) waits += 1;
    unanswered += 1;
    const answer = Reflect.apply(query, this, [config, ...rest]) as unknown as Promise<unknown>;
    return answer.finally(() => (unanswered -= 1)) as never;
  });
  await call();
  spy.mockRestore();
  const own = texts.filter((text) => !/^(begin|start transaction|commit)/i.test(text));
  return { statements: own.length, waits };
}

test("checking the caller's position costs a write no statement, and a read one", async () => {
  const data = { type: 'todo', title: 'x', uuid: randomUUID() };
  const create = { method: 'POST', url: '/api/items', data };
  const first = await sentBy(() => authority.request({ userId }, { ...create, opId: 'a' }));
  const positions = [{ run: await started.presentRun(), head: 1 }];
  const caller = { userId, positions };
  const again = { ...create, data: { ...data, uuid: randomUUID() } };
  const repeated = await sentBy(() => authority.request(caller, { ...again, opId: 'b' }));
  expect(repeated).toEqual(first);
  expect(first).toEqual({ statements: 4, waits: 4 });
  expect(await sentBy(() => authority.me(caller))).toEqual({ statements: 2, waits: 3 });
});

test('[SYNC-10] the heartbeats of all streams of a node are one statement', async () => {
  const sessions = createSessions(started.database.kysely);
  const ids: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    ids.push((await newSession(sessions, userId, Date.now())).session.id);
  }
  const heartbeats = () => sessions.heartbeats(ids, ['open'], Date.now());
  expect((await heartbeats()).size).toBe(ids.length);
  expect(await sentBy(heartbeats)).toEqual({ statements: 1, waits: 1 });
});

test('[PERF-02] a create and a change of status make at most eight round trips to the database', async () => {
  const sessions = createSessions(started.database.kysely);
  const { token } = await newSession(sessions, userId, Date.now());
  const waits: Record<string, number> = {};
  const send = async (what: string, method: string, url: string, data: object): Promise<void> => {
    const request = { method, url, data, opId: randomUUID() };
    const sent = await sentBy(async () => {
      await sessions.find({ token, isFormerName: false }, ['open'], Date.now());
      const { status } = await authority.request({ userId }, request);
      expect(status).toBeLessThan(300);
    });
    waits[what] = sent.waits;
  };
  const [campaign, task, todo] = [randomUUID(), randomUUID(), randomUUID()];
  const create = (what: string, data: object) => send(what, 'POST', '/api/items', data);
  await create('campaign', { type: 'campaign', title: 'x', uuid: campaign });
  await create('task', { type: 'task', title: 'x', uuid: task, parent_id: campaign });
  await create('todo', { type: 'todo', title: 'x', uuid: todo, parent_id: task });
  const url = `/api/items/${todo}`;
  await send('start, which rolls up', 'PATCH', url, { status: 'in_progress' });
  await send('complete, which rolls up', 'PATCH', url, { status: 'completed' });
  expect(waits).toEqual({
    campaign: 5,
    task: 8,
    todo: 8,
    'start, which rolls up': 7,
    'complete, which rolls up': 7,
  });
});

test('[SYNC-20] a pull of all streams is one statement if there is nothing new, and five for new items', async () => {
  const pull = (since: number) =>
    authority.pull(
      { userId },
      { campaign: since, task: since, todo: since, changes: since, limit: 50 },
    );
  for (const type of ['campaign', 'task', 'todo']) {
    const data = { type, title: 'x', uuid: randomUUID() };
    const request = { method: 'POST', url: '/api/items', data, opId: data.uuid };
    await authority.request({ userId }, request);
  }
  const { position } = await started.store.read(async (reads) => ({
    position: await reads.standing(userId),
  }));
  expect(await sentBy(() => pull(position.head))).toEqual({ statements: 1, waits: 2 });
  expect(await sentBy(() => pull(position.head - 3))).toEqual({ statements: 5, waits: 6 });
});

test('[PERF-03] fifty creates in a campaign share a transaction of two statements for each', async () => {
  const campaign = randomUUID();
  const data = { type: 'campaign', title: 'x', uuid: campaign };
  await authority.request({ userId }, { method: 'POST', url: '/api/items', data, opId: campaign });
  const entries = Array.from({ length: 50 }, () => {
    const uuid = randomUUID();
    const todo = { type: 'todo', title: 'x', uuid, parent_id: campaign };
    return { id: uuid, method: 'POST' as const, url: '/api/items', data: todo };
  });
  const sent = await sentBy(async () => {
    const { results } = await authority.batch({ userId }, entries, Infinity);
    expect(results.map(({ status }) => status)).toEqual(entries.map(() => 201));
  });
  expect(sent).toEqual({ statements: 107, waits: 105 });
});
