import { withChange } from './change.ts';
import { isRepeating } from '../fields/occurrence-fields.ts';
import { afterAct, copyOf, hasFurther, leavesCopy } from './occurrence.ts';
import type { Item } from './item.ts';
import { at, item } from '../testing/arbitraries.ts';

function repeating(repeat: string, fields: Partial<Item> = {}): Item {
  const start = '2026-03-02';
  const from = { repeat_from: 'due', repeat_start: start } as const;
  return item(1, { due_date: start, due_time: '17:00', repeat, ...from, ...fields });
}

const complete = (n: number, day: string) =>
  ({ act: 'complete', n, completedAt: `${day}T10:00:00.000Z`, day }) as const;
const copyAt = (of: Item, n: number, day: string) =>
  copyOf(of, { uuid: 'copy', n, completedAt: `${day}T10:00:00.000Z`, at: at(1) });

test('[REPEAT-11] completing moves the item, pending, to the first day after both its date and the completion', () => {
  const weekly = repeating('FREQ=WEEKLY', { status: 'in_progress' });
  const next = (day: string) => afterAct(weekly, complete(1, day), at(1));
  expect(next('2026-03-01')).toMatchObject({
    due_date: '2026-03-09',
    due_time: '17:00',
    status: 'pending',
    completed_at: null,
    occurrence: 2,
    updated_at: at(1),
  });
  expect(next('2026-03-08').due_date).toBe('2026-03-09');
  expect(next('2026-03-09').due_date).toBe('2026-03-16');
  // Moving the day of one occurrence does not shift the series.
  const later = { ...weekly, due_date: '2026-03-04' };
  expect(afterAct(later, complete(1, '2026-03-03'), at(1)).due_date).toBe('2026-03-09');
});

test('[REPEAT-03] completing counts the days from the completion if the rule does', () => {
  const from = { repeat_from: 'completion' } as const;
  const thrice = repeating('FREQ=DAILY;INTERVAL=3;COUNT=2', from);
  const once = afterAct(thrice, complete(1, '2026-03-10'), at(1));
  expect(once).toMatchObject({ due_date: '2026-03-13', occurrence: 2 });
  expect(once).toMatchObject({ repeat: thrice.repeat, repeat_done: 1 });
  expect(hasFurther(thrice)).toBe(true);
  expect(hasFurther(once)).toBe(false);
  const over = afterAct(once, complete(2, '2026-03-13'), at(2));
  expect(over).toMatchObject({ status: 'completed', occurrence: 2, due_date: '2026-03-13' });
});

test('[REPEAT-11] completing completes the item itself after the last day', () => {
  const twice = repeating('FREQ=DAILY;COUNT=2');
  expect(leavesCopy(twice, '2026-03-02')).toBe(true);
  const last = afterAct(twice, complete(1, '2026-03-02'), at(1));
  expect(leavesCopy(last, '2026-03-03')).toBe(false);
  const over = afterAct(last, complete(2, '2026-03-03'), at(2));
  expect(over).toMatchObject({
    status: 'completed',
    completed_at: '2026-03-03T10:00:00.000Z',
    occurrence: 2,
  });
  // The result is the same for an item that no longer repeats.
  const plain = { ...twice, repeat: null };
  expect(afterAct(plain, complete(1, '2026-03-03'), at(2)).status).toBe('completed');
});

test('[REPEAT-10] completing has no effect for any occurrence other than the current one, or for a completed item', () => {
  const daily = repeating('FREQ=DAILY', { occurrence: 5 });
  for (const n of [1, 4, 6]) {
    expect(afterAct(daily, complete(n, '2026-03-02'), at(1))).toBe(daily);
    expect(afterAct(daily, { act: 'skip', n, day: '2026-03-02' }, at(1))).toBe(daily);
  }
  const done = { ...daily, status: 'completed' } as const;
  expect(afterAct(done, complete(5, '2026-03-02'), at(1))).toBe(done);
});

test('[REPEAT-12] skipping moves the item to the day after its date and after today, and COUNT counts it', () => {
  const weekly = repeating('FREQ=WEEKLY');
  const skip = { act: 'skip', n: 1, day: '2026-03-01' } as const;
  expect(afterAct(weekly, skip, at(1))).toMatchObject({ due_date: '2026-03-09', occurrence: 2 });
  const late = afterAct(weekly, { ...skip, day: '2026-03-16' }, at(1));
  expect(late).toMatchObject({ due_date: '2026-03-23', occurrence: 2, repeat_done: 1 });
  const counted = repeating('FREQ=WEEKLY;COUNT=2', { repeat_from: 'completion' });
  // A day to come is skipped, not done early: the next is not before it.
  expect(afterAct(counted, skip, at(1))).toMatchObject({ due_date: '2026-03-09' });
  expect(afterAct(counted, { ...skip, day: '2026-03-04' }, at(1)).due_date).toBe('2026-03-11');
  expect(afterAct(repeating('FREQ=WEEKLY;COUNT=1'), skip, at(1)).status).toBe('completed');
  const plain = item(1);
  expect(afterAct(plain, skip, at(1))).toBe(plain);
});

const before = repeating('FREQ=DAILY;COUNT=9', { repeat_from: 'completion', repeat_done: 3 });
const copy = copyAt(before, 1, '2026-03-10');
const after = afterAct(before, complete(1, '2026-03-10'), at(1));
const undo = { act: 'undo', n: 1, copy } as const;

test('[REPEAT-13] an undo moves the item back to the occurrence, with its former date and COUNT', () => {
  const { due_date, repeat } = before;
  const back = { due_date, repeat, occurrence: 1, repeat_done: 3 };
  expect(after.repeat_done).toBe(4);
  expect(afterAct(after, undo, at(2))).toMatchObject(back);
  // A server of an earlier release has lowered COUNT instead.
  const lowered = { ...after, repeat: 'FREQ=DAILY;COUNT=8', repeat_done: null };
  const former = { ...copy, repeat_done: null };
  expect(afterAct(lowered, { ...undo, copy: former }, at(2))).toMatchObject({ due_date, repeat });
  // Later changes of other fields stay, and so does a started status.
  const begun = { ...after, title: 'New', status: 'in_progress' } as const;
  expect(afterAct(begun, undo, at(2))).toMatchObject({
    due_date,
    repeat,
    occurrence: 1,
    title: 'New',
    status: 'in_progress',
  });
});

test('[REPEAT-13] an undo works in any time zone in which the person completed it', () => {
  for (const day of ['2026-03-09', '2026-03-10', '2026-03-11']) {
    const there = afterAct(before, { ...complete(1, '2026-03-10'), day }, at(1));
    expect(afterAct(there, undo, at(2)).due_date).toBe(before.due_date);
  }
});

test('[REPEAT-13] an undo keeps dates that somebody has changed since, and ignores any other occurrence', () => {
  for (const changed of [
    { ...after, due_date: '2026-05-01' },
    { ...after, due_time: '08:00' },
    { ...after, repeat: 'FREQ=WEEKLY' },
    { ...after, occurrence: 3 },
    { ...after, status: 'completed' } as const,
  ]) {
    expect(afterAct(changed, undo, at(2))).toBe(changed);
  }
  expect(afterAct(after, { ...undo, copy: null }, at(2))).toBe(after);
});

test('[REPEAT-13] undoing the late completion of a skipped occurrence does not move the item', () => {
  const last = repeating('FREQ=DAILY;COUNT=3', { occurrence: 3, repeat_done: 2 });
  // The copy is of the item as it was when the completion arrived.
  const late = copyAt(last, 2, '2026-03-02');
  expect(afterAct(last, { act: 'undo', n: 2, copy: late }, at(2))).toBe(last);
});

test('[REPEAT-12] an undo moves a skipped item back to its former day, unless its dates have changed', () => {
  for (const from of ['due', 'completion'] as const) {
    const shown = repeating('FREQ=WEEKLY;COUNT=9', { repeat_from: from, due_date: '2026-03-04' });
    const skipped = afterAct(shown, { act: 'skip', n: 1, day: '2026-03-02' }, at(1));
    const unskip = { act: 'unskip', n: 1, from: '2026-03-04', day: null } as const;
    const back = { ...shown, repeat_done: 0, updated_at: at(2) };
    expect(afterAct(skipped, unskip, at(2))).toEqual(back);
    const begun = { ...skipped, title: 'New', status: 'in_progress' } as const;
    expect(afterAct(begun, unskip, at(2))).toEqual({
      ...begun,
      due_date: '2026-03-04',
      occurrence: 1,
      repeat_done: 0,
      updated_at: at(2),
    });
    for (const changed of [
      withChange(skipped, { due_date: '2026-05-01' }),
      // A new rule starts on the day that the item then has.
      { ...skipped, repeat: 'FREQ=DAILY', repeat_start: skipped.due_date },
      { ...skipped, repeat: null, repeat_from: null, repeat_start: null },
      { ...skipped, occurrence: 3 },
      { ...skipped, status: 'completed' } as const,
    ]) {
      expect(afterAct(changed, unskip, at(2))).toBe(changed);
    }
  }
});

test('[REPEAT-12] an undo restores a skipped day, and keeps a time that was set since', () => {
  const item = repeating('FREQ=DAILY', { due_time: '08:00' });
  const skipped = afterAct(item, { act: 'skip', n: 1, day: '2026-03-02' }, at(1));
  const later = { ...skipped, due_time: '09:00' };
  const unskip = { act: 'unskip', n: 1, from: '2026-03-02', day: null } as const;
  const back = { ...item, due_time: '09:00', repeat_done: 0, updated_at: at(2) };
  expect(afterAct(later, unskip, at(2))).toEqual(back);
});

test('[REPEAT-12] an undo reopens an item whose last occurrence was skipped', () => {
  const once = repeating('FREQ=WEEKLY;COUNT=1');
  const over = afterAct(once, { act: 'skip', n: 1, day: '2026-03-02' }, at(1));
  expect(over.status).toBe('completed');
  const unskip = { act: 'unskip', n: 1, from: '2026-03-02', day: null } as const;
  expect(afterAct(over, unskip, at(2))).toEqual({ ...once, updated_at: at(2) });
});

test('[REPEAT-13] an undo reopens an item whose last occurrence was completed', () => {
  const last = repeating('FREQ=DAILY;COUNT=1', { status: 'completed', completed_at: at(1) });
  expect(afterAct(last, { act: 'undo', n: 1, copy: null }, at(2))).toMatchObject({
    status: 'pending',
    completed_at: null,
    occurrence: 1,
  });
});

test('[REPEAT-10] a copy is the completed item as it was, and does not repeat', () => {
  const weekly = repeating('FREQ=WEEKLY', { parent_uuid: 'item-9', parent_id: 9, assigned_to: 7 });
  const copy = copyAt(weekly, 1, '2026-03-03');
  expect(copy).toMatchObject({
    uuid: 'copy',
    title: weekly.title,
    parent_uuid: 'item-9',
    parent_id: 9,
    assigned_to: 7,
    due_date: '2026-03-02',
    due_time: '17:00',
    status: 'completed',
    completed_at: '2026-03-03T10:00:00.000Z',
    occurrence: 1,
    occurrence_of: weekly.uuid,
  });
  expect([isRepeating(weekly), isRepeating(copy), hasFurther(copy)]).toEqual([true, false, false]);
});
