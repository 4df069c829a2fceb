import { StoreUnavailable } from '@foray/authority';
import type { Authority, Caller, Store, Tx } from '@foray/authority';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { authorityOver, startStoreUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

// Keys and renames while transactions really collide, and connections are really cut.

const started = await sharedInFile(startStoreUnderTest());
const { database, store } = started;
const authority = authorityOver(store);

let phones = 2_000_000;
async function newCaller(): Promise<Caller> {
  phones += 1;
  const who = { phone: `+1555${phones}`, name: 'A', placeholder: false, verified: false };
  return { userId: (await authority.signIn(who)).id };
}

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

const create = (by: Authority, caller: Caller, title: string, opId: string, uuid?: string) =>
  by.request(caller, {
    method: 'POST',
    url: '/api/items',
    data: { type: 'todo', title, ...(uuid !== undefined && { uuid }) },
    opId,
  });

/** How many items and keys are stored for a user. */
async function stored({ userId }: Caller): Promise<{ items: number; ops: number }> {
  const { rows } = await sql<{ items: number; ops: number }>`
    select (select count(*) from items where user_id = ${userId}) as items,
      (select count(*) from ops where user_id = ${userId}) as ops`.execute(database.kysely);
  return rows[0] ?? { items: -1, ops: -1 };
}

test('[I3] a chain of requests that is sent twice at once runs once, in its order', async () => {
  const caller = await newCaller();
  const url = `/api/items/${randomUUID()}`;
  const chain = [
    { id: 'a', method: 'POST' as const, url: '/api/items', data: { uuid: url.slice(11) } },
    { id: 'b', method: 'PATCH' as const, url, data: { title: 'b' }, after: 'a' },
    { id: 'c', method: 'PATCH' as const, url, data: { title: 'c' }, after: 'b' },
    { id: 'd', method: 'PATCH' as const, url, data: { status: 'completed' }, after: 'c' },
  ];
  const entries = chain.map((entry) =>
    entry.id === 'a' ? { ...entry, data: { ...entry.data, type: 'todo', title: 'a' } } : entry,
  );
  const answers = await times(6, () => authority.batch(caller, entries, Infinity));
  for (const { results } of answers) {
    expect(results.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  }
  const [item] = (await authority.list(caller, { type: 'todo', page: 1 })).data;
  expect(item).toMatchObject({ title: 'c', status: 'completed', version: 4 });
  expect(await stored(caller)).toEqual({ items: 1, ops: 4 });
});

/** The same store, with an action after a transaction has written everything. */
function interrupted(beforeCommit: (tx: Tx) => Promise<void>, afterCommit: () => void): Store {
  return {
    ...store,
    tx: async (fn) => {
      const value = await store.tx(async (tx) => {
        const result = await fn(tx);
        await beforeCommit(tx);
        return result;
      });
      afterCommit();
      return value;
    },
  };
}

test('[I3] a crash: between effect and commit leaves neither the effect nor the key', async () => {
  const caller = await newCaller();
  let cuts = 0;
  const cutOff = interrupted(
    async () => {
      cuts += 1;
      // This transaction has written everything; now its connection is ended by force.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`.execute(
        database.kysely,
      );
    },
    () => undefined,
  );
  const uuid = randomUUID();
  const sent = create(authorityOver(cutOff), caller, 'once', 'key', uuid);
  await expect(sent).rejects.toThrow(StoreUnavailable);
  expect(cuts).toBe(1);
  expect(await stored(caller)).toEqual({ items: 0, ops: 0 });
  expect((await create(authority, caller, 'once', 'key', uuid)).status).toBe(201);
  expect(await stored(caller)).toEqual({ items: 1, ops: 1 });
});

test('[I3] a crash: between commit and response leaves both, and a repeat changes nothing', async () => {
  const caller = await newCaller();
  const answerLost = interrupted(
    async () => undefined,
    () => {
      throw new StoreUnavailable('the answer is lost');
    },
  );
  const lost = authorityOver(answerLost);
  await expect(create(lost, caller, 'once', 'key')).rejects.toThrow(StoreUnavailable);
  expect(await stored(caller)).toEqual({ items: 1, ops: 1 });
  const again = await create(authority, caller, 'once', 'key');
  expect(again).toMatchObject({ status: 201, body: { title: 'once', version: 1 } });
  expect(await stored(caller)).toEqual({ items: 1, ops: 1 });
});

test('each of several concurrent renames reaches the feeds, and none undoes a sign-in', async () => {
  const { userId } = await newCaller();
  const caller = { userId };
  const phone = (await authority.me(caller))?.phone ?? '';
  const verified = { phone, name: 'Other', placeholder: true, verified: true };
  const before = await authority.changes(caller, { since: 0, limit: 100 });
  const cursor = before.ok ? before.value.cursor : -1;
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => authority.rename(caller, `Name ${index}`)),
    ...Array.from({ length: 8 }, () => authority.signIn(verified)),
  ]);
  const name = (await authority.me(caller))?.name ?? '';
  expect(name).toMatch(/^Name \d$/);
  const [user] = await store.read((reads) => reads.users([userId]));
  expect(user?.phone_verified_at).not.toBeNull();
  const changes = await authority.changes(caller, { since: cursor, limit: 100 });
  expect(changes).toMatchObject({ ok: true, value: { users: [{ id: userId, name }] } });
  // Each of the eight requests took its place in the feed.
  expect(changes.ok && changes.value.cursor - cursor).toBe(8);
});
