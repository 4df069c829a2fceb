import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { addDays, daysBetween, lastItemDay, repeatFrequencies, repeatWeekdays } from '../index.ts';
import { repeatDays } from '../testing/repeat-days.ts';

/** How many rules are compared; `npm run test:full` compares 100,000. */
const rules = Number(process.env['REPEAT_RULES'] ?? 500);
const comparedDays = 6;
/** The library searches this many periods before it gives up. */
const maxIterations = 300;
const lastItemYear = Number(lastItemDay.slice(0, 4));
const periodDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 28, YEARLY: 365 };

const someOf = <T>(values: fc.Arbitrary<T>, maxLength: number) =>
  fc.oneof(fc.constant<T[]>([]), fc.uniqueArray(values, { minLength: 1, maxLength }));
const anyNumber = (max: number) =>
  fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: -max, max: -1 }));

const anyStart = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1985-01-01', days)),
  fc.constantFrom('1996-02-29', '1999-12-31', '2023-01-31', '2024-02-29', '2024-12-30'),
);

const withList = (name: string, values: readonly unknown[]): readonly string[] =>
  values.length === 0 ? [] : [`${name}=${values.join(',')}`];

/**
 * Starts and rules of the combinations of parts that RFC 5545 allows and Foray supports, except for two where
 * the library differs from section 3.3.10; testing/repeat-examples.ts has examples. The library does not let
 * BYMONTHDAY limit the nth weekdays of a year, as note 2 says. It takes the 53rd of a weekday in a year of 52
 * from the next year, although a rule ignores dates that do not exist.
 */
const anyCase = fc
  .record({
    start: anyStart,
    freq: fc.constantFrom(...repeatFrequencies),
    interval: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 1, arbitrary: fc.integer({ min: 6, max: 1_000 }) },
    ),
    byMonth: someOf(fc.integer({ min: 1, max: 12 }), 4),
    byMonthDay: someOf(anyNumber(31), 4),
    byDay: someOf(fc.constantFrom(...repeatWeekdays), 4),
    ordinals: fc.array(fc.oneof(anyNumber(5), anyNumber(52)), { maxLength: 4 }),
    end: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 8 }).map((count) => ({ count })),
      fc.integer({ min: 0, max: 2_000 }).map((days) => ({ days })),
    ),
  })
  .map(({ start, freq, interval, byMonth, byMonthDay, byDay, ordinals, end }) => {
    const withOrdinals = freq === 'MONTHLY' || freq === 'YEARLY';
    const weekdays = byDay.map((day, at) => `${withOrdinals ? (ordinals[at] ?? '') : ''}${day}`);
    const ofYear = freq === 'YEARLY' && byMonth.length === 0 && weekdays.some(isOrdinal);
    const parts = (byDays: readonly string[]): string =>
      [
        `FREQ=${freq};INTERVAL=${interval}`,
        ...withList('BYMONTH', byMonth),
        ...withList('BYMONTHDAY', freq === 'WEEKLY' || ofYear ? [] : byMonthDay),
        ...withList('BYDAY', byDays),
        ...(end !== null && 'count' in end ? [`COUNT=${end.count}`] : []),
        ...(end !== null && 'days' in end
          ? [`UNTIL=${addDays(start, end.days).replaceAll('-', '')}`]
          : []),
      ].join(';');
    return {
      start,
      rule: parts(weekdays),
      // Beside the nth weekdays of a year the library leaves out weekdays without a number. By section 3.3.10
      // they mean all days of that name.
      libraryRule: parts(ofYear ? weekdays.flatMap(eachOrdinal) : weekdays),
      count: end !== null && 'count' in end ? end.count : Infinity,
      searchedDays: (maxIterations - 1) * interval * periodDays[freq],
    };
  });

function isOrdinal(weekday: string): boolean {
  return weekday.length > 2;
}

function eachOrdinal(weekday: string): readonly string[] {
  if (isOrdinal(weekday)) return [weekday];
  return [...Array.from({ length: 52 }, (_, at) => `${at + 1}${weekday}`), `-1${weekday}`];
}

/** The first days that the library finds, and whether it gave up before it had enough. */
function libraryDays(start: string, rule: string) {
  const days: string[] = [];
  const library = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\nRRULE:${rule}`,
    maxIterations,
  });
  try {
    library.all((date) => {
      if (date.year <= lastItemYear) days.push(date.toPlainDate().toString());
      return date.year <= lastItemYear && days.length < comparedDays;
    });
    return { days, gaveUp: false };
  } catch (error) {
    // Intervals of centuries soon lead to years that Temporal does not support.
    if (!/Maximum iterations|Out-of-bounds date/.test(String(error))) throw error;
    return { days, gaveUp: true };
  }
}

test(
  `[REPEAT-02] the days of ${rules} random rules equal those of a maintained library`,
  { timeout: 60_000 + rules * 100 },
  () => {
    fc.assert(
      fc.property(anyCase, ({ start, rule, libraryRule, count, searchedDays }) => {
        // The number of instances is not the rule's: COUNT counts what was done.
        const ours = repeatDays(rule, start, Math.min(comparedDays, count));
        const { days, gaveUp } = libraryDays(start, libraryRule);
        // A start that the rule does not match is our first instance. RFC 5545 leaves that open, and the
        // library then has no instance on it.
        const all = days[0] === start ? days : [start, ...days];
        const expected = all.slice(0, Math.min(comparedDays, count));
        expect(ours.slice(0, gaveUp ? expected.length : undefined)).toEqual(expected);
        const next = gaveUp ? ours[expected.length] : undefined;
        // The part that the library searched before it gave up has no other day.
        if (next === undefined) return;
        expect(daysBetween(start, next)).toBeGreaterThanOrEqual(searchedDays);
      }),
      { seed: 5545, numRuns: rules },
    );
  },
);
