import { deleteItem } from '../actions/actions.ts';
import type { LocalChange } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { fileItem, fileOf, living, newGuest, pause } from '../testing/data-files.ts';
import { planOf, stored, take } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { NotingStore } from '../testing/noting-store.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { importData } from './data-file-import.ts';

/** A device of an empty account that has fetched everything. */
async function newAccount(): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.engine.run('start');
  return one;
}

/** `length` items, each with its number as title. */
function many(length: number) {
  return Array.from({ length }, (_, at) => fileItem(at));
}

/** The progress that an import reports while it adds these items, two in a transaction. */
async function tellsOf(device: SyncContext, length: number) {
  const published: LocalChange[] = [];
  const progress: number[] = [];
  let pauses = 0;
  const plan = await planOf(device, fileOf(many(length)));
  const outcome = await importData(
    { ...device, changes: { publish: (change) => void published.push(change) } },
    plan,
    async () => void (pauses += 1),
    (added) => void progress.push(added),
    2,
  );
  expect(outcome).toEqual({ kind: 'complete', added: length });
  return { published, progress, pauses };
}

test.each([
  [0, []],
  [1, [1]],
  [4, [2, 4]],
  [5, [2, 4, 5]],
])(
  'an import of %i items in several transactions reports the durable items after each, and pauses between them',
  async (length, steps) => {
    const { progress, pauses } = await tellsOf((await newAccount()).device, length);
    expect(progress).toEqual(steps);
    expect(pauses).toBe(Math.max(0, steps.length - 1));
  },
);

test.each([4, 5])(
  'an import of %i items in several transactions shows each at once, and counts the queue only at its end',
  async (length) => {
    const { published } = await tellsOf((await newAccount()).device, length);
    const shown = published.flatMap(({ rows }) => rows.map(({ title }) => title));
    expect(shown).toEqual(many(length).map(({ title }) => title));
    const isLast = published.map((_, at) => at === published.length - 1);
    expect(published.map(({ hasQueueChanged }) => hasQueueChanged)).toEqual(isLast);
  },
);

test('[I8] an import in several transactions remembers the items of each, and recreates one deleted long ago as a new item', async () => {
  const world = new TestWorld();
  const { device, engine } = world.newDevice();
  await engine.run('start');
  const text = fileOf(many(2));
  const plan = await planOf(device, text);
  await importData(device, plan, pause, undefined, 1);
  await engine.run('action');
  const uuids = plan.fresh.map(({ uuid }) => uuid);
  for (const uuid of uuids) await done(deleteItem(device, uuid));
  await engine.run('action');
  await world.time.pass(40 * 86_400_000);
  await engine.run('sync_now');
  expect(await stored(device, (tx) => tx.allItems())).toEqual([]);
  expect(await stored(device, (tx) => tx.metaOf('trash'))).toEqual([]);

  const again = (await planOf(device, text)).fresh.map(({ uuid }) => uuid);
  expect(again).toHaveLength(2);
  for (const uuid of again) expect(uuids).not.toContain(uuid);
});

test('an import by a guest queues nothing', async () => {
  const guest = newGuest(new TestWorld());
  expect(await take(guest, fileOf([fileItem(1)]))).toBe(1);
  expect(await stored(guest, (tx) => tx.queue())).toEqual([]);
  expect(await living(guest)).toMatchObject([{ title: 'item 1', _syncStatus: 'synced' }]);
});

test('an import that adds nothing stores nothing', async () => {
  const { device, tables } = await newAccount();
  const plan = await planOf(device, fileOf([fileItem(1)]));
  await importData(device, plan, pause);
  const before = structuredClone(tables.rowsOf('meta'));
  expect(await importData(device, plan, pause)).toEqual({ kind: 'complete', added: 0 });
  expect(tables.rowsOf('meta')).toEqual(before);
});

test('[I1] a guest whose items are moving to an account imports nothing', async () => {
  const guest = newGuest(new TestWorld());
  const plan = await planOf(guest, fileOf(many(1)));
  const moved = { toUserId: 1001, upgrade: 'upgrade-1' };
  await guest.store.write((tx) => tx.putMeta('moved', 'guest', moved));
  const outcome = await importData(guest, plan, pause);
  expect(outcome).toEqual({ kind: 'failed', added: 0, failure: 'moved' });
  expect(await living(guest)).toEqual([]);
});

test('[I1] an account imports nothing once a sign-out has started to erase it', async () => {
  const { device, store } = await newAccount();
  const plan = await planOf(device, fileOf(many(3)));
  const leave = async (): Promise<void> => {
    await store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  };
  const outcome = await importData(device, plan, leave, undefined, 2);
  expect(outcome).toEqual({ kind: 'failed', added: 2, failure: 'moved' });
  expect(await living(device)).toHaveLength(2);
});

test('an import reads all rows of a transaction at once', async () => {
  const { store, ...guest } = newGuest(new TestWorld());
  const items = [
    fileItem(1, { type: 'task' }),
    fileItem(2, { parent_uuid: uuidOf(1) }),
    fileItem(3, { parent_uuid: uuidOf(90) }),
    fileItem(4),
  ];
  const { fresh, ...plan } = await planOf({ ...guest, store }, fileOf(items));
  const placed = fresh.map((planned) =>
    planned.item.title === 'item 3' ? { ...planned, parentUuid: uuidOf(90) } : planned,
  );
  const noting = new NotingStore();
  await importData({ ...guest, store: noting }, { ...plan, fresh: placed }, pause);
  expect(noting.asked).toEqual([[...fresh.map(({ uuid }) => uuid), uuidOf(90)]]);
});
