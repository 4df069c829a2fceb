import { firstDay, ruleText } from './typed-rule.ts';

test('[TYPE-02] a rule has one text, whatever the order in which its parts were typed', () => {
  const days = (['SU', 'FR', 'MO', 'FR'] as const).map((weekday) => ({ weekday, ordinal: null }));
  const parts = { byMonthDay: [24, 1, 24], byMonth: [12], byDay: days } as const;
  expect(ruleText({ until: '2026-12-24', ...parts, interval: 2, freq: 'YEARLY' })).toBe(
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=1,24;BYDAY=MO,FR,SU;UNTIL=20261224',
  );
  expect(ruleText({ freq: 'DAILY', interval: 1, count: 5 })).toBe('FREQ=DAILY;COUNT=5');
  expect(ruleText({ freq: 'DAILY', interval: 0 })).toBeNull();
  expect(ruleText({ freq: 'DAILY', count: 0 })).toBeNull();
});

test.each([
  ['today', { freq: 'DAILY' }, '2026-11-27', '2026-11-27'],
  ['today, if no day is named', { freq: 'WEEKLY' }, '2026-11-27', '2026-11-27'],
  ['none, if today is after the end', { until: '2026-11-26' }, '2026-11-27', null],
  ['the last day of a leap February', { byMonthDay: [-1] }, '2028-02-02', '2028-02-29'],
  ['a day that the next month lacks', { byMonthDay: [30] }, '2027-02-01', '2027-03-30'],
  ['the last Friday', { byDay: [{ weekday: 'FR', ordinal: -1 }] }, '2026-11-28', '2026-12-25'],
  ['the fifth Monday', { byDay: [{ weekday: 'MO', ordinal: 5 }] }, '2026-12-01', '2027-03-29'],
  [
    'a leap day of a century',
    { interval: 48, byMonthDay: [29], byMonth: [2] },
    '2096-03-01',
    '2104-02-29',
  ],
  [
    'none after its end',
    { byDay: [{ weekday: 'FR', ordinal: null }], until: '2026-12-03' },
    '2026-11-28',
    null,
  ],
  ['none for a day that no year has', { byMonthDay: [31], byMonth: [2] }, '2026-11-28', null],
  [
    'the next day, whatever the interval',
    { freq: 'WEEKLY', interval: 2, byDay: [{ weekday: 'MO', ordinal: null }], count: 1 },
    '2026-11-27',
    '2026-11-30',
  ],
] as const)('[TYPE-02] the first day of a rule is right: %s', (_, parts, today, day) => {
  expect(firstDay({ freq: 'MONTHLY', ...parts }, today)).toBe(day);
});
