import fc from 'fast-check';
import { readRepeatRule, repeatFrequencies, repeatText, repeatWeekdays } from '@foray/domain';
import { repeatInWords } from './en/lazy/repeat.ts';

function wordsOf(text: string): string {
  const rule = readRepeatRule(text);
  return rule.ok ? repeatInWords(rule.value) : rule.error;
}

test.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;INTERVAL=2', 'every 2 days'],
  ['FREQ=DAILY;INTERVAL=1000;COUNT=1000', 'every 1,000 days, 1,000 times'],
  ['FREQ=DAILY;BYMONTH=1,2', 'every day in January and February'],
  ['FREQ=DAILY;BYDAY=MO,TU', 'every day on Mon and Tue'],
  ['FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR', 'every day on the 13th if it is a Friday'],
  ['FREQ=WEEKLY', 'every week'],
  ['FREQ=WEEKLY;BYDAY=FR', 'every Friday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE', 'every week on Mon, Tue and Wed'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'every 2 weeks on Mon and Thu'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYMONTH=5', 'every 2 weeks on Sun in May'],
  ['FREQ=MONTHLY', 'monthly'],
  ['FREQ=MONTHLY;INTERVAL=3', 'every 3 months'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'monthly on the last Friday'],
  ['FREQ=MONTHLY;BYDAY=1SU,-1SU', 'monthly on the last Sunday and the first Sunday'],
  ['FREQ=MONTHLY;BYDAY=-2MO', 'monthly on the second to last Monday'],
  ['FREQ=MONTHLY;BYDAY=TU', 'monthly on every Tuesday'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'monthly on the 31st'],
  ['FREQ=MONTHLY;BYMONTHDAY=2,15', 'monthly on the 2nd and 15th'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'monthly on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', 'monthly on the 3rd to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'monthly on the 13th if it is a Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=SA,SU', 'monthly on the 1st if it is a Saturday or a Sunday'],
  ['FREQ=YEARLY', 'every year'],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;COUNT=5', 'every year on 24 December, 5 times'],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,31', 'every year on 24 and 31 December'],
  ['FREQ=YEARLY;BYMONTH=3,6;BYMONTHDAY=1', 'every year on the 1st of March and June'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'every year on the last day of February'],
  ['FREQ=YEARLY;BYMONTH=6,7', 'every year in June and July'],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', 'every year on the second Sunday of May'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', 'every year on every Thursday of March'],
  ['FREQ=YEARLY;BYMONTHDAY=1', 'every year on the 1st of each month'],
  ['FREQ=YEARLY;BYDAY=20MO', 'every year on the 20th Monday of the year'],
  ['FREQ=YEARLY;INTERVAL=4;BYDAY=MO', 'every 4 years on every Monday'],
  [
    'FREQ=YEARLY;BYMONTHDAY=2;BYDAY=-5TU',
    'every year on the 2nd of each month if it is the fifth to last Tuesday of the year',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', 'monthly on the 30th or the last day'],
  [
    'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=1,-1',
    'monthly on every Monday and every Friday, only the last and first of these',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
    'every 2 weeks on Mon and Sun, in weeks from Sunday',
  ],
  ['FREQ=DAILY;COUNT=1', 'every day, once'],
  ['FREQ=WEEKLY;UNTIL=20261224', 'every week, until Dec 24, 2026'],
])('[REPEAT-05] %s is %s', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});

test('[REPEAT-05] different rules read differently', () => {
  const some = <T>(values: fc.Arbitrary<T>) => fc.uniqueArray(values, { maxLength: 2 });
  const part = (name: string, values: readonly unknown[]) =>
    values.length === 0 ? '' : `;${name}=${values.join(',')}`;
  const anyRule = fc
    .record({
      freq: fc.constantFrom(...repeatFrequencies),
      interval: fc.constantFrom(1, 2),
      byMonth: some(fc.constantFrom(1, 2)),
      byMonthDay: some(fc.constantFrom(1, 28, 29, -1, -2)),
      byDay: some(
        fc.tuple(fc.constantFrom('', '1', '-1', '20'), fc.constantFrom(...repeatWeekdays)),
      ),
      places: some(fc.constantFrom(1, 2, -1)),
      week: fc.constantFrom('', ';WKST=SU', ';WKST=SA'),
      end: fc.constantFrom('', ';COUNT=1', ';COUNT=2', ';UNTIL=20261224'),
    })
    .map(({ freq, interval, byMonth, byMonthDay, byDay, places, week, end }) => {
      const weekdays = byDay.map((day) => day.join(''));
      const lists = `${part('BYMONTH', byMonth)}${part('BYMONTHDAY', byMonthDay)}${part('BYDAY', weekdays)}`;
      return `FREQ=${freq};INTERVAL=${interval}${lists}${part('BYSETPOS', places)}${week}${end}`;
    });
  const known = new Map<string, string>();
  fc.assert(
    fc.property(anyRule, (text) => {
      const rule = readRepeatRule(text);
      if (!rule.ok) return;
      const words = repeatInWords(rule.value);
      const canonical = repeatText(rule.value);
      expect(known.get(words) ?? canonical).toBe(canonical);
      known.set(words, canonical);
    }),
    { numRuns: 3_000 },
  );
});
