import { addDays, nextRepeatDay } from '../index.ts';
import { nextAfterCompletion } from './repeat-dates.ts';
import { endsOfPeriods } from '../testing/repeat-examples.ts';
import { daysWritten, repeatDays, ruleOf } from '../testing/repeat-days.ts';

/** The days of a list, and one more place for a day that must not follow unless the list continues. */
function expectDays(rule: string, start: string, list: string): void {
  const days = daysWritten(list.replace(' ...', ''));
  const most = list.endsWith('...') ? days.length : days.length + 1;
  expect(repeatDays(rule, start, most)).toEqual(days);
}

test.each(endsOfPeriods)('[REPEAT-02] %s', (_what, start, rule, list) => {
  expectDays(rule, start, list);
});

test('[REPEAT-02] the next day can be computed from any day, matching or not', () => {
  const next = (after: string) =>
    nextRepeatDay({
      rule: ruleOf('FREQ=WEEKLY;INTERVAL=2;UNTIL=20260202'),
      start: '2026-01-05',
      after,
    });
  expect(next('2020-01-01')).toBe('2026-01-05');
  expect(next('2026-01-04')).toBe('2026-01-05');
  expect(next('2026-01-05')).toBe('2026-01-19');
  expect(next('2026-01-18')).toBe('2026-01-19');
  expect(next('2026-01-25')).toBe('2026-02-02');
  expect(next('2026-02-02')).toBe(null);
});

test('[REPEAT-02] a start that the rule does not match is its first day', () => {
  expect(repeatDays('FREQ=WEEKLY;BYDAY=FR;UNTIL=20260116', '2026-01-05', 9)).toEqual([
    '2026-01-05',
    '2026-01-09',
    '2026-01-16',
  ]);
  expect(repeatDays('FREQ=DAILY;UNTIL=20260104', '2026-01-05', 9)).toEqual([]);
});

test.each([
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTH=3',
  'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=8',
  'FREQ=MONTHLY;BYDAY=6MO',
  'FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=31',
  'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
  'FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29',
])('[REPEAT-02] %s never matches after a start on February 1st, 2027, and ends', (rule) => {
  expect(repeatDays(rule, '2027-02-01', 2)).toEqual(['2027-02-01']);
});

test('[REPEAT-02] a rule with an old start gives the same day as counting from it', () => {
  const weekly = ruleOf('FREQ=WEEKLY;INTERVAL=3;BYDAY=WE');
  const wednesday = addDays('1926-03-03', 21 * 1_739);
  expect(nextRepeatDay({ rule: weekly, start: '1926-03-03', after: addDays(wednesday, -5) })).toBe(
    wednesday,
  );
});

const next = (text: string, completedOn: string) => nextAfterCompletion(ruleOf(text), completedOn);

test('[REPEAT-03] from completion: the interval counts from the day of completion', () => {
  expect(next('FREQ=DAILY;INTERVAL=3', '2026-02-27')).toBe('2026-03-02');
  expect(next('FREQ=WEEKLY;INTERVAL=2', '2026-12-30')).toBe('2027-01-13');
  expect(next('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-01-07')).toBe('2026-01-09');
  expect(next('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-01-07')).toBe('2026-01-19');
  expect(next('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2026-12-24')).toBe('2027-12-24');
});

test.each([
  ['FREQ=MONTHLY;INTERVAL=3', '2025-11-29', '2026-02-28'],
  ['FREQ=MONTHLY', '2026-01-31', '2026-02-28'],
  ['FREQ=MONTHLY', '2028-01-30', '2028-02-29'],
  ['FREQ=MONTHLY;INTERVAL=6', '2026-08-31', '2027-02-28'],
  ['FREQ=MONTHLY;BYMONTH=1,4', '2026-01-31', '2026-04-30'],
  ['FREQ=YEARLY', '2024-02-29', '2025-02-28'],
  ['FREQ=YEARLY;INTERVAL=4', '2024-02-29', '2028-02-29'],
  ['FREQ=YEARLY;BYMONTH=2', '2026-03-31', '2027-02-28'],
  ['FREQ=YEARLY;BYMONTH=3,5', '2026-01-30', '2026-03-30'],
  // Days that somebody chose are those of RFC 5545.
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', '2026-03-31'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2024-02-29', '2028-02-29'],
])('[REPEAT-03] from completion: %s on %s is next on %s', (rule, completed, expected) => {
  expect(next(rule, completed)).toBe(expected);
});

test('[REPEAT-03] from completion: UNTIL is the last day', () => {
  expect(next('FREQ=DAILY;UNTIL=20260108', '2026-01-07')).toBe('2026-01-08');
  expect(next('FREQ=DAILY;UNTIL=20260108', '2026-01-08')).toBe(null);
  expect(next('FREQ=DAILY;UNTIL=20260108', '2026-03-01')).toBe(null);
});
