import { expect, test } from 'vitest';
import { applyChange, changeBetween, changedFields, isAlike } from './change.ts';
import { at, item } from './testing/arbitraries.ts';

test('a move takes the number of the new parent, and any other change keeps it', () => {
  const child = item(1, { parent_id: 2, parent_uuid: 'item-2' });
  const moved = applyChange(child, { parent_uuid: 'item-3' }, { at: at(1), parentId: 3 });
  expect(moved).toMatchObject({ parent_id: 3, updated_at: at(1) });
  expect(applyChange(child, { parent_uuid: null }, { at: at(1) }).parent_id).toBe(null);
  expect(applyChange(child, { title: 'x' }, { at: at(1), parentId: 3 }).parent_id).toBe(2);
});

const dated = item(1, { due_date: '2026-02-01', due_time: '17:00' });

test('[TIME-03] a change that clears the date clears the time, whether it names it or not', () => {
  const cleared = applyChange(dated, { due_date: null }, { at: at(1) });
  expect(cleared).toMatchObject({ due_date: null, due_time: null });
  expect(applyChange(dated, { due_date: null, due_time: '18:00' }, { at: at(1) })).toEqual(cleared);
  // A row that a server of an earlier release left.
  const stray = item(1, { due_time: '17:00' });
  expect(applyChange(stray, { due_date: '2026-02-02' }, { at: at(1) }).due_time).toBe(null);
  expect(applyChange(stray, { title: stray.title }, { at: at(1) })).toBe(stray);
});

test('[TIME-01] another date keeps the time', () => {
  expect(applyChange(dated, { due_date: '2026-02-02' }, { at: at(1) }).due_time).toBe('17:00');
});

test('[TIME-02] date and time are compared as one field, and a change of either sends both', () => {
  const later = { ...dated, due_time: '18:00' };
  expect(changedFields(dated, later)).toEqual(['due_date']);
  expect(changeBetween(dated, later)).toEqual({ due_date: '2026-02-01', due_time: '18:00' });
  expect(changeBetween(dated, { ...dated, due_date: '2026-02-02' })).toEqual({
    due_date: '2026-02-02',
    due_time: '17:00',
  });
  expect(changeBetween(dated, { ...dated, due_date: null })).toEqual({
    due_date: null,
    due_time: null,
  });
  expect([isAlike('due_date', dated, later), isAlike('due_date', dated, { ...dated })]).toEqual([
    false,
    true,
  ]);
});
