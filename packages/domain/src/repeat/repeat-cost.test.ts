import { maxRepeatPeriods } from '../values/limits.ts';
import { validateNewItem, validateChange } from '../items/validate.ts';
import { nextRepeatDay } from './repeat-dates.ts';
import { TooManyPeriods, instancesFrom } from './repeat-instances.ts';
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

test('[REPEAT-27] a rule whose next day takes too many periods to find is refused, and the field is named', () => {
  const draft = { type: 'todo', title: 'x', due_date: '2026-03-03' };
  const refused = { ok: false, error: { code: 'invalid', fields: { repeat: 'not_a_rule' } } };
  const [never = '', noDay = '', february = ''] = expensive;
  for (const repeat of [never, noDay]) {
    expect(validateNewItem({ ...draft, repeat })).toEqual(refused);
    expect(validateChange({ repeat }, { type: 'todo', due_date: draft.due_date })).toEqual(refused);
    // A date from which the rule takes as long is refused too.
    const dated = { due_date: draft.due_date };
    expect(validateChange(dated, { type: 'todo', repeat, due_date: null })).toEqual(refused);
  }
  expect(validateNewItem({ ...draft, repeat: february })).toMatchObject({ ok: true });
});

test('[REPEAT-27] the search for the next day checks a limited number of periods, whatever the item had before', () => {
  for (const text of [...expensive.slice(0, 2), yearOfMonths]) {
    const range = { rule: ruleOf(text), start: dayNumber('0001-01-02'), last: lastDayNumber };
    expect(() => [...instancesFrom({ ...range, from: range.start })]).toThrow(TooManyPeriods);
  }
  for (const text of expensive.slice(0, 2)) {
    const from = { start: '2026-03-03', after: '2026-03-03' };
    expect(nextRepeatDay({ rule: ruleOf(text), ...from })).toBe(null);
  }
  const yearly = ruleOf(`FREQ=YEARLY;BYMONTHDAY=${days};BYDAY=53MO;COUNT=1000`);
  const next = nextRepeatDay({ rule: yearly, start: '1900-01-01', after: '2026-11-29' });
  expect(next?.slice(0, 4)).toBe('2029');
  expect(maxRepeatPeriods).toBe(6_000);
});

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
