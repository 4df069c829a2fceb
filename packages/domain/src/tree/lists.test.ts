import fc from 'fast-check';
import { anyStatus, anyTime, anyType, at, item } from '../testing/arbitraries.ts';
import type { Item } from '../items/item.ts';
import type { ListName, ListOrder } from './lists.ts';
import {
  isAssignedTo,
  isInList,
  isInTab,
  isOwnedBy,
  listNames,
  listOf,
  newestFirst,
  orderOfList,
  upNext,
} from './lists.ts';
import { ancestorsOf, isOrphan } from './hierarchy.ts';

const me = 1000;

function sorted(list: ListName, items: Item[]): number[] {
  return items.toSorted(newestFirst(orderOfList[list])).map(({ id }) => id);
}

// For creation, change and completion a different item is the newest each time.
const three = [
  item(1, { created_at: at(3), updated_at: at(4), completed_at: at(8) }),
  item(2, { created_at: at(1), updated_at: at(6), completed_at: at(7) }),
  item(3, { created_at: at(2), updated_at: at(5), completed_at: at(9) }),
];

test('[LIST-11] Queue sorts by created_at, Active by updated_at, Completed by completed_at, newest first', () => {
  expect(sorted('queue', three)).toEqual([1, 3, 2]);
  expect(sorted('active', three)).toEqual([2, 3, 1]);
  expect(sorted('completed', three)).toEqual([3, 1, 2]);
  // Fallbacks: created_at for Active, updated_at for Completed.
  const rows = [
    { id: 1, created_at: at(2) },
    { id: 2, created_at: at(1), updated_at: at(3) },
    { id: 3, created_at: at(0), updated_at: at(1), completed_at: at(4) },
  ];
  const ids = (order: ListOrder) => rows.toSorted(newestFirst(order)).map(({ id }) => id);
  expect(ids('updated')).toEqual([2, 1, 3]);
  expect(ids('completed')).toEqual([3, 2, 1]);
});

test('[MYLIST-05] queue uses created_at, active updated_at, completed completed_at (fallback updated_at)', () => {
  const withoutCompletion = item(4, { created_at: at(0), updated_at: at(10), completed_at: null });
  expect(listNames.map((list) => sorted(list, [...three, withoutCompletion]))).toEqual([
    [1, 3, 2, 4],
    [4, 2, 3, 1],
    [4, 3, 1, 2],
  ]);
});

const anyRow = fc.record({
  created_at: anyTime,
  updated_at: fc.option(anyTime),
  completed_at: fc.option(anyTime),
});

test('every order is total, and among equal times the greater id comes first', () => {
  const anyRows = fc
    .array(anyRow, { maxLength: 8 })
    .map((rows) => rows.map((row, at) => ({ ...row, id: at + 1 })));
  fc.assert(
    fc.property(
      anyRows.chain((rows) =>
        fc.tuple(
          fc.constant(rows),
          fc.shuffledSubarray(rows, { minLength: rows.length }),
          fc.constantFrom<ListOrder>('created', 'updated', 'completed'),
        ),
      ),
      ([rows, shuffled, order]) => {
        const inOrder = rows.toSorted(newestFirst(order));
        expect(shuffled.toSorted(newestFirst(order))).toEqual(inOrder);
        for (const a of rows) {
          expect(newestFirst(order)(a, a)).toBe(0);
          for (const b of rows) {
            const forth = Math.sign(newestFirst(order)(a, b));
            expect(forth + Math.sign(newestFirst(order)(b, a))).toBe(0);
          }
        }
      },
    ),
  );
  const twins = [item(1), item(3), item(2)];
  for (const list of listNames) expect(sorted(list, twins)).toEqual([3, 2, 1]);
});

test('[LIST-12] Queue, Active and Completed show items created by or assigned to the current user', () => {
  const other = 1001;
  for (const list of listNames) {
    const status = ({ queue: 'pending', active: 'in_progress', completed: 'completed' } as const)[
      list
    ];
    expect(isInList(list, item(1, { status, user_id: me }), me)).toBe(true);
    expect(isInList(list, item(1, { status, user_id: other, assigned_to: me }), me)).toBe(true);
    expect(isInList(list, item(1, { status, user_id: other }), me)).toBe(false);
    expect(isInList(list, item(1, { status, user_id: other, assigned_to: other }), me)).toBe(false);
  }
  expect(isInList('queue', item(1, { user_id: other, assigned_to: null }), 0)).toBe(false);
});

test('every item of the user is in exactly one list', () => {
  fc.assert(
    fc.property(anyStatus, (status) => {
      const mine = item(1, { status, user_id: me });
      expect(listNames.filter((list) => isInList(list, mine, me))).toEqual([listOf(status)]);
    }),
  );
});

test('[LIST-06] the All tab shows only orphans, and a tab for a type shows all items of the type', () => {
  const has = (uuid: string) => uuid === 'item-1';
  const nested = item(2, { type: 'task', parent_uuid: 'item-1' });
  const lost = item(3, { type: 'task', parent_uuid: 'item-9' });
  expect([nested, lost].map((task) => isInTab('all', task, has))).toEqual([false, true]);
  expect([nested, lost].map((task) => isInTab('task', task, has))).toEqual([true, true]);
  expect([nested, lost].map((task) => isInTab('todo', task, has))).toEqual([false, false]);
});

test('[DATA-04] items are selected as top-level, by owner, by assignee and by status; a parent is shown only if it is known', () => {
  const campaign = item(1, { type: 'campaign', status: 'in_progress' });
  const child = item(2, { parent_uuid: 'item-1', assigned_to: 3 });
  const lost = item(3, {
    parent_uuid: 'item-9',
    user_id: 1001,
    assigned_to: me,
    status: 'completed',
  });
  const items = [campaign, child, lost];
  const lookup = (uuid: string) => items.find((known) => known.uuid === uuid);
  const ids = (keep: (one: Item) => boolean) => items.filter(keep).map(({ id }) => id);
  expect(ids((one) => isOrphan(one, (uuid) => lookup(uuid) !== undefined))).toEqual([1, 3]);
  expect(ids((one) => isOwnedBy(one, me))).toEqual([1, 2]);
  expect(ids((one) => isAssignedTo(one, 3))).toEqual([2]);
  expect(ids((one) => isAssignedTo(one, me))).toEqual([3]);
  expect(listNames.map((list) => ids((one) => listOf(one.status) === list))).toEqual([
    [2],
    [1],
    [3],
  ]);
  expect(items.map((one) => ancestorsOf(one, lookup)[0]?.id ?? null)).toEqual([null, 1, null]);
});

test('Up next is overdue first, then due soonest, then oldest', () => {
  const overdue = item(1, { due_date: '2026-01-01', created_at: at(9) });
  const soon = item(2, { type: 'campaign', end_date: '2026-02-01', created_at: at(8) });
  const later = item(3, { due_date: '2026-03-01', created_at: at(0) });
  const oldest = item(4, { created_at: at(1), updated_at: at(9) });
  const newest = item(5, { created_at: at(2), updated_at: at(3) });
  const started = item(6, { status: 'in_progress', due_date: '2025-01-01' });
  const queue = [started, newest, oldest, later, soon, overdue];
  for (const expected of [overdue, soon, later, oldest, newest]) {
    expect(upNext(queue)).toBe(expected);
    queue.splice(queue.indexOf(expected), 1);
  }
  expect(upNext(queue)).toBe(null);
});

test('Up next does not depend on the order in which items are stored', () => {
  const anyItems = fc
    .array(fc.record({ type: anyType, created_at: anyTime, due: fc.nat({ max: 3 }) }))
    .map((rows) =>
      rows.map(({ due, ...row }, id) =>
        item(id, { ...row, due_date: due === 0 ? null : `2026-01-0${due}` }),
      ),
    );
  fc.assert(
    fc.property(anyItems, (items) => {
      expect(upNext(items.toReversed())).toBe(upNext(items));
    }),
  );
});
