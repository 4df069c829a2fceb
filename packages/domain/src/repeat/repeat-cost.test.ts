import { validateNewItem, validateChange } from '../items/validate.ts';
import { nextRepeatDay } from './repeat-dates.ts';
import { TooManySteps, instancesFrom } from './repeat-instances.ts';
import { dayNumber, lastDayNumber } from '../values/day-number.ts';
import { readRepeatRule } from './repeat-rule.ts';

const ruleOf = (text: string) => {
  const read = readRepeatRule(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

const days = Array.from({ length: 31 }, (_, index) => index + 1).join(',');

/** Rules that match nothing for thousands of years, or never, and are searched in small steps. */
const expensive = [
  `FREQ=DAILY;INTERVAL=11;BYMONTH=2;BYMONTHDAY=30`,
  `FREQ=DAILY;INTERVAL=13;BYMONTH=2,4;BYMONTHDAY=-31,31;BYDAY=MO,TU`,
  `FREQ=WEEKLY;INTERVAL=1;BYMONTH=2`,
];

/** Each of its years is searched month by month. */
const yearOfMonths = 'FREQ=YEARLY;BYMONTHDAY=1';

test('[REPEAT-27] a rule whose next day takes too many steps to find is refused, and the field is named', () => {
  const draft = { type: 'todo', title: 'x', due_date: '2026-03-03' };
  const refused = { ok: false, error: { code: 'invalid', fields: { repeat: 'not_a_rule' } } };
  const [never = '', noDay = '', february = ''] = expensive;
  for (const repeat of [never, noDay]) {
    expect(validateNewItem({ ...draft, repeat })).toEqual(refused);
    expect(validateChange({ repeat }, { type: 'todo', due_date: draft.due_date })).toEqual(refused);
  }
  expect(validateNewItem({ ...draft, repeat: february })).toMatchObject({ ok: true });
});

test('[REPEAT-27] the search for the next day takes a limited number of steps, whatever the item had before', () => {
  for (const text of [...expensive.slice(0, 2), yearOfMonths]) {
    const range = { rule: ruleOf(text), start: dayNumber('0001-01-02'), last: lastDayNumber };
    expect(() => [...instancesFrom({ ...range, from: range.start })]).toThrow(TooManySteps);
  }
  for (const text of expensive.slice(0, 2)) {
    const from = { start: '2026-03-03', after: '2026-03-03' };
    expect(nextRepeatDay({ rule: ruleOf(text), ...from })).toBe(null);
  }
  const yearly = ruleOf(`FREQ=YEARLY;BYMONTHDAY=${days};BYDAY=53MO;COUNT=1000`);
  const next = nextRepeatDay({ rule: yearly, start: '1900-01-01', after: '2026-11-29' });
  expect(next?.slice(0, 4)).toBe('2029');
});

test('[REPEAT-27] a period counts more steps the more days a rule names in it', () => {
  const never = ruleOf(`FREQ=MONTHLY;INTERVAL=7;BYDAY=53MO;BYMONTHDAY=${days}`);
  const start = dayNumber('2026-03-03');
  const range = { rule: never, start, from: start + 1, last: lastDayNumber };
  expect(() => instancesFrom(range).next()).toThrow(TooManySteps);
});

test.each([
  'FREQ=MONTHLY;BYDAY=53MO',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4',
  'FREQ=MONTHLY;BYMONTHDAY=8;BYDAY=1MO',
  'FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2',
  `FREQ=MONTHLY;INTERVAL=7;BYDAY=53MO;BYMONTHDAY=${days}`,
])(
  '[REPEAT-31] a rule that never matches is refused, and ends the series of an item that already has it: %s',
  (repeat) => {
    const dated = { type: 'todo', due_date: '2026-03-03' } as const;
    const refused = { ok: false, error: { code: 'invalid', fields: { repeat: 'not_a_rule' } } };
    expect(validateNewItem({ ...dated, title: 'x', repeat })).toEqual(refused);
    expect(validateChange({ repeat }, dated)).toEqual(refused);
    const after = '2026-03-03';
    expect(nextRepeatDay({ rule: ruleOf(repeat), start: after, after })).toBe(null);
    // An earlier release has accepted the rule: the date of its item can still change.
    expect(validateChange({ due_date: '2026-03-04' }, { ...dated, repeat })).toMatchObject({
      ok: true,
    });
  },
);

test('[REPEAT-31] a rule is matched from its start, so a date from which it would never match is valid', () => {
  const repeat = 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31';
  const moved = { type: 'todo', title: 'x', due_date: '2026-06-30', repeat } as const;
  const refused = { ok: false, error: { code: 'invalid', fields: { repeat: 'not_a_rule' } } };
  expect(validateNewItem(moved)).toEqual(refused);
  expect(validateNewItem({ ...moved, repeat_start: '2026-01-31' })).toMatchObject({ ok: true });
  const january = { ...moved, due_date: '2026-01-31' };
  expect(validateChange({ due_date: '2026-06-30' }, january)).toMatchObject({ ok: true });
});

test.each([
  ['2026-03-03', 'FREQ=YEARLY;INTERVAL=1000'],
  ['2026-03-03', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
  ['2026-03-03', 'FREQ=YEARLY;UNTIL=20260304'],
  ['2026-03-03', 'FREQ=YEARLY;BYDAY=53MO'],
  ['2200-12-31', 'FREQ=DAILY'],
])(
  '[REPEAT-31] a rule that matches late, or after its end or the last date, is valid: from %s %s',
  (due_date, repeat) => {
    expect(validateNewItem({ type: 'todo', title: 'x', due_date, repeat })).toMatchObject({
      ok: true,
    });
  },
);

test.each([
  ['0026-12-24', 'not_a_date'],
  ['1899-12-31', 'not_a_date'],
  ['2201-01-01', 'not_a_date'],
  ['12026-12-24', 'not_a_date'],
])('[DAY-06] %s is not a date that an item can have', (day, code) => {
  for (const [type, field] of [
    ['todo', 'due_date'],
    ['campaign', 'end_date'],
  ] as const) {
    const refused = { ok: false, error: { code: 'invalid', fields: { [field]: code } } };
    expect(validateNewItem({ type, title: 'x', [field]: day })).toEqual(refused);
    expect(validateChange({ [field]: day }, { type })).toEqual(refused);
  }
});

test.each(['1900-01-01', '2200-12-31'])('[DAY-06] %s is a date that an item can have', (day) => {
  expect(validateNewItem({ type: 'todo', title: 'x', due_date: day })).toMatchObject({ ok: true });
});

test('[DAY-06] an item that exists elsewhere keeps the dates and the rule that an earlier release accepted', () => {
  const item = { type: 'campaign', title: 'x', due_date: '0026-05-01', end_date: '9999-12-31' };
  expect(validateNewItem(item, { isExisting: true })).toMatchObject({
    ok: true,
    value: { due_date: '0026-05-01', end_date: '9999-12-31' },
  });
  const todo = {
    type: 'todo',
    title: 'x',
    due_date: '2026-03-03',
    repeat: 'FREQ=MONTHLY;BYDAY=53MO',
  };
  expect(validateNewItem(todo, { isExisting: true })).toMatchObject({
    ok: true,
    value: { repeat: todo.repeat },
  });
  const wrong = { ...todo, due_date: '0026-02-30', repeat: 'FREQ=HOURLY' };
  expect(validateNewItem(wrong, { isExisting: true })).toMatchObject({
    error: { fields: { due_date: 'not_a_date', repeat: 'not_a_rule' } },
  });
});

test('[DAY-06] the start and the last day of a rule may be days that only earlier releases accept', () => {
  const days = { repeat_start: '0026-05-01', occurrence_day: '0026-05-01' };
  expect(validateChange(days)).toEqual({ ok: true, value: days });
});
