import { readRepeatRule } from './repeat-rule.ts';
import {
  isLastOfMonth,
  lastDayInstead,
  ruleAsMeant,
  skippedBy,
  withStartDay,
} from './short-months.ts';

function skippedByText(text: string, start: string | null = null) {
  const rule = readRepeatRule(text);
  return rule.ok ? skippedBy(rule.value, start) : rule.error;
}

test.each([
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'shortMonths'],
  ['FREQ=MONTHLY;BYMONTHDAY=-31', 'shortMonths'],
  ['FREQ=MONTHLY;BYMONTHDAY=30', 'february'],
  ['FREQ=MONTHLY;BYMONTHDAY=29', 'february'],
  ['FREQ=MONTHLY;BYMONTHDAY=28', null],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', null],
  // Each month has one of them.
  ['FREQ=MONTHLY;BYMONTHDAY=15,31', null],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=1,3', null],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'commonYears'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29', null],
  ['FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=29', null],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29', 'commonYears'],
  ['FREQ=MONTHLY;INTERVAL=9;BYMONTH=2;BYMONTHDAY=29', 'commonYears'],
  ['FREQ=MONTHLY;INTERVAL=16;BYMONTH=2;BYMONTHDAY=29', null],
  // No year has it.
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', null],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', null],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', null],
  ['FREQ=DAILY;BYMONTHDAY=31', null],
  ['FREQ=MONTHLY;BYDAY=1MO', null],
])('[REPEAT-21] %s skips %s', (text, skipped) => {
  expect(skippedByText(text)).toBe(skipped);
});

test.each([
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-01-31', null],
  ['FREQ=MONTHLY;INTERVAL=24;BYMONTHDAY=30', '2026-12-30', null],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30', '2026-01-30', null],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30', '2026-12-30', 'february'],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31', '2026-01-31', 'shortMonths'],
  ['FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31', '2026-01-31', 'shortMonths'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=30;BYMONTH=2,5', '2026-02-28', 'february'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=30;BYMONTH=2,4', '2026-04-30', null],
  ['FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=31', '2026-05-31', 'shortMonths'],
  ['FREQ=YEARLY;INTERVAL=3;BYMONTH=2;BYMONTHDAY=29', '2028-01-29', 'commonYears'],
])('[REPEAT-21] %s from %s skips %s', (text, start, skipped) => {
  expect(skippedByText(text, start)).toBe(skipped);
});

test.each([
  ['FREQ=MONTHLY', '2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['FREQ=MONTHLY;INTERVAL=12', '2026-01-31', null],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5', '2026-01-15', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5'],
  ['FREQ=YEARLY', '2028-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
  ['FREQ=YEARLY;BYMONTH=2', '2028-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
  // No rule that every release reads means the 30th or else the last day.
  ['FREQ=MONTHLY', '2026-01-30', null],
  ['FREQ=MONTHLY', '2026-01-28', null],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=FR', '2026-01-31', null],
  ['FREQ=MONTHLY;BYMONTHDAY=30,31', '2026-01-31', null],
  ['FREQ=YEARLY', '2026-12-31', null],
  ['FREQ=WEEKLY', '2026-01-31', null],
  ['FREQ=HOURLY', '2026-01-31', null],
])('[REPEAT-21] %s from %s has %s with the last day instead', (text, start, instead) => {
  expect(lastDayInstead(text, start)).toBe(instead);
});

test.each([
  ['FREQ=MONTHLY', '2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['FREQ=MONTHLY;INTERVAL=3', '2026-01-31', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
  // Its day was named: only the months that have a 31st.
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=31'],
  ['FREQ=MONTHLY', '2026-01-29', 'FREQ=MONTHLY'],
  ['FREQ=DAILY', '2026-01-31', 'FREQ=DAILY'],
])('[REPEAT-21] %s from %s means %s', (text, start, meant) => {
  expect(ruleAsMeant(text, start)).toBe(meant);
});

test.each(['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY;BYDAY=1MO', 'FREQ=YEARLY;BYMONTHDAY=5'])(
  '[REPEAT-02] %s needs no day from its start',
  (text) => {
    const rule = readRepeatRule(text);
    expect(rule.ok && withStartDay(rule.value, '2026-01-31')).toBe(rule.ok && rule.value);
  },
);

test('[REPEAT-21] 28 February is the last of its month, and 30 January is not', () => {
  expect(['2026-02-28', '2028-02-29', '2026-04-30', '2026-12-31'].every(isLastOfMonth)).toBe(true);
  expect(['2026-01-30', '2026-02-27', '2026-04-29'].some(isLastOfMonth)).toBe(false);
});
