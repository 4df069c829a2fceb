import { StoreUnavailable, type Caller } from '@foray/authority';
import { openDatabase } from '../pool/database.ts';
import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { migrate } from '../upkeep/migrate.ts';
import { openPostgresStore } from './postgres-store.ts';
import { authorityOver, startStoreUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

// Cases that occur only when transactions really collide.

const started = await sharedInFile(startStoreUnderTest());
const { database, store } = started;
const authority = authorityOver(store);

let phones = 1_000_000;
async function newCaller(): Promise<Caller> {
  phones += 1;
  const who = { phone: `+1555${phones}`, name: 'A', placeholder: false, verified: false };
  return { userId: (await authority.signIn(who)).id };
}

function create(caller: Caller, body: Readonly<Record<string, unknown>>, opId?: string) {
  return authority.request(caller, { method: 'POST', url: '/api/items', data: body, opId });
}

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

test('many simultaneous sign-ins with one phone make one user', async () => {
  const who = { phone: '+15559990000', name: 'A', placeholder: false, verified: false };
  const people = await times(12, () => authority.signIn(who));
  expect(new Set(people.map(({ id }) => id)).size).toBe(1);
});

test('transactions that block each other both succeed', async () => {
  const caller = await newCaller();
  const roots: number[] = [];
  for (const title of ['A', 'B']) {
    const { body } = await create(caller, { type: 'campaign', title });
    if (body !== null && 'id' in body) roots.push(body.id);
  }
  let first = 0;
  let waiting = 0;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  // In two steps and crosswise, as no use case does, so that PostgreSQL has to end one of them.
  const done = await Promise.all(
    [roots, roots.toReversed()].map(([one = 0, other = 0]) =>
      store.tx(async (tx) => {
        first += 1;
        await tx.lockRoots([one]);
        await tx.items({ ids: [one] });
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        await tx.lockRoots([other]);
        await tx.items({ ids: [other] });
        return 'done';
      }),
    ),
  );
  expect(done).toEqual(['done', 'done']);
  expect(first).toBeGreaterThan(2);
});

test('a bug inside a transaction rolls it back, and the error is passed on', async () => {
  const before = await database.kysely.selectFrom('users').select('id').execute();
  const bug = new Error('a bug');
  const failing = store.tx(async (tx) => {
    const now = new Date().toISOString();
    await tx.insertUser({
      phone: '+15559990001',
      name: 'A',
      placeholder: false,
      phone_verified_at: null,
      created_at: now,
      updated_at: now,
    });
    throw bug;
  });
  await expect(failing).rejects.toBe(bug);
  expect(await database.kysely.selectFrom('users').select('id').execute()).toEqual(before);
});

test('a lost database is reported as unavailable, and not as a bug', async () => {
  const other = await startTestPostgres();
  const lost = openDatabase({ address: other.connection });
  await migrate(lost);
  const lostStore = await openPostgresStore({ database: lost, hashPhone: Buffer.from });
  await other.stop();
  await expect(lostStore.read((reads) => reads.users([1]))).rejects.toThrow(StoreUnavailable);
  await expect(lostStore.tx((tx) => tx.users([1]))).rejects.toThrow(StoreUnavailable);
  await lost.close();
});
