import { ownItemsLost, type TreeItem } from './losses.ts';

const [ann, bob, cid] = [1000, 1001, 1002];
const item = (
  uuid: string,
  parent_uuid: string | null,
  user_id: number,
  assigned_to: number | null = null,
): TreeItem => ({ uuid, parent_uuid, user_id, assigned_to, isDeleted: false });
const tree = [
  item('campaign', null, ann, bob),
  item('task', 'campaign', bob),
  item('his', 'task', bob),
  item('hers', 'task', ann, cid),
  item('sample', 'task', 2),
];
const changed = (uuid: string, change: Partial<TreeItem>) =>
  tree.map((one) => (one.uuid === uuid ? { ...one, ...change } : one));
const lost = (after: readonly TreeItem[]) => [...ownItemsLost(tree, after)];

test.each([
  ['nothing', tree, []],
  ['an assignment below', changed('hers', { assigned_to: null }), []],
  ['the assignment of the campaign', changed('campaign', { assigned_to: null }), [[bob, 2]]],
  ['the campaign', changed('campaign', { isDeleted: true }), [[bob, 2]]],
  ['a task of their own', changed('task', { isDeleted: true }), []],
  [
    'the place',
    changed('task', { parent_uuid: 'elsewhere' }),
    [
      [bob, 2],
      [ann, 1],
    ],
  ],
] as const)(
  'the number of own items that people lose with %s is counted',
  (_what, after, expected) => {
    expect(lost(after)).toEqual(expected);
  },
);

test('a deleted item and one of a sample user are not a loss to anybody', () => {
  const without = changed('task', { parent_uuid: 'elsewhere' }).map((one) =>
    one.uuid === 'hers' ? { ...one, isDeleted: true } : one,
  );
  expect(lost(without)).toEqual([[bob, 2]]);
  const [held, moved] = [item('held', null, 2), item('held', 'task', 2)];
  expect([...ownItemsLost([...tree, held], [...tree, moved])]).toEqual([]);
});

test('[DATA-15] rows that contain each other give no user a right that could be lost', () => {
  const loop = [item('one', 'two', bob), item('two', 'one', ann, bob)];
  expect([...ownItemsLost(loop, loop)]).toEqual([]);
  expect([...ownItemsLost(loop, [item('one', null, bob)])]).toEqual([]);
});
