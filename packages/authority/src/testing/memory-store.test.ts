import * as fc from 'fast-check';
import { RetryTransaction } from '../store/store.ts';
import { runCommandSuite } from './command-suite.ts';
import { MemoryAuthorityStore, StoreCrashed } from './memory-store.ts';
import { brokenInvariants, referenceRights } from './reference.ts';
import { anyScript, familyFirst } from './beginnings.ts';
import { ScriptRun } from './script-run.ts';
import { anyChange } from './script.ts';

// Each primitive waits for a pseudo-random number of turns, so that transactions interleave.
let turn = 1;
const yieldSome = async () => {
  turn = (Math.imul(turn, 1_664_525) + 1_013_904_223) >>> 0;
  for (let turns = turn >>> 29; turns > 0; turns -= 1) await Promise.resolve();
};

const lists = Number(process.env['COMMAND_LISTS'] ?? 200);

runCommandSuite({
  name: 'the memory store with interleaved primitives',
  lists,
  slowLists: Math.ceil(lists / 4),
  makeStore: async (rows) => {
    const store = new MemoryAuthorityStore('epoch', { beforePrimitive: yieldSome });
    store.begin(rows);
    return { store, tables: async () => store.tables() };
  },
});

test('[PERM-02] [I2] [I4] random commands leave everyone with exactly the items and rights of the reference model after each of them', async () => {
  await fc.assert(
    fc.asyncProperty(anyScript, async (steps) => {
      const store = new MemoryAuthorityStore('epoch');
      const run = new ScriptRun(store);
      await run.signIn();
      for (const step of steps) {
        const before = store.tables();
        await run.step(step);
        const after = store.tables();
        expect(brokenInvariants(after)).toEqual([]);
        const versions = new Map(after.items.map((item) => [item.id, item.version]));
        for (const item of before.items) {
          expect(versions.get(item.id)).toBeGreaterThanOrEqual(item.version);
        }
      }
      const rights = referenceRights(store.tables().items);
      for (const userId of run.actors) {
        for (const { id } of store.tables().items) {
          const item = await run.authority.get({ userId }, { id });
          expect(item?.permission).toBe(rights.get(`${userId} ${id}`));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('[I3] random commands take effect once each if they are concurrent, even when some share a key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 2, maxLength: 6 }), async (steps) => {
      const store = new MemoryAuthorityStore('epoch', { beforePrimitive: yieldSome });
      const run = new ScriptRun(store);
      await run.signIn();
      for (const step of familyFirst) await run.step(step);
      const twice = steps.map((step, index) => ({ ...step, op: 100 + index, afterMs: 0 }));
      const answers = await Promise.all([...twice, ...twice].map((step) => run.step(step)));
      const { ops, items } = store.tables();
      const stored = new Set(ops.map((op) => op.op_id));
      const passing = [409, 412, 424];
      const isUnknown = (status: number): boolean => status === 404 || status === 422;
      for (const [index, { op }] of twice.entries()) {
        const pair = [answers[index]?.status ?? 0, answers[index + twice.length]?.status ?? 0];
        // A passing refusal is not stored: the same request may have succeeded the second time.
        if (!stored.has(`op-${op}`) || pair.some((status) => passing.includes(status))) continue;
        // A user who has lost access to an item is refused the second time as if it had never existed
        // (SHARE-30).
        const isLost = pair.every((status) => status >= 400) && pair.some(isUnknown);
        if (!isLost) expect(pair[0]).toBe(pair[1]);
      }
      for (const { item_id, version } of ops) {
        const item = items.find(({ id }) => id === item_id);
        expect(version ?? 0).toBeLessThanOrEqual(item?.version ?? 0);
      }
      expect(brokenInvariants(store.tables())).toEqual([]);
    }),
    { numRuns: 150 },
  );
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

test('transactions run again after RetryTransaction, without anything of the first attempt', async () => {
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
