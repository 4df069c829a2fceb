import fc from 'fast-check';
import {
  changeBetween,
  changedFields,
  comparedFieldOf,
  type EditableField,
} from '../items/change.ts';
import { plainOf } from '../fields/item-fields.ts';
import type { OccurrenceAct } from '../items/occurrence.ts';
import type { OptimisticItem, Operation } from './optimistic-item.ts';
import { applyOperation, rebaseItem } from './optimistic-item.ts';
import { anyStatus, at, item } from '../testing/arbitraries.ts';

const base: OptimisticItem = { ...item(1), deleted: false };

function patch(change: Extract<Operation, { kind: 'patch' }>['change'], minutes = 5): Operation {
  return { kind: 'patch', uuid: 'item-1', at: at(minutes), change };
}

test('one operation: a create makes the item, and does not change an existing item', () => {
  const create: Operation = { kind: 'create', uuid: 'item-1', at: at(0), item: item(1) };
  expect(applyOperation(null, create)).toEqual(base);
  const edited = { ...base, title: 'edited' };
  expect(applyOperation(edited, create)).toBe(edited);
});

test('one operation: a change sets its fields and the claimed time', () => {
  expect(applyOperation(base, patch({ title: 'x', due_date: '2026-02-01' }))).toEqual({
    ...base,
    title: 'x',
    due_date: '2026-02-01',
    updated_at: at(5),
  });
  const assign: Operation = { kind: 'assign', uuid: 'item-1', at: at(6), assigned_to: 3 };
  expect(applyOperation(base, assign)).toMatchObject({ assigned_to: 3, updated_at: at(6) });
});

test('one operation: completing sets completed_at to its claimed time or the time of the change, and leaving completed clears it', () => {
  const completed = applyOperation(base, patch({ status: 'completed' }));
  expect(completed).toMatchObject({ status: 'completed', completed_at: at(5) });
  const claimed = { ...patch({ status: 'completed' }), completedAt: at(2) };
  expect(applyOperation(base, claimed)).toMatchObject({ completed_at: at(2), updated_at: at(5) });
  expect(applyOperation(completed, patch({ title: 'x' }, 7))).toMatchObject({
    completed_at: at(5),
  });
  expect(applyOperation(completed, patch({ status: 'pending' }, 7))).toMatchObject({
    completed_at: null,
  });
});

test('[LABEL-02] one operation: labels are changed in order, without changing the time or anything else', () => {
  const uuid = 'item-1';
  const label = (add: readonly string[], remove: readonly string[] = []): Operation => ({
    kind: 'label',
    uuid,
    at: at(5),
    add,
    remove,
  });
  const labelled = rebaseItem(base, [label(['home', 'work']), label(['Later'], ['HOME'])]);
  expect(labelled).toEqual({ ...base, labels: ['Later', 'work'] });
  expect(applyOperation(labelled, label(['WORK'], ['home']))).toBe(labelled);
  const gone = rebaseItem(labelled, [{ kind: 'delete', uuid, at: at(6) }, label(['more'])]);
  expect(gone).toMatchObject({ deleted: true, labels: ['Later', 'work'] });
});

test('one operation: a change that sets nothing new has no effect', () => {
  expect(applyOperation(base, patch({ title: base.title, description: null }))).toBe(base);
});

test('one operation: a deleted item takes no changes until it is restored', () => {
  const uuid = 'item-1';
  const deleted = rebaseItem(base, [{ kind: 'delete', uuid, at: at(5) }, patch({ title: 'x' }, 6)]);
  expect(deleted).toEqual({ ...base, deleted: true, updated_at: at(5) });
  expect(rebaseItem(deleted, [{ kind: 'restore', uuid, at: at(7) }])).toEqual({
    ...base,
    updated_at: at(7),
  });
});

test('one operation: removing a person ends their assignment, and nobody else’s', () => {
  const held = { ...base, assigned_to: 7 };
  const removal = { kind: 'remove', uuid: 'item-1', at: at(5), user_id: 7 } as const;
  expect(applyOperation(held, removal)).toEqual({ ...base, updated_at: at(5) });
  expect(applyOperation(held, { ...removal, user_id: 8 })).toBe(held);
  const gone = { ...held, deleted: true };
  expect(applyOperation(gone, removal)).toBe(gone);
  const assign = { kind: 'assign', uuid: 'item-1', at: at(6), assigned_to: 3 } as const;
  expect(applyOperation(gone, assign)).toBe(gone);
});

describe('one operation: an action on an occurrence', () => {
  const weekly = { ...base, due_date: '2026-01-31', repeat: 'FREQ=WEEKLY', occurrence: 1 };
  const copy = item(2, { status: 'completed', occurrence: 1, occurrence_of: 'item-1' });
  const complete = { act: 'complete', n: 1, completedAt: at(5), day: '2026-01-31' } as const;
  const undo = { act: 'undo', n: 1, copy } as const;
  const done = (act: OccurrenceAct): Operation => ({
    kind: 'occurrence',
    uuid: 'item-1',
    at: at(5),
    act,
    copy,
    also: ['item-2'],
  });

  test('moves the item to its next date, unless it is deleted', () => {
    expect(applyOperation(weekly, done(complete))).toMatchObject({ due_date: '2026-02-07' });
    const deleted = { ...weekly, deleted: true };
    expect(applyOperation(deleted, done(complete))).toBe(deleted);
  });

  test('creates the copy, or recreates a deleted one under its own number', () => {
    expect(applyOperation(null, done(complete))).toEqual({ ...copy, deleted: false });
    const deleted = { ...copy, id: 77, title: 'former', deleted: true };
    expect(applyOperation(deleted, done(complete))).toEqual({ ...copy, id: 77, deleted: false });
  });

  test('does not change an existing copy, and creates none if the action has none', () => {
    const edited = { ...copy, title: 'edited', deleted: false };
    expect(applyOperation(edited, done(complete))).toBe(edited);
    expect(applyOperation(null, { ...done(complete), copy: null } as Operation)).toBe(null);
  });

  test('deletes the copy when the occurrence is undone', () => {
    const there = { ...copy, deleted: false };
    expect(applyOperation(there, done(undo))).toEqual({
      ...copy,
      deleted: true,
      updated_at: at(5),
    });
    expect(applyOperation(null, done(undo))).toBe(null);
  });

  test('resets completed children when the occurrence is completed or skipped, and only then', () => {
    const child = { ...item(3, { status: 'completed', completed_at: at(1) }), deleted: false };
    const begun = { ...child, status: 'pending', completed_at: null };
    expect(applyOperation(child, done(complete))).toEqual(begun);
    expect(applyOperation(child, done({ act: 'skip', n: 1, day: '2026-01-01' }))).toEqual(begun);
    expect(applyOperation(child, done(undo))).toBe(child);
    expect(
      applyOperation(child, done({ act: 'unskip', n: 1, from: '2026-01-31', day: null })),
    ).toBe(child);
    const started = { ...child, status: 'in_progress', completed_at: null } as const;
    expect(applyOperation(started, done(complete))).toBe(started);
  });
});

test('one operation: a change of a missing item has no effect', () => {
  expect(rebaseItem(null, [patch({ title: 'x' })])).toBe(null);
});

test('the change between two states turns one into the other', () => {
  const anyState = fc
    .record({
      title: fc.constantFrom('a', 'b'),
      description: fc.constantFrom(null, 'a'),
      status: anyStatus,
      assigned_to: fc.constantFrom(null, 1),
      due_date: fc.constantFrom(null, '2026-01-31'),
      due_time: fc.constantFrom(null, '17:00'),
      repeat: fc.constantFrom(null, 'FREQ=DAILY', 'FREQ=WEEKLY'),
      repeat_from: fc.constantFrom('due', 'completion'),
      repeat_start: fc.constantFrom(null, '2026-01-01'),
    })
    .map((fields) => item(1, { ...fields, ...plainOf(fields) }));
  fc.assert(
    fc.property(anyState, anyState, (before, after) => {
      const change = changeBetween(before, after);
      const reached = rebaseItem({ ...before, deleted: false }, [patch(change)]);
      expect(reached === null ? null : changedFields(reached, after)).toEqual([]);
      const leads = new Set((Object.keys(change) as EditableField[]).map(comparedFieldOf));
      expect([...leads]).toEqual(changedFields(before, after));
    }),
  );
});
