import fc from 'fast-check';
import { addDays, readRepeatRule, repeatFrequencies, repeatWeekdays } from '../index.ts';
import { naiveDays } from '../testing/naive-days.ts';
import { repeatDays } from '../testing/repeat-days.ts';

const span = 1_500;

const someOf = <T>(values: fc.Arbitrary<T>, maxLength: number) =>
  fc.oneof(fc.constant<T[]>([]), fc.uniqueArray(values, { minLength: 1, maxLength }));
const anyNumber = (max: number) =>
  fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: -max, max: -1 }));
const withList = (name: string, values: readonly unknown[]): string =>
  values.length === 0 ? '' : `;${name}=${values.join(',')}`;

const anyRule = fc
  .record({
    freq: fc.constantFrom(...repeatFrequencies),
    interval: fc.integer({ min: 1, max: 4 }),
    byMonth: someOf(fc.integer({ min: 1, max: 12 }), 3),
    byMonthDay: someOf(anyNumber(31), 5),
    byDay: someOf(fc.constantFrom(...repeatWeekdays), 5),
    ordinals: fc.array(fc.oneof(fc.constant(''), anyNumber(5), anyNumber(53)), { maxLength: 3 }),
    bySetPos: someOf(anyNumber(6), 3),
    weekStart: fc.constantFrom(...repeatWeekdays),
  })
  .map(({ freq, interval, byMonth, byMonthDay, byDay, ordinals, bySetPos, weekStart }) => {
    const hasOrdinals = freq === 'MONTHLY' || freq === 'YEARLY';
    const weekdays = byDay.map((day, at) => `${hasOrdinals ? (ordinals[at] ?? '') : ''}${day}`);
    const days = `${withList('BYMONTHDAY', freq === 'WEEKLY' ? [] : byMonthDay)}${withList('BYDAY', weekdays)}`;
    const rest = `${withList('BYSETPOS', bySetPos)};WKST=${weekStart}`;
    return `FREQ=${freq};INTERVAL=${interval}${withList('BYMONTH', byMonth)}${days}${rest}`;
  })
  .filter((text) => readRepeatRule(text).ok);

const anyStart = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2003-01-01', days));

test('[REPEAT-02] the days of any rule are those of RFC 5545, checked one by one', () => {
  fc.assert(
    fc.property(anyRule, anyStart, (text, start) => {
      const read = readRepeatRule(text);
      if (!read.ok) throw new Error(text);
      const expected = naiveDays(read.value, start, span);
      const last = addDays(start, span);
      const ours = repeatDays(text, start, expected.length + 1).filter((day) => day <= last);
      expect(ours).toEqual(expected);
    }),
    { seed: 5545, numRuns: 150 },
  );
});
