import { createItem, deleteItem } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { importData } from './data-file-import.ts';
import { readDataFile } from './data-file-read.ts';
import { upgradeGuest } from '../account/guest-upgrade.ts';
import {
  fileOf,
  living,
  newGuest,
  now,
  pause,
  planOf,
  take,
  textOf,
  valueOf,
} from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { TestWorld } from '../testing/test-world.ts';
import { guestWithItems, shown } from '../testing/guest-items.ts';

test('a data file contains everything on screen, but no rights, item numbers or phone numbers', async () => {
  const { guest } = await guestWithItems();
  const file = JSON.parse(await textOf(guest)) as { items: Record<string, unknown>[] };
  expect(file).toMatchObject({ format: 'foray-data', version: 1, account: 0 });
  expect(new Set(file.items.map(({ title }) => title))).toEqual(
    new Set(['Alps', 'Boots', 'Pack', 'Tent']),
  );
  for (const item of file.items) {
    expect(new Set(Object.keys(item))).toEqual(
      new Set([
        'uuid',
        'type',
        'title',
        'description',
        'status',
        'mine',
        'assigned_to',
        'parent_uuid',
        'due_date',
        'due_time',
        'repeat',
        'repeat_from',
        'repeat_start',
        'occurrence_day',
        'end_date',
        'priority',
        'created_at',
        'updated_at',
        'completed_at',
        'labels',
        'position',
        'occurrence',
        'occurrence_of',
        'repeat_done',
      ]),
    );
  }
});

test('[I1] a data file contains unsent and refused changes', async () => {
  const world = new TestWorld();
  const { device } = world.newDevice();
  const { item } = await done(createItem(device, { type: 'todo', title: 'Boots' }));
  await done(editItem(device, item.uuid, { title: 'Big boots' }));
  const file = JSON.parse(await textOf(device)) as Record<string, Record<string, unknown>[]>;
  expect(file['items']).toMatchObject([{ title: 'Big boots', mine: true }]);
  expect(file['unsent']).toMatchObject([{ what: 'create', uuid: item.uuid, refused: null }]);
});

test('a data file is imported unchanged in another browser, with its own times, places and status', async () => {
  const { world, guest } = await guestWithItems();
  const other = newGuest(world);
  const text = await textOf(guest);
  expect(await planOf(other, text)).toMatchObject({
    counts: { campaign: 1, task: 1, todo: 2 },
    known: 0,
    toTop: 0,
    unreadable: [],
  });
  expect(await living(other)).toEqual([]);
  expect(await take(other, text)).toBe(4);
  expect(await shown(other)).toEqual(await shown(guest));
  const task = (await living(other)).find(({ title }) => title === 'Pack');
  expect(task?.assigned_to).toBe(2);
});

test('a data file creates no duplicates, neither in the same account nor when it is imported again', async () => {
  const { world, guest } = await guestWithItems();
  const text = await textOf(guest);
  expect(await planOf(guest, text)).toMatchObject({ fresh: [], known: 4 });
  const other = newGuest(world);
  await take(other, text);
  expect(await planOf(other, text)).toMatchObject({ fresh: [], known: 4 });
  expect(await take(other, text)).toBe(0);
  // The items exported there have other uuids, which are known there as well.
  expect(await take(other, await textOf(other))).toBe(0);
  expect(await living(other)).toHaveLength(4);
});

test('a data file creates no duplicates after the guest who imported it has signed in', async () => {
  const world = new TestWorld();
  const text = await textOf((await guestWithItems(world)).guest);
  const other = newGuest(world);
  await take(other, text);
  const tab = world.newDevice();
  await valueOf(upgradeGuest(other.store, tab.device, new MemoryStores()));
  expect((await tab.engine.run('start')).kind).toBe('complete');
  expect(await planOf(tab.device, text)).toMatchObject({ fresh: [], known: 4 });
});

test('two tabs that import a data file at once create no duplicates', async () => {
  const world = new TestWorld();
  const text = await textOf((await guestWithItems(world)).guest);
  const other = newGuest(world);
  const plan = await planOf(other, text);
  await Promise.all([importData(other, plan, pause), importData(other, plan, pause)]);
  expect(await living(other)).toHaveLength(4);
});

test('[I1] an item that another tab has imported and changed meanwhile stays as it is there', async () => {
  const world = new TestWorld();
  const text = await textOf((await guestWithItems(world)).guest);
  const other = newGuest(world);
  const plan = await planOf(other, text);
  await importData(other, plan, pause);
  const [first] = await living(other);
  await done(editItem(other, first?.uuid ?? '', { title: 'changed' }));
  expect(await importData(other, plan, pause)).toEqual({ kind: 'complete', added: 0 });
  expect((await living(other)).map(({ title }) => title)).toContain('changed');
});

test('nothing is imported below an item that was deleted since the file was read', async () => {
  const { guest, task } = await guestWithItems();
  const text = await textOf(guest);
  for (const row of await living(guest)) {
    if (row.parent_uuid === task.uuid) await done(deleteItem(guest, row.uuid));
  }
  const plan = await planOf(guest, text);
  await done(deleteItem(guest, task.uuid));
  expect(await importData(guest, plan, pause)).toEqual({ kind: 'complete', added: 2 });
  expect((await shown(guest)).map((row) => [row.title, row.in])).toEqual([
    ['Alps', null],
    ['Boots', null],
    ['Tent', null],
  ]);
});

const problem = async (text: string) => {
  const read = await readDataFile(text, now, pause);
  return read.ok ? null : read.error;
};

test('a file that is not a data file is rejected with a reason', async () => {
  expect(await problem('name;phone')).toBe('not_json');
  expect(await problem('')).toBe('not_json');
  expect(await problem('[]')).toBe('not_foray');
  expect(await problem('{"items":[]}')).toBe('not_foray');
  expect(await problem(fileOf({}))).toBe('not_foray');
  expect(await problem(fileOf([], { version: 2 }))).toBe('newer');
  expect(await problem(`\uFEFF${fileOf([])}`)).toBeNull();
});

test('items that break a rule are named and skipped, and their children move to the top level', async () => {
  const uuid = (tail: number) => `00000000-0000-4000-8000-00000000000${tail}`;
  const items = [
    { uuid: uuid(1), type: 'task', title: '' },
    { uuid: uuid(2), type: 'todo', title: 'Child', parent_uuid: uuid(1) },
    { uuid: uuid(3), type: 'epic', title: 'Epic' },
    { uuid: uuid(2), type: 'todo', title: 'Again' },
    { uuid: 'x', type: 'todo', title: 'Nameless' },
    { uuid: uuid(4), type: 'todo', title: 'Dated', end_date: '2026-01-01' },
    'text',
    { uuid: uuid(5), type: 'todo', title: 'Above', parent_uuid: uuid(2) },
    { uuid: uuid(6), type: 'todo', title: 'Future', created_at: '2999-01-01T00:00:00.000Z' },
  ];
  const guest = newGuest(new TestWorld());
  const plan = await planOf(guest, fileOf(items));
  expect(plan.unreadable.map(({ place, title, fields }) => [place, title, fields])).toEqual([
    [1, '', { title: 'required' }],
    [3, 'Epic', { type: 'unknown_value' }],
    [4, 'Again', { uuid: 'twice' }],
    [5, 'Nameless', { uuid: 'malformed' }],
    [6, 'Dated', { end_date: 'campaign_only' }],
    [7, '', { item: 'malformed' }],
  ]);
  expect(plan).toMatchObject({ counts: { campaign: 0, task: 0, todo: 3 }, toTop: 2 });
  await take(guest, fileOf(items));
  const rows = await living(guest);
  expect(rows.every((row) => row.parent_uuid === null && row.top === 1)).toBe(true);
  expect(rows.find(({ title }) => title === 'Future')?.created_at).toBe(now);
});

test('[REPEAT-14] items below the copy of an occurrence are imported at the top level', async () => {
  const uuid = (tail: number) => `00000000-0000-4000-8000-00000000000${tail}`;
  const daily = { type: 'task', title: 'Daily', due_date: '2026-12-01', repeat: 'FREQ=DAILY' };
  const copy = { ...daily, status: 'completed', occurrence: 1, occurrence_of: uuid(1) };
  const items = [
    { uuid: uuid(1), ...daily, occurrence: 2, created_at: '2026-01-01T00:00:00.000Z' },
    { uuid: uuid(2), ...copy, created_at: '2026-01-02T00:00:00.000Z' },
    { uuid: uuid(3), type: 'todo', title: 'In the copy', parent_uuid: uuid(2) },
  ];
  const guest = newGuest(new TestWorld());
  expect(await planOf(guest, fileOf(items))).toMatchObject({ fresh: { length: 3 }, toTop: 1 });
  await take(guest, fileOf(items));
  expect((await living(guest)).map((row) => row.parent_uuid)).toEqual([null, null, null]);
});

test('an interrupted import reports its progress, and a repeat adds the rest', async () => {
  const world = new TestWorld();
  const guest = newGuest(world);
  const items = Array.from({ length: 250 }, (_, n) => ({
    uuid: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    type: 'todo',
    title: `n${n}`,
  }));
  const plan = await planOf(guest, fileOf(items));
  let commits = 0;
  guest.store.faults.beforeCommit = () => {
    commits += 1;
    return commits === 2 ? { code: 'quota', detail: 'full' } : null;
  };
  const outcome = await importData(guest, plan, pause);
  expect(outcome).toMatchObject({ kind: 'failed', added: 100, failure: { code: 'quota' } });
  delete guest.store.faults.beforeCommit;
  expect(await take(guest, fileOf(items))).toBe(150);
  expect(await living(guest)).toHaveLength(250);
});
