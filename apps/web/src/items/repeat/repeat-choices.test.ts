import { readRepeat } from '@foray/domain';
import { offeredRules, ruleOfText, skippedBy } from './repeat-choices.ts';

test('[REPEAT-21] the rules offered for a due date all include it, with their canonical texts', () => {
  expect(offeredRules('2026-12-31')).toEqual([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=WEEKLY;BYDAY=TH',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31',
  ]);
  expect(offeredRules('2026-11-29')[2]).toBe('FREQ=WEEKLY;BYDAY=SU');
  for (const rule of offeredRules('2028-02-29')) {
    expect(readRepeat(rule)).toEqual({ ok: true, value: rule });
  }
});

test.each([
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'months'],
  ['FREQ=MONTHLY;BYMONTHDAY=29', 'months'],
  ['FREQ=MONTHLY;BYMONTHDAY=28', null],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', null],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'years'],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', null],
])('[REPEAT-21] %s skips %s', (text, skipped) => {
  expect(skippedBy(ruleOfText(text, '2026-12-31'))).toBe(skipped);
});
