import { readRepeat } from '@foray/domain';
import { offeredRules } from './repeat-choices.ts';

const everyDate = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'];

test.each([
  ['2026-11-29', ['FREQ=MONTHLY;BYMONTHDAY=29', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=29']],
  [
    '2026-12-31',
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31',
    ],
  ],
  [
    '2026-11-30',
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'FREQ=MONTHLY;BYMONTHDAY=30',
      'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=30',
    ],
  ],
  [
    '2028-02-29',
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'FREQ=MONTHLY;BYMONTHDAY=29',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    ],
  ],
])('[REPEAT-21] %s offers the rules that have it, in their canonical texts', (day, ofMonths) => {
  const [weekday = ''] = offeredRules(day).slice(2);
  expect(weekday).toMatch(/^FREQ=WEEKLY;BYDAY=[A-Z]{2}$/);
  expect(offeredRules(day)).toEqual([...everyDate, weekday, ...ofMonths]);
  for (const rule of offeredRules(day)) expect(readRepeat(rule)).toEqual({ ok: true, value: rule });
});

test('[REPEAT-21] a Sunday offers Sundays', () => {
  expect(offeredRules('2026-11-29')[2]).toBe('FREQ=WEEKLY;BYDAY=SU');
});
