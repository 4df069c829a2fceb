import type { Heartbeat } from '@foray/contract';
import { randomUUID } from 'node:crypto';
import { createSessions } from './sessions.ts';
import { sessionLifeMs, type StoredSession } from './session-reads.ts';
import { newSession } from '../testing/new-session.ts';
import { startPersonUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startPersonUnderTest());
const { authority, userId } = started;
const sessions = createSessions(started.database.kysely);

const nowMs = Date.now();

async function storedSession(mode: 'open' | 'code' = 'open', atMs = nowMs): Promise<StoredSession> {
  return (await newSession(sessions, userId, atMs, mode)).session;
}

const read = (...all: readonly StoredSession[]) =>
  sessions.heartbeats(
    all.map(({ id }) => id),
    ['open'],
    nowMs,
  );

/** The user's position, as a response to the user carries it. */
async function standing(): Promise<Heartbeat> {
  const { run, head, epoch } = await started.store.read((reads) => reads.standing(userId));
  return { run, head, epoch };
}

test('[SYNC-10] a heartbeat carries the epoch and the position that responses to the same user carry', async () => {
  const session = await storedSession();
  expect([...(await read(session)).values()]).toEqual([await standing()]);
  const data = { uuid: randomUUID(), type: 'todo', title: 'x' };
  await authority.request({ userId }, { method: 'POST', url: '/api/items', data });
  const after = (await read(session)).get(session.id);
  expect(after).toEqual(await standing());
  expect(after?.head).toBeGreaterThan(0);
  const { epoch } = await standing();
  await started.store.tx((tx) => tx.renewEpoch(userId, epoch));
  const renewed = (await read(session)).get(session.id);
  expect(renewed?.epoch).not.toBe(epoch);
  expect(renewed).toEqual(await standing());
});

test('sessions that have ended or are invalid get no heartbeat', async () => {
  const [living, ended] = [await storedSession(), await storedSession()];
  const [other, old] = [
    await storedSession('code'),
    await storedSession('open', nowMs - sessionLifeMs),
  ];
  await sessions.end(living, ended.id, 0);
  const found = await read(living, ended, other, old);
  expect([...found.keys()]).toEqual([living.id]);
});

test('neither an empty list of sessions nor an unknown database run looks like the end of a session', async () => {
  const session = await storedSession();
  expect((await sessions.heartbeats([], ['open'], nowMs)).size).toBe(0);
  await started.database.pool.query("update witness set started_at = now() - interval '1 hour'");
  expect([...(await read(session)).keys()]).toEqual([session.id]);
});
