import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import { deviceWith } from '../testing/device-with.ts';
import { queuedDelete } from '../testing/queued.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { writeOn } from '../testing/write-on.ts';
import { mayMoveTo, permissionOn } from './local-rights.ts';
import { recomputeRow } from './recompute-row.ts';

const nobodys = 7;

/** Another user's item to which this user contributes, below the item of that number. */
function theirs(number: number, parent: number | null, more: Partial<DeltaItem> = {}): LocalItem {
  const place = parent === null ? {} : { parent_id: parent, parent_uuid: uuidOf(parent) };
  const base = { user_id: otherId, permission: 'contribute', ...place, ...more } as const;
  return heldRow(serverRow(number, base), { top: parent === null ? 1 : 0 });
}

/** The user's right on the first of these rows, which are all rows on the device. */
async function rightOnFirst(row: LocalItem, ...above: readonly LocalItem[]) {
  const one = await deviceWith([row, ...above]);
  return writeOn(one, (unit) => permissionOn(unit, row));
}

/** Whether the user may move the first of these rows there; these are all rows on the device. */
async function mayMoveFirst(to: string | null, row: LocalItem, ...more: readonly LocalItem[]) {
  const one = await deviceWith([row, ...more]);
  return writeOn(one, (unit) => mayMoveTo(unit, row, to));
}

test('[SHARE-21] a right by assignment below a missing parent ends with the assignment', async () => {
  const assigned = theirs(1, 9, { assigned_to: userId });
  expect(await rightOnFirst({ ...assigned, assigned_to: nobodys })).toBe('view');
});

test('a right by place below a missing parent does not depend on assignments', async () => {
  const contributed = theirs(1, 9, { assigned_to: otherId });
  expect(await rightOnFirst({ ...contributed, assigned_to: nobodys })).toBe('contribute');
  const managed = theirs(1, 9, { assigned_to: userId, permission: 'manage' });
  expect(await rightOnFirst({ ...managed, assigned_to: nobodys })).toBe('manage');
});

test('the user manages their own item that was moved to the top level here', async () => {
  const place = { user_id: userId, parent_id: 9, parent_uuid: uuidOf(9) };
  for (const permission of ['view', 'contribute'] as const) {
    const row = heldRow(serverRow(1, { ...place, permission, assigned_to: userId }));
    expect(await rightOnFirst({ ...row, parent_id: null, parent_uuid: null })).toBe('manage');
  }
});

test('a right by the assignment of an ancestor ends when the ancestor is deleted here', async () => {
  const campaign = theirs(1, null, { type: 'campaign', permission: 'view' });
  const task = theirs(2, 1, { type: 'task', assigned_to: userId });
  const todo = theirs(3, 2);
  expect(await rightOnFirst(todo, task, campaign)).toBe('contribute');
  expect(await rightOnFirst(todo, { ...task, _deleted: true }, campaign)).toBe('view');
});

test('a delete ends at once the rights of an assignment below', async () => {
  const [task, todo] = [theirs(1, null, { type: 'task', assigned_to: userId }), theirs(2, 1)];
  const one = await deviceWith([task, todo], queuedDelete(1, 1));
  await writeOn(one, (unit) => recomputeRow(unit, task));
  expect(await one.row(uuidOf(2))).toMatchObject({ permission: 'view', top: 1 });
});

test('a right that stays the same is not written again', async () => {
  const campaign = theirs(1, null, { type: 'campaign', assigned_to: userId });
  const assign = queuedRequest(1, 1, {
    method: 'POST',
    url: `/api/items/${uuidOf(1)}/assign`,
    data: { user_id: nobodys },
  });
  const [open, own] = [theirs(2, 1), theirs(3, 1, { assigned_to: userId })];
  const one = await deviceWith([campaign, open, own], assign);
  await writeOn(one, (unit) => recomputeRow(unit, campaign));
  const written = one.published.flatMap(({ rows }) => rows);
  expect(written.map(({ uuid, permission }) => [uuid, permission])).toEqual([
    [uuidOf(1), 'view'],
    [uuidOf(2), 'view'],
  ]);
});

test('a move below another user’s item affects the rights on the item and those below', async () => {
  const [from, over] = [1, 2].map((id) => heldRow(serverRow(id, { type: 'campaign' })));
  const to = theirs(3, null, { type: 'campaign', assigned_to: userId });
  const task = theirs(4, 1, { type: 'task', permission: 'manage' });
  const todo = theirs(5, 4, { permission: 'manage' });
  const one = await deviceWith([from as LocalItem, over as LocalItem, to, task, todo]);
  const rights = async () =>
    Promise.all([4, 5].map(async (id) => (await one.row(uuidOf(id))).permission));
  await one.move(task.uuid, uuidOf(2));
  expect(await rights()).toEqual(['manage', 'manage']);
  await one.move(task.uuid, to.uuid);
  expect(await rights()).toEqual(['contribute', 'contribute']);
});

test('a user who manages an item can move it, within a root to any place', async () => {
  const root = theirs(1, null, { type: 'campaign', assigned_to: userId });
  const [from, to] = [theirs(2, 1, { type: 'task' }), theirs(3, 1, { type: 'task' })];
  expect(await mayMoveFirst(to.uuid, theirs(4, 2), from, to, root)).toBe(false);
  const managed = theirs(4, 2, { permission: 'manage' });
  expect(await mayMoveFirst(to.uuid, managed, from, to, root)).toBe(true);
});

test('another user’s item cannot be moved out of the user’s root to the top level', async () => {
  const root = heldRow(serverRow(1, { type: 'campaign' }));
  const item = theirs(2, 1, { permission: 'manage' });
  expect(await mayMoveFirst(null, item, root)).toBe(false);
});

test('[SHARE-26] another user’s top-level item cannot be moved to an unknown place', async () => {
  // As displayed in the place from which others moved it, in a conflict about it.
  const taken = { ...theirs(1, null), permission: 'manage' } as const;
  expect(await mayMoveFirst(uuidOf(9), taken)).toBe(false);
  expect(await mayMoveFirst(uuidOf(9), localItem(2, { user_id: userId }))).toBe(true);
});
