import { newestFirst } from '@foray/domain';
import { nobodyRemembered, type StoreFailure } from '@foray/sync';
import { MemoryStores } from '@foray/sync/testing';
import { createClient } from '../client.ts';
import { browserWith, faultyStores, madeBy } from '../../testing/browser.ts';

const full: StoreFailure = { code: 'quota', detail: 'the disk is full' };

/** A guest's page with one item, and writes that fail while `fault` is set. */
async function page() {
  const kept = new MemoryStores();
  await madeBy(kept, null, 'Buy boots');
  const state: { fault: StoreFailure | null } = { fault: null };
  const { ports } = browserWith(nobodyRemembered, {
    openStores: () => faultyStores(kept, () => state.fault),
  });
  const client = createClient(ports, async () => ports);
  const shown = () => [...client.replica.get().rows()].filter(({ _deleted }) => !_deleted);
  await expect.poll(() => shown().length).toBe(1);
  client.preload();
  // Waits until the code of the actions is loaded.
  await client.actions.unsentCount();
  const [boots] = shown();
  if (boots === undefined) throw new Error('there is no item');
  const isPredicted = (uuid: string) => client.replica.get().isPredicted(uuid);
  return { client, state, shown, boots, isPredicted };
}

/** Lets started work continue as far as it can without a task of the event loop. */
const microtasks = async (): Promise<void> => {
  for (let count = 0; count < 3; count += 1) await Promise.resolve();
};

test('[PERF-04] an action is shown before it is stored, and marked as not stored', async () => {
  const { client, shown, boots, isPredicted } = await page();
  const going = client.actions.setStatus(boots, 'completed');
  await microtasks();
  expect(shown()).toMatchObject([{ status: 'completed', _localVersion: boots._localVersion }]);
  expect(isPredicted(boots.uuid)).toBe(true);
  await going;
  expect(shown()).toMatchObject([{ status: 'completed', _localVersion: boots._localVersion + 1 }]);
  expect(isPredicted(boots.uuid)).toBe(false);

  const making = client.actions.createItem({ type: 'todo', title: 'Find the map' });
  await microtasks();
  const [, map] = shown();
  expect(map).toMatchObject({ title: 'Find the map', _localVersion: 0 });
  const made = await making;
  expect(made).toMatchObject({ ok: true, value: { uuid: map?.uuid } });
  expect(client.replica.get().itemByNumber(map?.id ?? 0)).toEqual(made.ok && made.value);

  const deleting = client.actions.deleteItem(shown()[0] ?? boots);
  await microtasks();
  expect(shown()).toMatchObject([{ title: 'Find the map' }]);
  await deleting;
  expect(shown()).toMatchObject([{ title: 'Find the map' }]);
});

test('[PERF-04] several new items are all shown in the order that they will have', async () => {
  const { client, shown } = await page();
  const newest = (): string[] =>
    shown()
      .toSorted(newestFirst('created'))
      .map(({ title }) => title);
  const titles = ['Tie the knots', 'Coil the rope', 'Find the map'] as const;
  const [first, ...others] = titles.map((title) => ({ type: 'todo' as const, title }));
  const making = client.actions.createItems([first ?? { type: 'todo', title: '' }, ...others]);
  await microtasks();
  const predicted = newest();
  expect(predicted).toEqual([...titles.toReversed(), 'Buy boots']);
  await making;
  expect(newest()).toEqual(predicted);
});

test('[PERF-04] a delete of several items that asks about one of them is shown only after the answer', async () => {
  const { client, shown } = await page();
  const task = await client.actions.createItem({ type: 'task', title: 'Pack' });
  const made = task.ok && (await client.actions.createItem({ type: 'todo', title: 'Rope' }));
  if (!made || !made.ok || !task.ok) throw new Error('it was not stored');
  await client.actions.updateItem(made.value, { title: 'Long rope' });
  const before = shown().map(({ title }) => title);
  void client.actions.deleteItem(task.value, [made.value]);
  await microtasks();
  expect(shown().map(({ title }) => title)).toEqual(before);
});

test('[PERF-04] [I9] a change that cannot be stored disappears again', async () => {
  const { client, state, shown, boots, isPredicted } = await page();
  state.fault = full;
  const going = [
    client.actions.setStatus(boots, 'completed'),
    client.actions.createItem({ type: 'todo', title: 'Find the map' }),
    client.actions.updateItem(boots, { title: 'Buy rope' }),
  ];
  await microtasks();
  expect(shown().map(({ title }) => title)).toEqual(['Buy rope', 'Find the map']);
  for (const outcome of await Promise.all(going)) {
    expect(outcome).toMatchObject({ ok: false, error: { code: 'store' } });
  }
  expect(shown()).toEqual([boots]);
  expect(isPredicted(boots.uuid)).toBe(false);
});

test('[REPEAT-23] a completed occurrence and its copy are shown before they are stored, and so is a skip', async () => {
  const { client, shown, boots } = await page();
  const rule = { repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
  const due = await client.actions.updateItem(boots, { due_date: '2030-01-31', ...rule });
  if (!due.ok) throw new Error(due.error.code);
  const state = () =>
    shown().map(({ status, due_date: day, occurrence }) => ({ status, day, occurrence }));
  const going = client.actions.setStatus(due.value, 'completed');
  await microtasks();
  const completed = [
    { status: 'pending', day: '2030-02-01', occurrence: 2 },
    { status: 'completed', day: '2030-01-31', occurrence: 1 },
  ];
  expect(state()).toEqual(completed);
  const predicted = shown()[1]?.uuid;
  const moved = await going;
  expect(state()).toEqual(completed);
  expect(shown()[1]?.uuid).toBe(predicted);
  if (!moved.ok) throw new Error(moved.error.code);

  const skipping = client.actions.skip(moved.value);
  await microtasks();
  expect(state()[0]).toEqual({ status: 'pending', day: '2030-02-02', occurrence: 3 });
  await skipping;
  expect(state()[0]).toEqual({ status: 'pending', day: '2030-02-02', occurrence: 3 });
});
