import { actors, anyModelScript, anySeriesScript, checkScript } from '@foray/model';
import * as fc from 'fast-check';
import { RetryTransaction } from '../store/store-errors.ts';
import { AuthorityDriver } from './authority-driver.ts';
import { MemoryAuthorityStore, StoreCrashed } from './memory-store.ts';
import { actorsAlone } from './race.ts';
import { checkSearch } from './search-check.ts';

// Each primitive waits for a pseudo-random number of turns, so that transactions interleave.
let turn = 1;
const yieldSome = async () => {
  turn = (Math.imul(turn, 1_664_525) + 1_013_904_223) >>> 0;
  for (let turns = turn >>> 29; turns > 0; turns -= 1) await Promise.resolve();
};

/** The answers that random scripts must reach, for each kind of act. */
const mustBeReached = {
  create:
    '201 200 uuid_taken parent_pending parent_gone illegal_parent forbidden unknown_assignee key_reused',
  change: '200 not_found forbidden key_reused illegal_parent unknown_assignee',
  assign: '200 not_found forbidden unknown_assignee',
  label: '200 not_found forbidden',
  occurrence: '200 not_found forbidden',
  removePerson: '200 not_found forbidden',
  delete: '204 not_found forbidden',
  restore: '200 not_found forbidden',
  removeContact: '204 not_found',
  block: '204 not_found',
  unblock: '204 not_found',
  leave: '204',
};

/** The answers that random acts on occurrences must reach. */
const mustBeReachedInSeries = {
  change: '200 not_found forbidden',
  occurrence: '200 not_found forbidden invalid',
};

test.each([
  [
    '[PERM-02] [I2] [I3] [I4] [I21] random commands',
    { scripts: anyModelScript, lists: 300, mustReach: mustBeReached },
  ],
  [
    '[REPEAT-10] [REPEAT-12] [REPEAT-13] [SHARE-32] [SHARE-34] random acts on occurrences',
    { scripts: anySeriesScript, lists: 150, mustReach: mustBeReachedInSeries },
  ],
])(
  '%s get the same responses as in the model, and leave the same items, rights and traces',
  async (_title, { scripts, lists, mustReach }) => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scripts, fc.boolean(), async (steps, isSlow) => {
        const store = new MemoryAuthorityStore('e1', isSlow ? { beforePrimitive: yieldSome } : {});
        const driver = new AuthorityDriver(store, async () => store.tables());
        const people = await driver.signIn(actors);
        const result = await checkScript(driver, { people, state: actorsAlone() }, steps);
        for (const one of result.reached) reached.add(one);
        expect(result.problems, result.problems.join('\n')).toEqual([]);
      }),
      { numRuns: lists, seed: 1 },
    );
    const missed = Object.entries(mustReach).flatMap(([kind, answers]) =>
      answers.split(' ').flatMap((one) => (reached.has(`${kind} ${one}`) ? [] : `${kind} ${one}`)),
    );
    expect(missed).toEqual([]);
  },
);

test('[API-09] a search finds what a device finds, in its order', async () => {
  const store = new MemoryAuthorityStore('empty');
  await checkSearch(store, async () => store.tables(), { seed: 1, numRuns: 200 });
});

const person = {
  phone: '+491234567890',
  name: 'Ann',
  placeholder: false,
  phone_verified_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

test('transactions are rolled back by a crash before the commit, and kept by a crash after it', async () => {
  let when: 'before' | 'after' | 'never' = 'before';
  const crash = (now: string) => () => {
    if (when === now) throw new StoreCrashed();
  };
  const hooks = { beforeCommit: crash('before'), afterCommit: crash('after') };
  const store = new MemoryAuthorityStore('epoch', hooks);
  await expect(store.tx((tx) => tx.insertUser(person))).rejects.toThrow(StoreCrashed);
  expect(store.tables().users).toHaveLength(4);
  when = 'after';
  await expect(store.tx((tx) => tx.insertUser(person))).rejects.toThrow(StoreCrashed);
  expect(store.tables().users).toHaveLength(5);
  when = 'never';
  expect(await store.tx((tx) => tx.insertUser(person))).toBeNull();
});

test('transactions that wait for a lock are rejected by a crash, which frees the lock', async () => {
  const store = new MemoryAuthorityStore('epoch');
  let holds = () => {};
  const held = new Promise<void>((resolve) => (holds = resolve));
  const first = store.tx(async (tx) => {
    await tx.lockRoots([1]);
    holds();
    return new Promise<never>(() => {});
  });
  void first;
  await held;
  const second = store.tx((tx) => tx.lockRoots([1]));
  await Promise.resolve();
  await Promise.resolve();
  store.crash();
  await expect(second).rejects.toThrow(StoreCrashed);
  await expect(store.tx((tx) => tx.lockRoots([1]))).resolves.toBeUndefined();
});

test('transactions run again after RetryTransaction, without any write of the first attempt', async () => {
  const store = new MemoryAuthorityStore('epoch');
  let tries = 0;
  await store.tx(async (tx) => {
    await tx.insertUser({ ...person, phone: `+49123456789${tries}` });
    tries += 1;
    if (tries < 3) throw new RetryTransaction();
  });
  expect(tries).toBe(3);
  expect(store.tables().users.map((user) => user.phone)).toEqual([
    null,
    null,
    null,
    null,
    '+491234567892',
  ]);
});

test('transactions reuse ids that a backup does not have, as in PostgreSQL', async () => {
  const store = new MemoryAuthorityStore('epoch');
  const insert = (phone: string) => store.tx((tx) => tx.insertUser({ ...person, phone }));
  const first = await insert('+4915100000001');
  store.load(new MemoryAuthorityStore('epoch').tables(), 'epoch');
  const backup = store.backup();
  const lost = await insert('+4915100000002');
  store.restore(backup);
  const again = await insert('+4915100000003');
  expect(lost).toBe(Number(first) + 1);
  expect(again).toBe(lost);
});

test('transactions give a reader one consistent state, whatever is committed meanwhile', async () => {
  const store = new MemoryAuthorityStore('epoch');
  await store.read(async (reads) => {
    await store.tx((tx) => tx.insertUser(person));
    expect(await reads.userByPhone(person.phone)).toBeNull();
  });
});
