import { applyChange, changeBetween, changedFields, isAlike, comparedFieldOf } from './change.ts';
import { at, item } from '../testing/arbitraries.ts';

test('a move takes the number of the new parent, and any other change keeps it', () => {
  const child = item(1, { parent_id: 2, parent_uuid: 'item-2' });
  const moved = applyChange(child, { parent_uuid: 'item-3' }, { at: at(1), parentId: 3 });
  expect(moved).toMatchObject({ parent_id: 3, updated_at: at(1) });
  expect(applyChange(child, { parent_uuid: null }, { at: at(1) }).parent_id).toBe(null);
  expect(applyChange(child, { title: 'x' }, { at: at(1), parentId: 3 }).parent_id).toBe(2);
});

const dated = item(1, { due_date: '2026-02-01', due_time: '17:00' });

test('[TIME-03] a change that clears the date clears the time, whether or not it names the time', () => {
  const cleared = applyChange(dated, { due_date: null }, { at: at(1) });
  expect(cleared).toMatchObject({ due_date: null, due_time: null });
  expect(applyChange(dated, { due_date: null, due_time: '18:00' }, { at: at(1) })).toEqual(cleared);
  // A row that a server of an earlier release left.
  const stray = item(1, { due_time: '17:00' });
  expect(applyChange(stray, { due_date: '2026-02-02' }, { at: at(1) }).due_time).toBe(null);
  expect(applyChange(stray, { title: stray.title }, { at: at(1) })).toBe(stray);
});

test('[TIME-01] a new date keeps the time', () => {
  expect(applyChange(dated, { due_date: '2026-02-02' }, { at: at(1) }).due_time).toBe('17:00');
});

test('[TIME-02] date and time are compared as one field, and a change of either sends both', () => {
  const later = { ...dated, due_time: '18:00' };
  expect(changedFields(dated, later)).toEqual(['due_date']);
  const rule = { repeat: null, repeat_from: null, repeat_start: null, occurrence_day: null };
  expect(changeBetween(dated, later)).toEqual({
    due_date: '2026-02-01',
    due_time: '18:00',
    ...rule,
  });
  expect(changeBetween(dated, { ...dated, due_date: '2026-02-02' })).toEqual({
    due_date: '2026-02-02',
    due_time: '17:00',
    ...rule,
  });
  expect(changeBetween(dated, { ...dated, due_date: null })).toEqual({
    due_date: null,
    due_time: null,
    ...rule,
  });
  expect([isAlike('due_date', dated, later), isAlike('due_date', dated, { ...dated })]).toEqual([
    false,
    true,
  ]);
});

const weekly = item(1, {
  due_date: '2026-02-09',
  repeat: 'FREQ=WEEKLY',
  repeat_from: 'due',
  repeat_start: '2026-02-02',
});

test('[REPEAT-06] a new date keeps the rule and its start, and a new rule starts at the date', () => {
  const after = (change: Parameters<typeof applyChange>[1]) =>
    applyChange(weekly, change, { at: at(1) });
  expect(after({ due_date: '2026-02-10' })).toMatchObject({
    repeat: 'FREQ=WEEKLY',
    repeat_start: '2026-02-02',
  });
  expect(after({ repeat: 'FREQ=DAILY' }).repeat_start).toBe('2026-02-09');
  expect(after({ repeat: 'FREQ=DAILY', due_date: '2026-02-10' }).repeat_start).toBe('2026-02-10');
  expect(after({ repeat: 'FREQ=DAILY', repeat_start: '2026-02-01' }).repeat_start).toBe(
    '2026-02-01',
  );
  // Setting the same rule again keeps its start.
  const counted = { repeat: 'FREQ=WEEKLY', repeat_from: 'completion' } as const;
  expect(after(counted)).toMatchObject({ ...counted, repeat_start: '2026-02-02' });
});

test('[REPEAT-07] a change that clears the date or the rule clears all repetition', () => {
  const none = { repeat: null, repeat_from: null, repeat_start: null };
  for (const change of [{ due_date: null }, { repeat: null }]) {
    expect(applyChange(weekly, change, { at: at(1) })).toMatchObject(none);
  }
});

test('[REPEAT-08] a rule, how it counts, its start and the day by the rule form one field with the date', () => {
  const moved = { ...weekly, occurrence_day: '2026-02-08' };
  for (const field of ['repeat', 'repeat_from', 'repeat_start', 'occurrence_day'] as const) {
    expect(comparedFieldOf(field)).toBe('due_date');
    expect(changedFields(moved, { ...moved, [field]: null })).toEqual(['due_date']);
  }
  const { due_date, due_time, repeat, repeat_from, repeat_start, occurrence_day } = moved;
  const whole = { due_date, due_time, repeat, repeat_from, repeat_start, occurrence_day };
  expect(changeBetween(moved, { ...moved, due_time: '17:00' })).toEqual({
    ...whole,
    due_time: '17:00',
  });
});
