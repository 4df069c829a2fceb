import type { BatchEntry } from '@foray/contract';
import { anyBatchStep, sharedFamilies, type WideStep } from '@foray/model';
import * as fc from 'fast-check';
import { ContendedError } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import { AuthorityDriver } from '../testing/authority-driver.ts';
import { MemoryAuthorityStore } from '../testing/memory-store.ts';
import { after } from '../testing/race.ts';
import { slotUuid } from '../testing/slot-uuid.ts';
import { makeWorld } from '../testing/world.ts';

async function makeAnn() {
  const counts = { commits: 0 };
  const hook: { before: (primitive: string) => Promise<void> } = { before: async () => undefined };
  const world = makeWorld({
    beforeCommit: () => void (counts.commits += 1),
    beforePrimitive: (name) => hook.before(name),
  });
  const ann = await world.person('Ann');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const caller = { userId: ann.id };
  const batch = async (entries: readonly BatchEntry[], deadlineMs = Infinity) => {
    counts.commits = 0;
    const { results } = await world.authority.batch(caller, entries, deadlineMs);
    return results.map(({ id, status }) => `${id} ${status}`);
  };
  const titles = () =>
    [...world.store.rows('items')].map(({ title }) => title).filter((one) => one !== 'campaign');
  return { ...world, ann, campaign, batch, counts, hook, titles };
}

const create = (id: string, slot: number, parent: number | null = null): BatchEntry => ({
  id,
  method: 'POST',
  url: '/api/items',
  data: { uuid: slotUuid(slot), type: 'todo', title: id, parent_id: parent ?? 0 },
});

test('[PERF-03] fifty requests of a batch share a transaction', async () => {
  const { batch, campaign, counts } = await makeAnn();
  const entries = Array.from({ length: 120 }, (_, at) => create(`op-${at}`, at, campaign.id));
  expect(await batch(entries)).toEqual(entries.map(({ id }) => `${id} 201`));
  expect(counts.commits).toBe(3);
});

test('an empty batch has an empty response', async () => {
  const { batch } = await makeAnn();
  expect(await batch([])).toEqual([]);
});

test('a refused request does not affect the others of its transaction', async () => {
  const { batch, counts, titles } = await makeAnn();
  const nowhere = create('nowhere', 3, 999_999);
  const results = await batch([create('one', 1), nowhere, create('two', 2)]);
  expect(results).toEqual(['one 201', 'nowhere 422', 'two 201']);
  expect(counts.commits).toBe(1);
  expect(titles()).toEqual(['one', 'two']);
});

test('[I3] a key that occurs twice in a batch, or was used before, has one effect', async () => {
  const { batch, titles } = await makeAnn();
  await batch([create('before', 1), create('other', 2)]);
  const twice = [create('before', 1), create('twice', 3), create('twice', 3), create('last', 4)];
  expect(await batch(twice)).toEqual(['before 201', 'twice 201', 'twice 201', 'last 201']);
  expect(titles()).toEqual(['before', 'other', 'twice', 'last']);
});

test('[PERF-03] requests that conflict with a concurrent transaction wait for it one by one', async () => {
  const { batch, campaign, counts, store, titles } = await makeAnn();
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const other = store.tx(async (tx) => {
    await tx.lockRoots([campaign.id]);
    await left;
  });
  const sent = batch([create('free', 1), create('held', 2, campaign.id), create('behind', 3)]);
  await expect.poll(titles).toEqual(['free']);
  leave();
  expect(await sent).toEqual(['free 201', 'held 201', 'behind 201']);
  await other;
  expect(counts.commits).toBe(4);
});

test('requests that ran before the deadline are committed, and the others are not run', async () => {
  const { batch, clock, hook, titles } = await makeAnn();
  const deadlineMs = clock.nowMs + 10;
  hook.before = async (name) => void (clock.nowMs += name === 'putOutcome' ? 6 : 0);
  const entries = [create('one', 1), create('two', 2), create('three', 3), create('four', 4)];
  expect(await batch(entries, deadlineMs)).toEqual(['one 201', 'two 201', 'three 0', 'four 0']);
  expect(titles()).toEqual(['one', 'two']);
});

test('a single request runs, however late it is', async () => {
  const { batch, clock, titles } = await makeAnn();
  const { nowMs } = clock;
  let asked = 0;
  Object.defineProperty(clock, 'nowMs', {
    get: () => {
      asked += 1;
      if (asked > 100) throw new Error('It asks for the time without end.');
      return nowMs;
    },
  });
  expect(await batch([create('one', 1)], nowMs)).toEqual(['one 201']);
  expect(titles()).toEqual(['one']);
});

test('[I2] requests that share a transaction have the same effects and responses as by themselves', async () => {
  const from = await after(sharedFamilies);
  const run = async (batches: readonly WideStep[], isShared: boolean) => {
    const memory = new MemoryAuthorityStore('e1');
    memory.begin(from.tables);
    const alone: Store = {
      epoch: memory.epoch,
      tx: (fn) => memory.tx(fn),
      read: (fn) => memory.read(fn),
      tryTx: async () => {
        throw new ContendedError();
      },
    };
    const driver = new AuthorityDriver(isShared ? memory : alone, async () => memory.tables());
    const answers = [];
    for (const step of batches) {
      answers.push(await driver.run(step, from.people, memory.tables()));
    }
    return { answers, tables: memory.tables() };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyBatchStep, { minLength: 1, maxLength: 4 }), async (batches) => {
      expect(await run(batches, true)).toEqual(await run(batches, false));
    }),
    { numRuns: 300, seed: 1 },
  );
});
