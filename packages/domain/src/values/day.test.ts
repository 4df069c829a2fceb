import fc from 'fast-check';
import { addDays, compareDays, daysBetween, dueDay, isDay, isOverdue } from './day.ts';
import { clampInstant, instantOf, parseInstant } from './instant.ts';
import { item } from '../testing/arbitraries.ts';

const anyDay = fc
  .date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9900-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

test.each(['2024-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  '2023-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '0000-01-01',
  '2026-01-31T00:00:00Z',
  ' 2026-01-31',
  '12026-01-31',
  '2026-01-312',
  '',
])('%j is not a day', (text) => {
  expect(isDay(text)).toBe(false);
});

test("adding days and counting days agree, and follow the calendar's order", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 30_000 }), (day, days) => {
      const later = addDays(day, days);
      expect(isDay(later)).toBe(true);
      expect(daysBetween(day, later)).toBe(days);
      expect(addDays(later, -days)).toBe(day);
      expect(compareDays(day, later)).toBe(days === 0 ? 0 : -1);
      expect(compareDays(later, day)).toBe(days === 0 ? 0 : 1);
    }),
  );
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(compareDays('2024-02-28', '2024-02-28')).toBe(0);
});

test('a campaign is due at its end date, or else its due date; any other item at its due date', () => {
  const dates = { due_date: '2026-01-01', end_date: '2026-02-02' };
  expect(dueDay({ type: 'campaign', ...dates })).toBe('2026-02-02');
  expect(dueDay({ type: 'campaign', ...dates, end_date: null })).toBe('2026-01-01');
  expect(dueDay({ type: 'task', ...dates })).toBe('2026-01-01');
});

test('an item is overdue if it is open and due before today', () => {
  const todo = { type: 'todo', status: 'pending', due_date: '2026-01-31', end_date: null } as const;
  expect(isOverdue(todo, '2026-01-31')).toBe(false);
  expect(isOverdue(todo, '2026-02-01')).toBe(true);
  expect(isOverdue({ ...todo, status: 'completed' }, '2026-02-01')).toBe(false);
  expect(isOverdue({ ...todo, due_date: null }, '2026-02-01')).toBe(false);
});

test('[TIME-01] overdue is decided by the day, whatever the time', () => {
  const timed = item(1, { due_date: '2026-01-31', due_time: '00:00' });
  expect([isOverdue(timed, '2026-01-31'), isOverdue(timed, '2026-02-01')]).toEqual([false, true]);
});

test('timestamps from outside are converted to the one form that sorts as text', () => {
  expect(parseInstant('2026-01-31T10:15:30+02:00')).toBe('2026-01-31T08:15:30.000Z');
  expect(parseInstant('2026-01-31T08:15:30.123456Z')).toBe('2026-01-31T08:15:30.123Z');
  for (const text of [
    '2026-01-31',
    '2026-01-31T08:15:30',
    'now',
    '2026-13-31T08:15:30Z',
    '+12026-01-31T08:15:30Z',
    // A form of ISO 8601 that Date.parse reads.
    '+002026-01-31T08:15:30Z',
    '2026-01-31T08:15:30Z (here)',
    // In UTC the year after 9999, which has one digit more and would sort first.
    '9999-12-31T23:30:00-01:00',
  ]) {
    expect(parseInstant(text)).toBe(null);
  }
});

test('claimed times are limited to 2000 … now', () => {
  const now = '2026-01-31T08:00:00.000Z';
  expect(clampInstant('2036-01-31T08:00:00.000Z', now)).toBe(now);
  expect(clampInstant('1970-01-01T00:00:00.000Z', now)).toBe('2000-01-01T00:00:00.000Z');
  expect(clampInstant('2026-01-31T07:59:59.999Z', now)).toBe('2026-01-31T07:59:59.999Z');
});

test('a moment is written in the standard form, even after another moment was formatted', () => {
  const oneMs = Date.UTC(2026, 0, 5, 8);
  const asked = [0, oneMs, oneMs, oneMs + 1, 0].map(instantOf);
  expect(asked).toEqual([
    '1970-01-01T00:00:00.000Z',
    '2026-01-05T08:00:00.000Z',
    '2026-01-05T08:00:00.000Z',
    '2026-01-05T08:00:00.001Z',
    '1970-01-01T00:00:00.000Z',
  ]);
  expect(() => instantOf(Number.NaN)).toThrow(RangeError);
  expect(instantOf(oneMs)).toBe('2026-01-05T08:00:00.000Z');
});
