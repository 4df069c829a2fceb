import { importedUuid, itemTypes } from '@foray/domain';
import { deleteItem } from '../actions/actions.ts';
import type { LocalItem } from '../store/local-item.ts';
import { fileItem, fileOf, living, newGuest, now, pause } from '../testing/data-files.ts';
import { planOf, stored, take, valueOf } from '../testing/data-files.ts';
import { deviceWith } from '../testing/device-with.ts';
import { done } from '../testing/done.ts';
import { NotingStore } from '../testing/noting-store.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import { planImport } from './data-file-plan.ts';
import { readDataFile } from './data-file-read.ts';

/** The uuid that the user's account gives to the item of that number. */
function givenUuid(number: number, attempt: number): string {
  return importedUuid(String(userId), uuidOf(number), attempt);
}

/** A device of the user that has these rows and has fetched everything. */
async function accountWith(...rows: LocalItem[]) {
  const one = await deviceWith(rows);
  await one.store.write(async (tx) => {
    for (const type of itemTypes) {
      await tx.putMeta('cursor', type, { cursor: 1, fullSince: null, isComplete: true });
    }
  });
  return one;
}

function read(text: string) {
  return valueOf(readDataFile(text, now, pause));
}

/** `length` items. */
function many(length: number) {
  return Array.from({ length }, (_, at) => fileItem(at));
}

const below = (parent: LocalItem) => fileOf([fileItem(50, { parent_uuid: parent.uuid })]);
const task = (fields: Partial<LocalItem> = {}) => heldRow(serverRow(1, { type: 'task' }), fields);

test.each([
  ['that the person manages', task()],
  ['that the person contributes to', task({ permission: 'contribute' })],
])(
  'an item whose parent is not in the file is placed in the parent of the account %s',
  async (_, parent) => {
    const { device } = await accountWith(parent);
    const plan = await planOf(device, below(parent));
    expect(plan).toMatchObject({ fresh: [{ parentUuid: parent.uuid }], toTop: 0 });
  },
);

test.each([
  ['may only be viewed', task({ permission: 'view' })],
  ['is itself a todo', heldRow(serverRow(1, { type: 'todo' }))],
  ['is deleted', task({ _deleted: true })],
])(
  'an item whose parent is not in the file is placed at the top level if the parent %s',
  async (_, parent) => {
    const { device } = await accountWith(parent);
    const plan = await planOf(device, below(parent));
    expect(plan).toMatchObject({ fresh: [{ parentUuid: null }], toTop: 1 });
  },
);

test('an item whose parent is not in the file is found in its place, beside items whose parents are in the file or missing', async () => {
  const { device } = await accountWith(task());
  const items = [
    fileItem(50, { parent_uuid: uuidOf(1) }),
    fileItem(51, { type: 'task' }),
    fileItem(52, { parent_uuid: uuidOf(51) }),
    fileItem(53, { parent_uuid: uuidOf(99) }),
    fileItem(54),
  ];
  const { fresh, toTop } = await planOf(device, fileOf(items));
  const places = fresh.map(({ item, parentUuid }) => [item.title, parentUuid]);
  expect(Object.fromEntries(places)).toEqual({
    'item 50': uuidOf(1),
    'item 51': null,
    'item 52': givenUuid(51, 0),
    'item 53': null,
    'item 54': null,
  });
  expect(toTop).toBe(1);
});

const assigned = (account: number) => fileOf([fileItem(1, { assigned_to: 'me' })], { account });

test('items assigned to a file’s writer are assigned to the same account again, and to no other', async () => {
  const { device } = await accountWith();
  const assignee = async (account: number) =>
    (await planOf(device, assigned(account))).fresh[0]?.assignedTo;
  expect(await assignee(userId)).toBe(userId);
  expect(await assignee(otherId)).toBeNull();
  expect(await assignee(0)).toBeNull();
});

test('items assigned to a file’s writer are unassigned for a guest, who is not a user', async () => {
  const plan = await planOf(newGuest(new TestWorld()), assigned(0));
  expect(plan.fresh).toMatchObject([{ assignedTo: null }]);
});

test('[I8] an item that another device imported and this device deleted comes back as a new item', async () => {
  const world = new TestWorld();
  const [first, second] = [world.newDevice(), world.newDevice()];
  const text = fileOf([fileItem(1)]);
  await first.engine.run('start');
  await take(first.device, text);
  await first.engine.run('action');
  await second.engine.run('start');
  await second.delete(givenUuid(1, 0));
  await second.engine.run('action');

  expect(await planOf(second.device, text)).toMatchObject({ fresh: [{ uuid: givenUuid(1, 1) }] });
  expect(await take(second.device, text)).toBe(1);
  await second.engine.run('action');
  expect(await second.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ uuid: givenUuid(1, 1) }]);
});

test('the uuid of a deleted row is not reused, whichever device imported it', async () => {
  const row = localItem(7, { uuid: givenUuid(1, 0), _deleted: true });
  const { device } = await accountWith(row);
  const plan = await planOf(device, fileOf([fileItem(1)]));
  expect(plan.fresh).toMatchObject([{ uuid: givenUuid(1, 1) }]);
});

test('an item that a second import brought back is not duplicated by a third', async () => {
  const guest = newGuest(new TestWorld());
  const text = fileOf([fileItem(1)]);
  for (let imports = 0; imports < 2; imports += 1) {
    await take(guest, text);
    const [item] = await living(guest);
    if (imports === 0) await done(deleteItem(guest, item?.uuid ?? ''));
  }
  expect(await planOf(guest, text)).toMatchObject({ fresh: [], known: 1 });
  expect(await take(guest, text)).toBe(0);
  expect(await living(guest)).toHaveLength(1);
});

test('an account’s former items are known only once all three types have been fetched', async () => {
  const { device, store } = await accountWith();
  const file = await read(fileOf([fileItem(1)]));
  for (const type of itemTypes) {
    const cursor = { cursor: 1, fullSince: null, isComplete: false };
    await store.write((tx) => tx.putMeta('cursor', type, cursor));
    const plan = await planImport(device, file, pause);
    expect([type, plan]).toEqual([type, { ok: false, error: 'first_sync' }]);
    await store.write((tx) => tx.putMeta('cursor', type, { ...cursor, isComplete: true }));
  }
  expect((await planImport(device, file, pause)).ok).toBe(true);
});

test('planning an import changes nothing that is stored', async () => {
  const { device, tables } = await accountWith(heldRow(serverRow(1)));
  const before = structuredClone(tables.rowsOf('meta'));
  await planOf(device, fileOf([fileItem(1), fileItem(2)]));
  expect(tables.rowsOf('meta')).toEqual(before);
  expect(await stored(device, (tx) => tx.allItems())).toHaveLength(1);
});

test('planning an import reads the items that the file names, and their possible parents', async () => {
  const store = new NotingStore();
  const items = [
    fileItem(1, { type: 'task' }),
    fileItem(2, { parent_uuid: uuidOf(1) }),
    fileItem(3, { parent_uuid: uuidOf(90) }),
    fileItem(4),
  ];
  const { fresh } = await planOf({ ...newGuest(new TestWorld()), store }, fileOf(items));
  const own = fresh.flatMap(({ item, uuid }) => [item.uuid, uuid]);
  expect(store.asked).toEqual([own, [uuidOf(90)]]);
});

test('items are added parents first, then oldest first, otherwise in the order of the file', async () => {
  const at = (day: number) => ({ created_at: `2026-01-0${day}T00:00:00.000Z` });
  const items = [
    fileItem(1, { title: 'to-do', ...at(1) }),
    fileItem(2, { title: 'third task', type: 'task', ...at(4) }),
    fileItem(3, { title: 'second task', type: 'task', ...at(3) }),
    fileItem(4, { title: 'also second', type: 'task', ...at(3) }),
    fileItem(5, { title: 'first task', type: 'task', ...at(2) }),
    fileItem(6, { title: 'last task', type: 'task', ...at(5) }),
    fileItem(7, { title: 'campaign', type: 'campaign', ...at(6) }),
  ];
  const { fresh } = await planOf(newGuest(new TestWorld()), fileOf(items));
  expect(fresh.map(({ item }) => item.title)).toEqual([
    'campaign',
    'first task',
    'second task',
    'also second',
    'third task',
    'last task',
    'to-do',
  ]);
});

test.each([
  [0, 0],
  [99, 1],
  [200, 2],
  [250, 3],
])(
  'each of %i items is counted once, with %i pauses, so that no task is long',
  async (length, expected) => {
    let pauses = 0;
    const file = await read(fileOf(many(length)));
    const count = async (): Promise<void> => void (pauses += 1);
    const plan = await valueOf(planImport(newGuest(new TestWorld()), file, count));
    expect(plan).toMatchObject({ counts: { campaign: 0, task: 0, todo: length }, known: 0 });
    expect([plan.fresh.length, pauses]).toEqual([length, expected]);
  },
);

const closed = { ok: false, error: { code: 'closed' } };

test('a store that fails before anything is known makes the plan fail', async () => {
  const { device, store } = await accountWith();
  await store.close();
  expect(await planImport(device, await read(fileOf([])), pause)).toMatchObject(closed);
});

test('a store that cannot save a guest’s name makes the plan fail: a later import would not recognise this one', async () => {
  const guest = newGuest(new TestWorld());
  guest.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  const plan = await planImport(guest, await read(fileOf([fileItem(1)])), pause);
  expect(plan).toMatchObject({ ok: false, error: { code: 'quota' } });
});

test('a store that fails in the middle of a file makes the plan fail', async () => {
  const guest = newGuest(new TestWorld());
  const plan = await planImport(guest, await read(fileOf(many(150))), () => guest.store.close());
  expect(plan).toMatchObject(closed);
});
