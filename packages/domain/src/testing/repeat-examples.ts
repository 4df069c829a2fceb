/**
 * Rules at the ends of months and years, and rules whose parts meet, written as the examples of RFC 5545. A
 * list that ends with '...' goes on.
 */
export const endsOfPeriods: readonly (readonly [
  what: string,
  start: string,
  rule: string,
  days: string,
])[] = [
  [
    'monthly on the 31st skips short months',
    '2026-01-31',
    'FREQ=MONTHLY',
    '2026 Jan 31; Mar 31; May 31; Jul 31; Aug 31; Oct 31; Dec 31. 2027 Jan 31 ...',
  ],
  [
    'every other month on the 31st keeps its months',
    '2026-03-31',
    'FREQ=MONTHLY;INTERVAL=2',
    '2026 Mar 31; May 31; Jul 31. 2027 Jan 31; Mar 31 ...',
  ],
  [
    'the last day of each month',
    '2027-12-31',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    '2027 Dec 31. 2028 Jan 31; Feb 29; Mar 31; Apr 30 ...',
  ],
  [
    'the 30th and the last day are one in April',
    '2026-03-30',
    'FREQ=MONTHLY;BYMONTHDAY=30,-1',
    '2026 Mar 30,31; Apr 30; May 30,31; Jun 30 ...',
  ],
  [
    'the 31st from the end is the first of a long month',
    '2026-01-01',
    'FREQ=MONTHLY;BYMONTHDAY=-31',
    '2026 Jan 1; Mar 1; May 1; Jul 1; Aug 1 ...',
  ],
  [
    'a leap day comes in leap years only, not in 2100',
    '2092-02-29',
    'FREQ=YEARLY',
    '2092 Feb 29. 2096 Feb 29. 2104 Feb 29 ...',
  ],
  [
    'a leap day every three years comes every twelve',
    '2000-02-29',
    'FREQ=YEARLY;INTERVAL=3',
    '2000 Feb 29. 2012 Feb 29. 2024 Feb 29 ...',
  ],
  [
    'the day before the end is included, and the end',
    '2026-01-30',
    'FREQ=DAILY;UNTIL=20260201',
    '2026 Jan 30,31; Feb 1',
  ],
  [
    'an end at the start leaves the start',
    '2026-01-30',
    'FREQ=DAILY;UNTIL=20260130',
    '2026 Jan 30',
  ],
  [
    'weeks of two years are one week',
    '2026-12-28',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
    '2026 Dec 28. 2027 Jan 3,11,17,25 ...',
  ],
  [
    'a week that has begun before the start counts from its Monday',
    '2026-12-31',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    '2026 Dec 31. 2027 Jan 11,14,25 ...',
  ],
  [
    'a week in two months is limited by the month of each day',
    '2026-01-27',
    'FREQ=WEEKLY;BYMONTH=1,3;BYDAY=TU,SA',
    '2026 Jan 27,31; Mar 3,7 ...',
  ],
  [
    'the fifth Sunday is left out of months without one',
    '2026-03-29',
    'FREQ=MONTHLY;BYDAY=5SU',
    '2026 Mar 29; May 31; Aug 30; Nov 29 ...',
  ],
  [
    'a fifth and a last Sunday that are one count once',
    '2026-03-29',
    'FREQ=MONTHLY;COUNT=4;BYDAY=5SU,-1SU',
    '2026 Mar 29; Apr 26; May 31; Jun 28',
  ],
  [
    'the last weekday of the year',
    '2026-12-28',
    'FREQ=YEARLY;BYDAY=-1MO',
    '2026 Dec 28. 2027 Dec 27. 2028 Dec 25 ...',
  ],
  [
    'the nth weekday of a month where months are given',
    '2026-05-11',
    'FREQ=YEARLY;BYMONTH=5,11;BYDAY=2MO,-1FR',
    '2026 May 11,29; Nov 9,27. 2027 May 10,28 ...',
  ],
  // The three where the kept library differs (repeat-library.test.ts). 3.3.10: BYDAY limits if BYMONTHDAY is there.
  [
    'the nth weekday of a year is limited by the day of the month',
    '2018-11-27',
    'FREQ=YEARLY;BYMONTHDAY=2;BYDAY=-5TU',
    '2018 Nov 27. 2025 Dec 2. 2031 Dec 2 ...',
  ],
  // 3.3.10: a weekday without a number means all of them, also beside one with a number.
  [
    'all of one weekday of a year beside the first of another',
    '2026-01-02',
    'FREQ=YEARLY;BYDAY=FR,1MO',
    '2026 Jan 2,5,9,16,23,30; Feb 6 ...',
  ],
  // 3.3.10: invalid dates are ignored, so a year of 52 Mondays has no 53rd.
  [
    'a year without a 53rd Monday',
    '2018-12-31',
    'FREQ=YEARLY;BYDAY=53MO',
    '2018 Dec 31. 2024 Dec 30. 2029 Dec 31 ...',
  ],
  [
    'daily rules are limited by month, day and weekday',
    '2026-01-13',
    'FREQ=DAILY;BYMONTH=2,3,11;BYMONTHDAY=13;BYDAY=FR',
    '2026 Jan 13; Feb 13; Mar 13; Nov 13 ...',
  ],
  [
    'an interval of days goes on through months that are left out',
    '2026-01-31',
    'FREQ=DAILY;INTERVAL=10;BYMONTH=1,3',
    '2026 Jan 31; Mar 2,12,22. 2027 Jan 6,16,26; Mar 7 ...',
  ],
  [
    'the first centuries',
    '0001-01-01',
    'FREQ=YEARLY;INTERVAL=50',
    '0001 Jan 1. 0051 Jan 1. 0101 Jan 1 ...',
  ],
  ['nothing comes after the year 9999', '9998-12-31', 'FREQ=YEARLY', '9998 Dec 31. 9999 Dec 31'],
];
