import { applyChange } from './change.ts';
import type { Item } from './item.ts';
import { afterAct, copyOf, timesLeft } from './occurrence.ts';
import { at, item } from '../testing/arbitraries.ts';

const start = '2026-03-02';

function repeating(repeat: string, fields: Partial<Item> = {}): Item {
  const series = { repeat_from: 'due', repeat_start: start } as const;
  return item(1, { due_date: start, repeat, ...series, ...fields });
}

const moveTo = (from: Item, due_date: string) => applyChange(from, { due_date }, { at: at(1) });

function complete(from: Item, day: string): Item {
  const { occurrence: n } = from;
  return afterAct(from, { act: 'complete', n, completedAt: `${day}T10:00:00.000Z`, day }, at(2));
}

const skip = (from: Item, day: string): Item =>
  afterAct(from, { act: 'skip', n: from.occurrence, day }, at(2));

test.each([
  // Sunday's bins, dragged to Saturday and put out then.
  ['moved earlier, done then', 'FREQ=WEEKLY', '2026-03-01', '2026-03-01', '2026-03-09'],
  ['moved earlier, done late', 'FREQ=WEEKLY', '2026-03-01', '2026-03-05', '2026-03-09'],
  ['moved later, done before its own day', 'FREQ=WEEKLY', '2026-03-04', '2026-03-01', '2026-03-09'],
  ['moved past the next day', 'FREQ=WEEKLY', '2026-03-10', '2026-03-10', '2026-03-16'],
  ['moved past the next day, done early', 'FREQ=WEEKLY', '2026-03-10', '2026-03-05', '2026-03-16'],
  ['not moved, done early', 'FREQ=WEEKLY', start, '2026-02-20', '2026-03-09'],
  ['not moved, done late', 'FREQ=WEEKLY', start, '2026-03-17', '2026-03-23'],
])(
  '[REPEAT-28] an occurrence %s: %s on %s, done on %s, is next on %s',
  (_, rule, due, day, next) => {
    const moved = moveTo(repeating(rule), due);
    expect(complete(moved, day)).toMatchObject({ due_date: next, occurrence_day: null });
    expect(skip(moved, day)).toMatchObject({ due_date: next, occurrence_day: null });
  },
);

test('[REPEAT-28] a moved occurrence keeps its day by the rule until it is moved back to it or the rule changes', () => {
  const early = moveTo(repeating('FREQ=WEEKLY'), '2026-02-28');
  expect(early.occurrence_day).toBe(start);
  const twice = moveTo(early, '2026-03-05');
  expect(twice.occurrence_day).toBe(start);
  expect(moveTo(twice, start).occurrence_day).toBeNull();
  const change = { repeat: 'FREQ=DAILY' };
  expect(applyChange(twice, change, { at: at(2) })).toMatchObject({
    occurrence_day: null,
    repeat_start: '2026-03-05',
  });
  expect(applyChange(twice, { due_date: null }, { at: at(2) }).occurrence_day).toBeNull();
  // An item that does not repeat has no such day.
  expect(moveTo(item(1, { due_date: start }), '2026-03-05').occurrence_day).toBeNull();
});

test('[REPEAT-13] undoing a completion brings back the moved date and its day by the rule', () => {
  const moved = moveTo(repeating('FREQ=WEEKLY;COUNT=5'), '2026-02-28');
  const fields = { uuid: 'copy', n: 1, completedAt: at(2), at: at(2) };
  const copy = { ...copyOf(moved, fields), completed_at: '2026-02-28T10:00:00.000Z' };
  const done = complete(moved, '2026-02-28');
  const back = afterAct(done, { act: 'undo', n: 1, copy }, at(3));
  expect(back).toEqual({ ...moved, updated_at: at(3) });
  expect(complete(back, '2026-02-28').due_date).toBe('2026-03-09');
});

test('[REPEAT-03] from completion, an occurrence that is done early counts from that day, and one that is skipped from its date', () => {
  const from = repeating('FREQ=DAILY;INTERVAL=3', { repeat_from: 'completion' });
  expect(complete(from, '2026-02-20').due_date).toBe('2026-02-23');
  expect(skip(from, '2026-02-20').due_date).toBe('2026-03-05');
  expect(skip(from, '2026-03-10').due_date).toBe('2026-03-13');
});

test('[REPEAT-29] undoing a skip takes back one of the occurrences that are done', () => {
  const skipped = skip(repeating('FREQ=DAILY;COUNT=5', { repeat_done: 2 }), start);
  expect(skipped.repeat_done).toBe(3);
  const unskip = { act: 'unskip', n: 1, from: start, day: start } as const;
  const back = { due_date: start, occurrence_day: null, occurrence: 1 };
  expect(afterAct(skipped, unskip, at(3))).toMatchObject({ ...back, repeat_done: 2 });
  // An earlier release has moved it on.
  const uncounted = { ...skipped, repeat_done: null };
  expect(afterAct(uncounted, unskip, at(3))).toMatchObject({ ...back, repeat_done: null });
});

test('[REPEAT-12] undoing a skip leaves a date that an earlier release has moved off the rule', () => {
  const moved = { ...skip(repeating('FREQ=WEEKLY'), start), due_date: '2026-03-10' };
  const unskip = { act: 'unskip', n: 1, from: start, day: null } as const;
  expect(afterAct(moved, unskip, at(3))).toBe(moved);
});

test('[REPEAT-12] undoing a skip brings back the moved date and its day by the rule', () => {
  const moved = moveTo(repeating('FREQ=WEEKLY'), '2026-02-28');
  const skipped = skip(moved, '2026-02-27');
  expect(skipped.due_date).toBe('2026-03-09');
  const unskip = { act: 'unskip', n: 1, from: '2026-02-28', day: start } as const;
  const back = afterAct(skipped, unskip, at(3));
  expect(back).toEqual({ ...moved, repeat_done: 0, updated_at: at(3) });
  // Somebody has moved the next one since.
  const changed = moveTo(skipped, '2026-03-16');
  expect(afterAct(changed, unskip, at(3))).toBe(changed);
});

test('[REPEAT-29] COUNT is how often an item is done: days that pass do not count', () => {
  let now = repeating('FREQ=DAILY;COUNT=3');
  expect(timesLeft(now)).toBe(3);
  now = complete(now, '2026-03-20');
  expect(now).toMatchObject({ due_date: '2026-03-21', repeat_done: 1 });
  expect(timesLeft(now)).toBe(2);
  now = skip(now, '2026-04-01');
  expect(now).toMatchObject({ due_date: '2026-04-02', repeat_done: 2 });
  expect(timesLeft(now)).toBe(1);
  now = complete(now, '2026-04-02');
  expect(now).toMatchObject({ status: 'completed', occurrence: 3, repeat_done: 2 });
  expect(timesLeft(repeating('FREQ=DAILY'))).toBeNull();
});

test('[REPEAT-29] a new rule starts counting at its first occurrence, and a new date does not reset the count', () => {
  const once = complete(repeating('FREQ=DAILY;COUNT=3'), start);
  expect(timesLeft(moveTo(once, '2026-05-01'))).toBe(2);
  const again = applyChange(once, { repeat: 'FREQ=DAILY;COUNT=4' }, { at: at(3) });
  expect(again.repeat_done).toBeNull();
  expect(timesLeft(again)).toBe(4);
});

test.each([
  // The start, the date and the rule of an item that only an earlier release has moved on.
  ['FREQ=DAILY;COUNT=10', '2026-03-05', 7],
  ['FREQ=DAILY;COUNT=10', '2026-03-11', 1],
  ['FREQ=DAILY;COUNT=2', '2026-06-01', 1],
  ['FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10', '2026-03-05', 9],
  // The day does not follow from the rule: somebody had moved it.
  ['FREQ=WEEKLY;COUNT=10', '2026-03-11', 9],
])('[REPEAT-29] an item of an earlier release: %s at %s has %i left', (repeat, due_date, left) => {
  expect(timesLeft(repeating(repeat, { due_date }))).toBe(left);
  const next = complete(repeating(repeat, { due_date }), due_date);
  if (left > 1) expect(timesLeft(next)).toBe(left - 1);
  else expect(next.status).toBe('completed');
  // From completion that release has lowered COUNT itself.
  const counted = repeating(repeat, { due_date, repeat_from: 'completion' });
  expect(timesLeft(counted)).toBe(Number(repeat.split('COUNT=')[1]));
});

test('[REPEAT-30] a rule with UNTIL still yields today as its last day, and ends after it', () => {
  const daily = repeating('FREQ=DAILY;UNTIL=20260306');
  expect(complete(daily, '2026-03-05').due_date).toBe('2026-03-06');
  const late = complete(daily, '2026-03-06');
  expect(late).toMatchObject({ due_date: '2026-03-06', status: 'pending', occurrence: 2 });
  expect(complete(late, '2026-03-06')).toMatchObject({ status: 'completed', occurrence: 2 });
  expect(complete(daily, '2026-03-07').status).toBe('completed');
  expect(skip(daily, '2026-03-06').due_date).toBe('2026-03-06');
  // Today is not a day of this rule.
  expect(complete(repeating('FREQ=WEEKLY;UNTIL=20260306'), '2026-03-06').status).toBe('completed');
});

const days = Array.from({ length: 31 }, (_, at) => at + 1).join(',');

test('[REPEAT-27] the next day is searched from the date, however long ago the rule began', () => {
  const repeat = `FREQ=YEARLY;BYMONTHDAY=${days};BYDAY=53MO;COUNT=1000`;
  const old = { repeat_start: '0001-01-01', due_date: '2024-12-30' } as const;
  const counted = repeating(repeat, { ...old, repeat_done: 360 });
  expect(complete(counted, '2026-11-29')).toMatchObject({
    due_date: '2029-12-31',
    repeat_done: 361,
  });
  // Counting the days of two thousand years takes too long: the number of the occurrence counts.
  const uncounted = repeating(repeat, { ...old, occurrence: 7 });
  expect(timesLeft(uncounted)).toBe(994);
  expect(complete(uncounted, '2026-11-29').due_date).toBe('2029-12-31');
});

test.each(['due', 'completion'] as const)(
  '[REPEAT-32] a series whose next date would lie after the last date of items ends: it counts from %s',
  (repeat_from) => {
    const fields = { due_date: '2200-12-31', repeat_start: '2200-12-30', repeat_from };
    const last = repeating('FREQ=DAILY', fields);
    const ended = { status: 'completed', due_date: '2200-12-31', occurrence: 1 };
    expect(complete(last, '2200-12-31')).toMatchObject(ended);
    expect(skip(last, '2200-12-31')).toMatchObject(ended);
    const before = repeating('FREQ=DAILY', { ...fields, due_date: '2200-12-30' });
    expect(complete(before, '2200-12-30')).toMatchObject({
      status: 'pending',
      due_date: '2200-12-31',
    });
  },
);
