import fc from 'fast-check';
import { rebaseItem, type OptimisticItem, type Operation } from './optimistic-item.ts';
import { rebaseTree } from './rebase-tree.ts';
import type { Item } from '../items/item.ts';
import type { ItemStatus } from '../values/item-values.ts';
import { anyStatus, at, item } from '../testing/arbitraries.ts';

// A campaign with a task with two todos, and a second, empty campaign.
const campaign = item(1, { type: 'campaign' });
const task = item(2, { type: 'task', parent_id: 1, parent_uuid: 'item-1' });
const first = item(3, { parent_id: 2, parent_uuid: 'item-2' });
const second = item(4, { parent_id: 2, parent_uuid: 'item-2' });
const elsewhere = item(5, { type: 'campaign' });
const family = [campaign, task, first, second, elsewhere];

const everywhere = (): boolean => true;

function rebase(
  operations: Operation[],
  bases: Item[] = family,
  rollsUp: (uuid: string) => boolean = everywhere,
) {
  const rebased = rebaseTree({ bases, operations, rollsUp });
  return (id: number) => rebased.get(`item-${id}`);
}

function statuses(operations: Operation[], bases: Item[] = family): (ItemStatus | undefined)[] {
  const shown = rebase(operations, bases);
  return bases.map(({ id }) => shown(id)?.status);
}

function set(id: number, status: ItemStatus, minutes = 1): Operation {
  return { kind: 'patch', uuid: `item-${id}`, at: at(minutes), change: { status } };
}

function remove(id: number, ...also: number[]): Operation {
  return { kind: 'delete', uuid: `item-${id}`, at: at(1), also: also.map((one) => `item-${one}`) };
}

const p = 'pending';
const a = 'in_progress';
const c = 'completed';

test('a family: starting a todo starts its task and campaign, and completing all todos completes them', () => {
  expect(statuses([set(3, a)])).toEqual([a, a, a, p, p]);
  expect(statuses([set(3, c)])).toEqual([a, a, c, p, p]);
  expect(statuses([set(3, c), set(4, c)])).toEqual([c, c, c, c, p]);
  expect(statuses([set(3, c), set(4, c), set(4, p)])).toEqual([a, a, c, p, p]);
});

test('a family: a roll-up sets and clears completed_at, and does not change updated_at', () => {
  const done = rebase([set(3, c, 1), set(4, c, 2)]);
  expect(done(2)).toMatchObject({ completed_at: at(2), updated_at: at(0) });
  expect(done(1)).toMatchObject({ completed_at: at(2), updated_at: at(0) });
  expect(done(4)).toMatchObject({ completed_at: at(2), updated_at: at(2) });
  expect(rebase([set(3, c), set(4, c), set(4, p, 3)])(1)).toMatchObject({
    completed_at: null,
    updated_at: at(0),
  });
});

test('a family: an explicitly set status stays until a child next changes', () => {
  expect(statuses([set(3, a), set(2, p)])).toEqual([a, p, a, p, p]);
  expect(statuses([set(3, a), set(2, p), set(4, a)])).toEqual([a, a, a, a, p]);
  expect(statuses([set(2, c)])).toEqual([c, c, p, p, p]);
});

test('a family: a move rolls up the old parent without the item and the new one with it', () => {
  const move: Operation = {
    kind: 'patch',
    uuid: 'item-4',
    at: at(2),
    change: { parent_uuid: 'item-5' },
  };
  expect(statuses([set(3, c), move])).toEqual([c, c, c, p, p]);
  expect(rebase([move])(4)).toMatchObject({ parent_uuid: 'item-5', parent_id: 5 });
  expect(statuses([set(5, c), move])[4]).toBe(a);
});

test('a family: a delete rolls up the remaining children, and a restore all of them', () => {
  expect(statuses([set(3, c), remove(4)])).toEqual([c, c, c, p, p]);
  const restore: Operation = { kind: 'restore', uuid: 'item-4', at: at(3) };
  expect(statuses([set(3, c), remove(4), restore])).toEqual([a, a, c, p, p]);
  expect(rebase([remove(4)])(4)).toMatchObject({ deleted: true });
});

test('a family: a delete includes exactly the named children, and a restore returns them as they were', () => {
  const shown = rebase([remove(2, 3)]);
  expect([2, 3, 4].map((id) => shown(id)?.deleted)).toEqual([true, true, false]);
  const restore: Operation = { kind: 'restore', uuid: 'item-2', at: at(3), also: ['item-3'] };
  expect(statuses([set(3, c), set(2, p), remove(2, 3), restore])).toEqual([a, p, c, p, p]);
});

test('a family: a restored child reopens its parent if the parent was not deleted', () => {
  const done = item(5, { type: 'campaign', status: c });
  const gone = { ...item(6, { parent_id: 5, parent_uuid: 'item-5' }), deleted: true };
  const restore: Operation = { kind: 'restore', uuid: 'item-5', at: at(3), also: ['item-6'] };
  expect(statuses([restore], [done, gone])).toEqual([a, p]);
});

test('[DATA-15] a family: rows that contain each other or themselves do not cause an endless change', () => {
  const rows = [
    item(1, { type: 'task', parent_id: 2, parent_uuid: 'item-2' }),
    item(2, { type: 'task', parent_id: 1, parent_uuid: 'item-1' }),
    item(3, { type: 'task', parent_id: 3, parent_uuid: 'item-3' }),
  ];
  expect(statuses([set(1, a), set(3, a)], rows)).toEqual([a, a, a]);
});

test('a family: an edit of a child keeps the status that a user has set on its parent', () => {
  const edit: Operation = { kind: 'patch', uuid: 'item-4', at: at(3), change: { title: 'edited' } };
  expect(statuses([set(3, a), set(2, p), edit])).toEqual([a, p, a, p, p]);
});

test('a family: a pending parent whose other children are started starts after a delete or a move of the pending child', () => {
  const move: Operation = {
    kind: 'patch',
    uuid: 'item-4',
    at: at(3),
    change: { parent_uuid: 'item-5' },
  };
  for (const leave of [remove(4), move]) {
    expect(statuses([set(3, a), set(2, p), leave])[1]).toBe(a);
  }
});

test('a family: a deleted parent is not rolled up', () => {
  expect(statuses([remove(2), set(3, c), set(4, c)])[1]).toBe(p);
});

test('a family: an item created here has no base, and gets the current number of its parent', () => {
  const child = item(9, { parent_id: 77, parent_uuid: 'item-5' });
  const create: Operation = { kind: 'create', uuid: 'item-9', at: at(1), item: child };
  const shown = rebase([set(5, c), create, set(9, a)]);
  expect(shown(9)).toMatchObject({ status: a, parent_id: 5 });
  expect(shown(5)?.status).toBe(a);
});

test('a family: an import of a guest’s items causes no roll-up', () => {
  const imported = true;
  const operations = [
    { ...campaign, status: c } as const,
    { ...task, status: p } as const,
    { ...first, status: c } as const,
  ].map((one): Operation => ({ kind: 'create', uuid: one.uuid, at: at(1), item: one, imported }));
  const shown = rebase(operations, []);
  expect([1, 2, 3].map((id) => shown(id)?.status)).toEqual([c, p, c]);
});

test('a family: a parent whose children are not all on this device keeps its status, and stops the roll-up', () => {
  const shown = rebase([set(3, c), set(4, c)], family, (uuid) => uuid !== 'item-2');
  expect([1, 2].map((id) => shown(id)?.status)).toEqual([p, p]);
});

const anyUuid = fc.integer({ min: 1, max: 6 }).map((id) => `item-${id}`);
/** Any operation on the family or on a todo 6 that does not exist before it is created. */
const anyOperation: fc.Arbitrary<Operation> = fc
  .record({
    kind: fc.constantFrom(
      'create',
      'patch',
      'patch',
      'patch',
      'move',
      'assign',
      'delete',
      'restore',
    ),
    uuid: anyUuid,
    also: fc.array(anyUuid, { maxLength: 2 }),
    status: anyStatus,
    parent: fc.constantFrom(null, 'item-1', 'item-2', 'item-5'),
    minutes: fc.nat({ max: 59 }),
  })
  .map(({ kind, uuid, also, status, parent, minutes }): Operation => {
    const when = { uuid, at: at(minutes) };
    switch (kind) {
      case 'create': {
        const made = item(6, { status, parent_uuid: parent });
        return { kind, ...when, uuid: 'item-6', item: made };
      }
      case 'move': {
        const isTodo = !['item-1', 'item-2', 'item-5'].includes(uuid);
        return { kind: 'patch', ...when, change: isTodo ? { parent_uuid: parent } : {} };
      }
      case 'assign':
        return { kind, ...when, assigned_to: minutes };
      case 'delete':
      case 'restore':
        return { kind, ...when, also };
      default:
        return { kind: 'patch', ...when, change: { status } };
    }
  });
const anyOperations = fc.array(anyOperation, { maxLength: 25 });

function deepFreeze<T>(value: T): T {
  for (const part of Object.values(value ?? {})) if (typeof part === 'object') deepFreeze(part);
  return Object.freeze(value);
}

test('for any operations: the result is repeatable, and the input is not modified', () => {
  fc.assert(
    fc.property(anyOperations, (operations) => {
      const state = deepFreeze({ bases: family, operations });
      const once = rebaseTree({ ...state, rollsUp: everywhere });
      expect(rebaseTree({ ...state, rollsUp: everywhere })).toEqual(once);
    }),
  );
});

test('for any operations: an operation applied twice in a row has the effect of one', () => {
  fc.assert(
    fc.property(anyOperations, (operations) => {
      const once = rebaseTree({ bases: family, operations, rollsUp: everywhere });
      const twice = operations.flatMap((operation) => [operation, operation]);
      expect(rebaseTree({ bases: family, operations: twice, rollsUp: everywhere })).toEqual(once);
    }),
  );
});

test('for any operations: rebasing a result further equals rebasing everything at once', () => {
  fc.assert(
    fc.property(anyOperations, anyOperations, (before, after) => {
      const half = rebaseTree({ bases: family, operations: before, rollsUp: everywhere }).values();
      const stepwise = rebaseTree({ bases: half, operations: after, rollsUp: everywhere });
      const operations = [...before, ...after];
      expect(stepwise).toEqual(rebaseTree({ bases: family, operations, rollsUp: everywhere }));
    }),
  );
});

test('for any operations without roll-ups: each item is the result of its own operations', () => {
  fc.assert(
    fc.property(anyOperations, (operations) => {
      const rebased = rebaseTree({ bases: family, operations, rollsUp: () => false });
      for (const base of family) {
        const own = operations.filter(
          (operation) =>
            operation.uuid === base.uuid ||
            ((operation.kind === 'delete' || operation.kind === 'restore') &&
              operation.also?.includes(base.uuid) === true),
        );
        const alone = rebaseItem({ ...base, deleted: false }, own);
        const shown = rebased.get(base.uuid);
        expect({ ...shown, parent_id: null }).toEqual({ ...alone, parent_id: null });
      }
    }),
  );
});

test('for any operations: a parent that no user set is completed or pending only if its children say so', () => {
  const byHand = new Set(['item-1', 'item-2', 'item-5']);
  const onTodos = anyOperations.map((operations) =>
    operations.filter((operation) => operation.kind !== 'patch' || !byHand.has(operation.uuid)),
  );
  fc.assert(
    fc.property(onTodos, (operations) => {
      const rebased = [...rebaseTree({ bases: family, operations, rollsUp: everywhere }).values()];
      const living = rebased.filter(({ deleted }) => !deleted);
      for (const parent of living) {
        const children = living.filter(({ parent_uuid }) => parent_uuid === parent.uuid);
        if (children.length === 0 || operations.some(touches(parent))) continue;
        const all = children.every(({ status }) => status === c);
        expect(parent.status === c).toBe(all);
        if (parent.status === p) expect(children.every(({ status }) => status === p)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** A parent that was deleted while its children changed was not rolled up then. */
function touches(parent: OptimisticItem) {
  return (operation: Operation) =>
    (operation.kind === 'delete' || operation.kind === 'restore') &&
    [operation.uuid, ...(operation.also ?? [])].includes(parent.uuid);
}
