/**
 * The examples of RFC 5545, section 3.8.5.3, of the parts that Foray has, as civil days: those that end at
 * midnight of a day end with the day before. Where the list ends with '...' the rule goes on.
 */
export const rfcExamples: readonly (readonly [start: string, rule: string, days: string])[] = [
  ['1997-09-02', 'FREQ=DAILY;COUNT=10', '1997 Sep 2-11'],
  ['1997-09-02', 'FREQ=DAILY;UNTIL=19971223', '1997 Sep 2-30; Oct 1-31; Nov 1-30; Dec 1-23'],
  [
    '1997-09-02',
    'FREQ=DAILY;INTERVAL=2',
    '1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; Oct 2,4,6 ...',
  ],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 Sep 2,12,22; Oct 2,12'],
  [
    '1998-01-01',
    'FREQ=YEARLY;UNTIL=20000131;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1998 Jan 1-31. 1999 Jan 1-31. 2000 Jan 1-31',
  ],
  [
    '1998-01-01',
    'FREQ=DAILY;UNTIL=20000131;BYMONTH=1',
    '1998 Jan 1-31. 1999 Jan 1-31. 2000 Jan 1-31',
  ],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4'],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971223',
    '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4,11,18,25; Dec 2,9,16,23',
  ],
  // The weeks of this one begin on Sunday in the RFC, which makes no difference to it.
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2',
    '1997 Sep 2,16,30; Oct 14,28; Nov 11,25; Dec 9,23. 1998 Jan 6,20; Feb 3,17 ...',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971006;BYDAY=TU,TH',
    '1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2',
  ],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10;BYDAY=TU,TH', '1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2'],
  [
    '1997-09-01',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971223;BYDAY=MO,WE,FR',
    '1997 Sep 1,3,5,15,17,19,29; Oct 1,3,13,15,17,27,29,31; Nov 10,12,14,24,26,28; Dec 8,10,12,22',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;BYDAY=TU,TH',
    '1997 Sep 2,4,16,18,30; Oct 2,14,16',
  ],
  [
    '1997-09-05',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997 Sep 5; Oct 3; Nov 7; Dec 5. 1998 Jan 2; Feb 6; Mar 6; Apr 3; May 1; Jun 5',
  ],
  ['1997-09-05', 'FREQ=MONTHLY;UNTIL=19971223;BYDAY=1FR', '1997 Sep 5; Oct 3; Nov 7; Dec 5'],
  [
    '1997-09-07',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997 Sep 7,28; Nov 2,30. 1998 Jan 4,25; Mar 1,29; May 3,31',
  ],
  [
    '1997-09-22',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997 Sep 22; Oct 20; Nov 17; Dec 22. 1998 Jan 19; Feb 16',
  ],
  [
    '1997-09-28',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '1997 Sep 28; Oct 29; Nov 28; Dec 29. 1998 Jan 29; Feb 26 ...',
  ],
  [
    '1997-09-02',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997 Sep 2,15; Oct 2,15; Nov 2,15; Dec 2,15. 1998 Jan 2,15',
  ],
  [
    '1997-09-30',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997 Sep 30; Oct 1,31; Nov 1,30; Dec 1,31. 1998 Jan 1,31; Feb 1',
  ],
  [
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997 Sep 10-15. 1999 Mar 10-13',
  ],
  [
    '1997-09-02',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997 Sep 2,9,16,23,30; Nov 4,11,18,25. 1998 Jan 6,13,20,27; Mar 3,10,17,24,31 ...',
  ],
  [
    '1997-06-10',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997 Jun 10; Jul 10. 1998 Jun 10; Jul 10. 1999 Jun 10; Jul 10. 2000 Jun 10; Jul 10. 2001 Jun 10; Jul 10',
  ],
  [
    '1997-03-10',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997 Mar 10. 1999 Jan 10; Feb 10; Mar 10. 2001 Jan 10; Feb 10; Mar 10. 2003 Jan 10; Feb 10; Mar 10',
  ],
  ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997 May 19. 1998 May 18. 1999 May 17 ...'],
  [
    '1997-03-13',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997 Mar 13,20,27. 1998 Mar 5,12,19,26. 1999 Mar 4,11,18,25 ...',
  ],
  [
    '1997-06-05',
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997 Jun 5,12,19,26; Jul 3,10,17,24,31; Aug 7,14,21,28. 1998 Jun 4,11,18,25; Jul 2,9,16,23,30; Aug 6,13,20,27 ...',
  ],
  // The RFC excludes the start of this one by EXDATE, because the set has it otherwise.
  [
    '1997-09-02',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1997 Sep 2. 1998 Feb 13; Mar 13; Nov 13. 1999 Aug 13. 2000 Oct 13 ...',
  ],
  [
    '1997-09-13',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997 Sep 13; Oct 11; Nov 8; Dec 13. 1998 Jan 10; Feb 7; Mar 7; Apr 11; May 9; Jun 13 ...',
  ],
  [
    '1996-11-05',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996 Nov 5. 2000 Nov 7. 2004 Nov 2 ...',
  ],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997 Aug 5,10,19,24'],
  ['2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007 Jan 15,30; Feb 15; Mar 15,30'],
];

/** What happens at the ends of months and years, and where parts of a rule meet; written as the examples. */
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
