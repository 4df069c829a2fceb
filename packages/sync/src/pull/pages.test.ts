import type { ItemsDelta } from '@foray/contract';
import type { SyncSizes } from '../cycle/cycle-context.ts';
import type { StreamCursor } from '../store/meta.ts';
import { answered, cycleOf, itemsPage } from '../testing/cycle-of.ts';
import { uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { personOf, newWorld, type TestDevice } from '../testing/test-world.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';
import { pullStreams } from './pull-streams.ts';

const full: StreamCursor = { cursor: 0, fullSince: 5, isComplete: false };
const task = (number: number, rev: number) => serverRow(number, { type: 'task', rev });
const removal = (number: number, rev: number) =>
  ({ id: number, uuid: uuidOf(number), reason: 'deleted', rev }) as const;

/** A device that requests tasks; it gets the page of each cursor, after `before`. */
async function asking(
  pages: Readonly<Record<number, Partial<ItemsDelta>>>,
  sizes: Partial<SyncSizes> = {},
  before: (one: TestDevice, since: number) => Promise<unknown> | void = () => undefined,
) {
  const { world, one } = newWorld();
  const asked: number[] = [];
  one.transport.fetchItems = async (_type, since) => {
    asked.push(since);
    await before(one, since);
    const page = pages[since];
    return page === undefined ? { kind: 'garbled', status: 200 } : answered(itemsPage(page));
  };
  const cycle = await cycleOf(world, one, sizes);
  const pull = () => pullStreams(cycle, new Set(['task']));
  const cursor = () => one.read((tx) => tx.meta('cursor', 'task'));
  const uuids = async () => (await one.shown()).map(({ uuid }) => uuid);
  return { one, cycle, asked, pull, cursor, uuids };
}

/** Lets only this number of writes of a device succeed. */
function breakAfter(one: TestDevice, most: number): void {
  let writes = 0;
  one.store.faults.beforeCommit = () => {
    writes += 1;
    return writes > most ? { code: 'broken', detail: 'on purpose' } : null;
  };
}

test('[I10] a page is applied in the order of the feed, in parts that each move the cursor to their end', async () => {
  const page = { data: [task(1, 3), task(2, 6)], removed: [removal(3, 2), removal(4, 5)] };
  const { one, pull, cursor, uuids } = await asking(
    { 0: { ...page, cursor: 9 } },
    { appliedRows: 1 },
  );
  await one.store.write((tx) => tx.putItems([heldRow(task(3, 1)), heldRow(task(4, 1))]));
  for (const [written, rev, left] of [
    [1, 2, [4]],
    [2, 3, [1, 4]],
    [3, 5, [1]],
  ] as const) {
    // From the start each time, since the cursor is reset.
    await one.store.write((tx) => tx.deleteMeta('cursor', 'task'));
    breakAfter(one, written);
    await expect(pull()).rejects.toThrow('store');
    one.store.faults.beforeCommit = () => null;
    expect(await cursor()).toEqual({ cursor: rev, fullSince: null, isComplete: false });
    expect(await uuids()).toEqual(left.map((number) => uuidOf(number)));
  }
  await one.store.write((tx) => tx.deleteMeta('cursor', 'task'));
  await pull();
  expect(await cursor()).toEqual({ cursor: 9, fullSince: null, isComplete: true });
  expect(await uuids()).toEqual([uuidOf(1), uuidOf(2)]);
});

test('a page is written in parts of the configured size, together with its people', async () => {
  const data = [task(1, 1), task(2, 2), task(3, 3), task(4, 4)];
  const page = { data, users: [personOf(7)], cursor: 4 };
  const { one, pull, cursor, cycle } = await asking({ 0: page }, { appliedRows: 2 });
  await pull();
  expect(one.published.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(one.published.map(({ users }) => users)).toEqual([[personOf(7)], []]);
  expect(await one.read((tx) => tx.users())).toEqual([personOf(7)]);
  expect(await cursor()).toEqual({ cursor: 4, fullSince: null, isComplete: true });
  expect(cycle.log.entries()).toContainEqual(
    expect.objectContaining({ event: 'fetched', what: 'task', cursor: 4, count: 4 }),
  );
});

test('the sync log counts rows and removals', async () => {
  const page = { data: [task(1, 1)], removed: [removal(2, 2), removal(3, 3)], cursor: 3 };
  const { pull, cycle } = await asking({ 0: page });
  await pull();
  expect(cycle.log.entries()).toContainEqual(
    expect.objectContaining({ event: 'fetched', count: 3 }),
  );
});

test('[I7] a full fetch ends, and removes rows, only with the last part of the last page', async () => {
  const first = { data: [task(1, 1)], cursor: 1, more: true };
  const last = { data: [task(2, 2), task(3, 3)], cursor: 3 };
  const rest = { data: [task(3, 3)], cursor: 3 };
  const { one, pull, cursor, uuids, cycle } = await asking(
    { 0: first, 1: last, 2: rest },
    { appliedRows: 1 },
  );
  await one.store.write(async (tx) => {
    await tx.putMeta('counters', 'device', { localSeq: 9, queueSeq: 0, lastLocalId: 0 });
    await tx.putMeta('cursor', 'task', full);
    await tx.putItems([heldRow(task(9, 1))]);
  });
  for (const [written, rev] of [
    [1, 1],
    [2, 2],
  ] as const) {
    await one.store.write((tx) => tx.putMeta('cursor', 'task', full));
    breakAfter(one, written);
    await expect(pull()).rejects.toThrow('store');
    one.store.faults.beforeCommit = () => null;
    expect(await cursor()).toEqual({ ...full, cursor: rev });
    expect(await uuids()).toContain(uuidOf(9));
  }
  await pull();
  expect(cycle.missed.size).toBe(0);
  expect(await cursor()).toEqual({ cursor: 3, fullSince: null, isComplete: true });
  expect(await uuids()).toEqual([uuidOf(1), uuidOf(2), uuidOf(3)]);
});

test('[I10] a page that another tab has overtaken in part is requested again from there', async () => {
  const data = [task(1, 1), task(2, 2)];
  const pages = { 0: { data, cursor: 2 }, 1: { data: [task(2, 2)], cursor: 2 } };
  const moved = { ...full, fullSince: null, cursor: 1 };
  const { asked, pull, uuids } = await asking(pages, {}, (one, since) =>
    since === 0 ? one.store.write((tx) => tx.putMeta('cursor', 'task', moved)) : undefined,
  );
  await pull();
  expect(asked).toEqual([0, 1]);
  expect(await uuids()).toEqual([uuidOf(2)]);
});

test('[I1] [I7] a page requested in an earlier full fetch does not end a later one', async () => {
  const known = heldRow(task(1, 3));
  let isLate = true;
  const { one, asked, pull, uuids, cursor } = await asking(
    { 0: { data: [task(1, 3)], cursor: 3 } },
    {},
    async (device) => {
      if (!isLate) return;
      isLate = false;
      // Requested before the item was created, and answered after another tab had pulled the item.
      await device.store.write(async (tx) => {
        await tx.putItems([known]);
        await tx.putMeta('cursor', 'task', { ...full, fullSince: known._localVersion });
      });
    },
  );
  await one.store.write((tx) => tx.putMeta('cursor', 'task', { ...full, fullSince: 0 }));
  const page = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (...args) => {
    const wasLate = isLate;
    const answer = await page(...args);
    return wasLate ? answered(itemsPage({ cursor: 2 })) : answer;
  };
  await pull();
  expect(asked).toEqual([0, 0]);
  expect(await uuids()).toEqual([known.uuid]);
  expect(await cursor()).toMatchObject({ cursor: 3, fullSince: null });
});

test('an unused page requested ahead has arrived before another is requested', async () => {
  const pages = { 0: { data: [task(1, 1)], cursor: 1, more: true }, 1: {}, 5: { cursor: 5 } };
  const moved = { ...full, fullSince: null, cursor: 5 };
  let release = (): void => undefined;
  const late = new Promise<void>((resolve) => (release = resolve));
  const { asked, pull } = await asking(pages, {}, (one, since) => {
    if (since === 0) return one.store.write((tx) => tx.putMeta('cursor', 'task', moved));
    return since === 1 ? late : undefined;
  });
  const pulled = pull();
  await settleMicrotasks();
  expect(asked).toEqual([0, 1]);
  release();
  await pulled;
  expect(asked).toEqual([0, 1, 5]);
});

test('[I6] a restore of a missing item is pending until something is pulled', async () => {
  const pages: Record<number, Partial<ItemsDelta>> = {};
  const { one, pull, cycle } = await asking(pages);
  await one.store.write((tx) => tx.putMeta('restoring', uuidOf(3), removal(3, 2)));
  const waiting = () => one.read((tx) => tx.meta('restoring', uuidOf(3)));
  // Another call was answered, so that only this stream fails.
  cycle.isServerThere = true;
  await pull();
  expect([...cycle.missed.keys()]).toEqual(['task']);
  expect(await waiting()).toBeDefined();
  cycle.missed.clear();
  pages[0] = {};
  await pull();
  expect(await waiting()).toBeUndefined();
});
