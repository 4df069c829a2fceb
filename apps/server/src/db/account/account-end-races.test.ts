import { EpochChanged, StoreUnavailable } from '@foray/authority';
import type { Answer, Authority, Caller, UserRow } from '@foray/authority';
import { gatedStore, makeMutual } from '@foray/authority/testing';
import { randomUUID } from 'node:crypto';
import { createSessions } from './sessions.ts';
import { newSession } from '../testing/new-session.ts';
import { authorityOver, startStoreUnderTest } from '../testing/store-under-test.ts';
import type { PostgresUnderTest } from '../testing/store-under-test.ts';
import { waitsOrEnds } from '../testing/waits-or-ends.ts';

// An account that ends during a change that gives it something keeps no trace of the change.

let started: PostgresUnderTest;
let authority: Authority;

beforeAll(async () => {
  started = await startStoreUnderTest('own');
  authority = authorityOver(started.store);
  // PostgreSQL must not have to resolve a deadlock here.
  await started.database.pool.query(`alter system set deadlock_timeout = '1h'`);
  await started.database.pool.query('select pg_reload_conf()');
});
afterAll(() => started?.stop());

let phones = 2_000_000;
async function newUser(): Promise<number> {
  phones += 1;
  const who = { phone: `+1555${phones}`, name: 'A', placeholder: false, verified: false };
  return (await authority.signIn(who)).id;
}

function signal(): readonly [happened: Promise<void>, happen: () => void] {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => void (happen = resolve));
  return [happened, happen];
}

/** An authority whose transactions stop once, at a primitive that is called after `after` was. */
function stopping(at: string, after = at) {
  const [met, meet] = signal();
  const [going, go] = signal();
  const seen = new Set<string>();
  let isStopped = false;
  const store = gatedStore(started.store, async (name) => {
    seen.add(name);
    if (isStopped || name !== at || !seen.has(after)) return;
    isStopped = true;
    meet();
    await going;
  });
  return { authority: authorityOver(store), met, go };
}

/** A person, and a change that gives them something: a change of their own, or by another user. */
async function gift(by: 'their own device' | 'another user') {
  const userId = await newUser();
  const uuid = randomUUID();
  const data = { uuid, type: 'todo', title: 'secret' };
  const post = { method: 'POST' as const, url: '/api/items', data, opId: 'key' };
  if (by === 'their own device') {
    return { userId, change: (one: Authority) => one.request({ userId }, post) };
  }
  const other = await newUser();
  await makeMutual(started.store, userId, other);
  await authority.request({ userId: other }, post);
  const assign = { ...post, url: `/api/items/${uuid}/assign`, data: { user_id: userId } };
  const change = (one: Authority): Promise<Answer> =>
    one.request({ userId: other }, { ...assign, opId: 'other key' });
  return { userId, change };
}

/** The number of the person's items that are not tombstones. */
async function held(userId: number): Promise<number> {
  return (await started.store.read((reads) => reads.holdings(userId, 10))).length;
}

/** How many records of keys, and numbers of contacts, are stored for a person. */
async function kept(userId: number): Promise<number> {
  const { rows } = await started.database.pool.query<{ count: number }>(
    `select (select count(*) from ops where user_id = $1)
      + (select count(*) from contacts where user_id = $1) as count`,
    [userId],
  );
  return rows[0]?.count ?? NaN;
}

async function userOf(userId: number): Promise<UserRow | undefined> {
  const [user] = await started.store.read((reads) => reads.users([userId]));
  return user;
}

const everyone = ['their own device', 'another user'] as const;

/** Expects the response to a change that arrives after the end. */
async function expectRefused(by: (typeof everyone)[number], changing: Promise<Answer>) {
  if (by === 'another user') expect((await changing).status).toBe(422);
  else await expect(changing).rejects.toThrow(EpochChanged);
}

/** The primitive before which the change has checked everything and written nothing. */
const beforeWriting = { 'their own device': 'insertItem', 'another user': 'updateItems' } as const;

test.each(everyone)(
  '[I21] a deletion of an account during a change by %s leaves no trace of the change',
  async (by) => {
    const { userId, change } = await gift(by);
    const stopped = stopping(beforeWriting[by]);
    const changing = change(stopped.authority);
    await stopped.met;
    await authority.deleteAccount({ userId });
    stopped.go();
    await expectRefused(by, changing);
    expect(await held(userId)).toBe(0);
  },
);

test.each(everyone)(
  '[I21] a deletion of an account that a change by %s waits for leaves no trace of the change',
  async (by) => {
    const { userId, change } = await gift(by);
    const changed = stopping(beforeWriting[by]);
    const changing = change(changed.authority);
    await changed.met;
    const ended = stopping('commit', 'eraseUser');
    const ending = ended.authority.deleteAccount({ userId });
    await ended.met;
    changed.go();
    await waitsOrEnds(started.database.pool, changing);
    ended.go();
    await ending;
    await expectRefused(by, changing);
    expect(await held(userId)).toBe(0);
  },
);

test('[I21] two contacts whose accounts are deleted at once add nothing to each other’s feed', async () => {
  const [one, other] = [await newUser(), await newUser()];
  await makeMutual(started.store, one, other);
  // It has read its contacts, and locked none of their heads.
  const stopped = stopping('advanceHeads', 'mutualsOf');
  const ending = stopped.authority.deleteAccount({ userId: one });
  await stopped.met;
  await authority.deleteAccount({ userId: other });
  stopped.go();
  await ending;
  const { rows } = await started.database.pool.query(
    'select user_id, head - floor as left from heads where user_id = any($1) order by user_id',
    [[one, other]],
  );
  expect(rows).toEqual([one, other].map((user_id) => ({ user_id, left: 0 })));
});

/**
 * Requests that give the user no item, each with the primitive before which it has checked everything and
 * written nothing.
 */
const inTheirName = {
  'a request that is refused': [
    'putOp',
    (one: Authority, caller: Caller) => {
      const url = `/api/items/${randomUUID()}`;
      return one.request(caller, { method: 'PATCH', url, data: { title: 'a' }, opId: 'key' });
    },
  ],
  'an import of contacts': [
    'lockUsers',
    (one: Authority, caller: Caller) =>
      one.importContacts(caller, [{ typed: '1', readings: ['+15551'] }]),
  ],
  'a change of name': [
    'lockUsers',
    (one: Authority, caller: Caller) => one.rename(caller, 'secret'),
  ],
} as const;

test.each(Object.entries(inTheirName))(
  '[I21] a deletion of an account during %s leaves nothing of it',
  async (_, [at, change]) => {
    const userId = await newUser();
    const stopped = stopping(at);
    const changing = change(stopped.authority, { userId });
    await stopped.met;
    await authority.deleteAccount({ userId });
    stopped.go();
    await expect(changing).rejects.toThrow(EpochChanged);
    expect(await kept(userId)).toBe(0);
    expect((await userOf(userId))?.name).toBe('Deleted user');
  },
);

test('[I21] a deletion during a sign-in gives no user access to the deleted account', async () => {
  const userId = await newUser();
  const phone = (await userOf(userId))?.phone ?? '';
  const stopped = stopping('lockUsers');
  const who = { phone, name: 'B', placeholder: false, verified: false };
  const signingIn = stopped.authority.signIn(who);
  await stopped.met;
  await authority.deleteAccount({ userId });
  stopped.go();
  expect(await signingIn).not.toMatchObject({ id: userId });
  expect((await authority.signIn(who)).id).toBe((await signingIn).id);
  const sessions = createSessions(started.database.kysely);
  await expect(sessions.create(userId, 'open', '', 0)).rejects.toThrow(StoreUnavailable);
});

/** Empties an account whose number was never verified. */
async function beginEmpty(userId: number, by: Authority = authority): Promise<void> {
  const phone = (await userOf(userId))?.phone ?? '';
  const who = { phone, name: 'B', placeholder: false, verified: true, start: 'empty' as const };
  expect((await by.signIn(who)).id).toBe(userId);
}

test('[I21] an account that starts empty during a change by its former user keeps no trace of the change', async () => {
  const { userId, change } = await gift('their own device');
  const stopped = stopping(beforeWriting['their own device']);
  const changing = change(stopped.authority);
  await stopped.met;
  await beginEmpty(userId);
  stopped.go();
  await expect(changing).rejects.toThrow(EpochChanged);
  expect(await held(userId)).toBe(0);
});

test.each(Object.entries(inTheirName))(
  '[I21] an account that starts empty during %s by its former user keeps nothing of it',
  async (_, [at, change]) => {
    const userId = await newUser();
    const stopped = stopping(at);
    const changing = change(stopped.authority, { userId });
    await stopped.met;
    await beginEmpty(userId);
    stopped.go();
    await expect(changing).rejects.toThrow(EpochChanged);
    expect(await kept(userId)).toBe(0);
    expect((await userOf(userId))?.name).toBe('B');
  },
);

test.each(['ends', 'begins empty'])(
  '[I21] an account that starts empty while a contact of its former user %s receives nothing about that contact',
  async (how) => {
    const [owner, known, reader] = [await newUser(), await newUser(), await newUser()];
    for (const id of [known, reader]) await makeMutual(started.store, owner, id);
    const uuid = randomUUID();
    const make = (data: object) =>
      authority.request({ userId: owner }, { method: 'POST', url: '/api/items', data });
    await make({ uuid, type: 'campaign', title: 'shared', assigned_to: reader });
    await make({ type: 'task', title: 'theirs', parent_id: uuid, assigned_to: known });
    // It has read who knows the account, and locked none of their heads.
    const stopped = stopping('advanceHeads', 'mutualsOf');
    const ending =
      how === 'ends'
        ? stopped.authority.deleteAccount({ userId: known })
        : beginEmpty(known, stopped.authority);
    await stopped.met;
    await beginEmpty(reader);
    stopped.go();
    await ending;
    const { rows } = await started.database.pool.query(
      `select kind, ref_id from feed where user_id = $1 and ref_id <> $1`,
      [reader],
    );
    expect(rows).toEqual([]);
    expect((await userOf(known))?.name).toBe(how === 'ends' ? 'Deleted user' : 'B');
  },
);

test('a request sent before an account started empty reads and writes nothing, whenever it arrives', async () => {
  const userId = await newUser();
  const sessions = createSessions(started.database.kysely);
  const { token } = await newSession(sessions, userId, 0);
  const letIn = await sessions.find({ token, isFormerName: false }, ['open'], 1);
  if (letIn === null) throw new Error('the session is not found');
  await beginEmpty(userId);
  const data = { type: 'todo', title: 'mine' };
  const post = { method: 'POST', url: '/api/items', data, opId: 'key' };
  await expect(authority.request(letIn, post)).rejects.toThrow(EpochChanged);
  await expect(authority.list(letIn, { type: null, page: 1 })).rejects.toThrow(EpochChanged);
  expect(await sessions.find({ token, isFormerName: false }, ['open'], 1)).toBe(null);
  const owner = await newSession(sessions, userId, 0);
  const found = await sessions.find({ token: owner.token, isFormerName: false }, ['open'], 1);
  if (found === null) throw new Error('the session is not found');
  expect(await sessions.list(letIn, 1)).toEqual([]);
  expect(await sessions.end(letIn, found.id, 0)).toBe(false);
  await sessions.endAll(letIn, 0);
  expect(await sessions.list(found, 1)).toMatchObject([{ id: found.id, current: true }]);
  expect(await authority.request(found, post)).toMatchObject({ status: 201 });
});
