import { may, mayLeaveRoot, mayMove, mayUndo, permissionOf, type ItemAction } from './rights.ts';

const me = 1000;
const held = (user_id: number, assigned_to: number | null = null, isDeleted = false) => ({
  user_id,
  assigned_to,
  isDeleted,
});
const theirs = held(1001);
const mine = held(me);
const forMe = held(1001, me);
const mineForMe = held(me, me);
const gone = { ...forMe, isDeleted: true };
const mineGone = { ...mine, isDeleted: true };

test.each([
  ['the owner at the top', [mine], 'manage'],
  ['the owner at the top of something deleted', [mineGone], 'manage'],
  ['the owner of the root', [theirs, theirs, mine], 'manage'],
  ['the owner of the root, below something deleted', [theirs, mineGone], 'manage'],
  ['the owner who contributes to the parent', [mine, forMe], 'manage'],
  ['a person who manages the parent', [theirs, mine, forMe], 'manage'],
  ['the owner inside the tree of another user', [mine, theirs], null],
  ['the owner of something in between', [theirs, mine, theirs], null],
  ['the owner below a deleted item that was assigned to them', [mine, gone], null],
  ['the assignee', [forMe], 'contribute'],
  ['the assignee inside the tree of another user', [forMe, theirs], 'contribute'],
  ['the owner and assignee without a right above', [mineForMe, theirs], 'contribute'],
  ['the assignee of the root', [theirs, theirs, forMe], 'contribute'],
  ['the assignee of something deleted', [gone], null],
  ['a person below a deleted item that was assigned to them', [theirs, gone], null],
  ['a contributor below something deleted', [theirs, gone, forMe], 'contribute'],
  ['a stranger', [theirs, theirs], null],
] as const)('a right on %s follows from the rules', (_who, line, right) => {
  expect(permissionOf(me, line, false)).toBe(right);
  const seen = right ?? (line[0].isDeleted ? null : 'view');
  expect(permissionOf(me, line, true)).toBe(seen);
});

test.each([
  ['manage', 'manage'],
  ['contribute', 'manage'],
  ['view', null],
  [null, null],
] as const)(
  "the owner's right on an item follows from %s on the nearest unknown ancestor",
  (above, right) => {
    expect(permissionOf(me, [mine], false, above)).toBe(right);
  },
);

test('a guest gains no right from a missing assignee', () => {
  expect(permissionOf(0, [theirs], false)).toBe(null);
  expect(permissionOf(0, [held(0)], false)).toBe('manage');
});

test.each(['manage', 'contribute', 'view', null] as const)(
  '[TODO-09] the permission to assign an item is included in %s if the item can be changed',
  (permission) => {
    expect(may(permission, 'assign')).toBe(may(permission, 'edit'));
  },
);

test.each(['manage', 'contribute', 'view', null] as const)(
  '[LABEL-03] the permission to label an item is included in %s if the item can be changed',
  (permission) => {
    expect(may(permission, 'label')).toBe(may(permission, 'edit'));
  },
);

const contributes: ItemAction[] = ['read', 'edit', 'assign', 'addChild'];
const actions: ItemAction[] = [...contributes, 'move', 'delete', 'restore', 'removePerson'];
test.each([
  ['manage', actions],
  ['contribute', contributes],
  ['view', ['read']],
  [null, []],
] as const)('the permission %s allows its actions and no others', (permission, allowed) => {
  expect(actions.filter((action) => may(permission, action))).toEqual(allowed);
});

test.each([
  ['the owner of the item', me, 1001, true, true],
  ['the owner of the root', 1001, me, false, true],
  ['the owner of both', me, me, true, true],
  ['a person who manages it by its place', 1001, 1002, false, false],
  ['a person who does not know the owner of the root', 1001, null, false, true],
] as const)(
  '[SHARE-08] [SHARE-26] %s may move an item out of its root as the rules say',
  (_, owner, root, top, other) => {
    expect(mayLeaveRoot(me, { user_id: owner }, root, 'top')).toBe(top);
    expect(mayLeaveRoot(me, { user_id: owner }, root, 'another root')).toBe(other);
  },
);

describe('[SHARE-08] [SHARE-26] a user who manages an item can move it', () => {
  const [other, third] = [1001, 1002];
  const placed = (uuid: string, parent_uuid: string | null, user_id: number) => ({
    uuid,
    parent_uuid,
    user_id,
  });
  const own = placed('own', null, me);
  const theirs = placed('theirs', null, other);
  const task = placed('task', 'theirs', me);
  const unknown = placed('unknown', 'not here', other);
  const top = (user_id: number) => placed('item', null, user_id);
  const inTask = (user_id: number) => placed('item', 'task', user_id);
  test.each([
    ['from my root to the top', true, placed('item', 'own', me), [own], []],
    ['of another from my root to the top', false, placed('item', 'own', third), [own], []],
    ['of another from my root into another', true, placed('item', 'own', third), [own], [theirs]],
    ['of another within their root', true, inTask(third), [task, theirs], [theirs]],
    ['of another up to the root itself', true, inTask(third), [task, theirs], [theirs]],
    ['of another out of their root', false, inTask(third), [task, theirs], [own]],
    ['of mine out of their root', true, inTask(me), [task, theirs], [own]],
    ['of another to its current place', true, inTask(third), [task, theirs], [task, theirs]],
    ['of mine from the top', true, top(me), [], [theirs]],
    ['of another from the top', false, top(other), [], [own]],
    ['of another that stays at the top', true, top(other), [], []],
    ['of another, from a root not here', true, placed('item', 'unknown', third), [unknown], [own]],
    ['of another, from a parent not here', true, placed('item', 'not here', third), [], [own]],
    ['of another, from a parent not here to the top', false, inTask(third), [], []],
  ] as const)('%s: %s', (_, allowed, item, from, to) => {
    expect(mayMove(me, item, from, to)).toBe(allowed);
  });
});

test('[SHARE-32] a person who does not manage an item can undo only their own completion, if the item returns to it', () => {
  const ways = [true, false].flatMap((isOwn) => [true, false].map((isBack) => ({ isOwn, isBack })));
  const allowed = (permission: Parameters<typeof mayUndo>[0]) =>
    ways.filter((way) => mayUndo(permission, way));
  expect(allowed('manage')).toEqual(ways);
  expect(allowed('contribute')).toEqual([{ isOwn: true, isBack: true }]);
  for (const permission of ['view', null] as const) expect(allowed(permission)).toEqual([]);
});
