import { formatDistance } from 'date-fns/formatDistance';
import fc from 'fast-check';
import { formatAgo } from './ago.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

test('[ACT-01] a time span is rounded as usual, also over years and with a clock that is ahead', () => {
  const nowMs = Date.parse('2026-11-15T12:00:00Z');
  const spans = [-5, 0.4, 1, 44, 45, 89, 90, 1_439].map((minutes) => minutes * minuteMs);
  const days = [1.7, 1.8, 29.9, 30, 60, 364, 366, 460, 640, 800].map((count) => count * dayMs);
  const said = [...spans, ...days].map((span) =>
    formatAgo(new Date(nowMs - span).toISOString(), nowMs),
  );
  expect(said).toEqual([
    'less than a minute ago',
    'less than a minute ago',
    '1 minute ago',
    '44 minutes ago',
    'about 1 hour ago',
    'about 1 hour ago',
    'about 2 hours ago',
    'about 24 hours ago',
    '1 day ago',
    '2 days ago',
    '30 days ago',
    'about 1 month ago',
    '2 months ago',
    '12 months ago',
    'about 1 year ago',
    'over 1 year ago',
    'almost 2 years ago',
    'about 2 years ago',
  ]);
});

test('[ACT-01] any time span reads as date-fns writes it', () => {
  // The library treats changes of the clocks, and the last days of a month, in its own ways.
  const moment = fc
    .record({
      year: fc.integer({ min: 1990, max: 2026 }),
      month: fc.integer({ min: 0, max: 11 }),
      day: fc.integer({ min: 1, max: 27 }),
      second: fc.integer({ min: 0, max: 86_399 }),
    })
    .map(({ year, month, day, second }) => new Date(year, month, day, 0, 0, second).getTime());
  const offsetAt = (ms: number) => new Date(ms).getTimezoneOffset();
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      fc.pre(offsetAt(a) === offsetAt(b));
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const usual = formatDistance(from, to, { addSuffix: true });
      expect(formatAgo(new Date(from).toISOString(), to)).toBe(usual);
    }),
    { numRuns: 2_000 },
  );
});
