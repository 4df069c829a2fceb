import { casesOf, chosenPart, partCount } from './daily-part.ts';

test('the parts together contain every case once, and each has its share of long and short lists', () => {
  for (const count of [6, 12, 6_000]) {
    const cases = Array.from({ length: count }, (_, number) => number);
    const parts = Array.from({ length: partCount }, (_, part) => casesOf(part, cases));
    expect(parts.flat().toSorted((a, b) => a - b)).toEqual(cases);
    for (const part of parts) expect(part).toHaveLength(count / partCount);
    expect(casesOf('all', cases)).toEqual(cases);
  }
});

test('each part contains every kind of two or three that alternate', () => {
  const cases = Array.from({ length: 36 }, (_, number) => number);
  for (const kinds of [2, 3]) {
    expect(new Set(casesOf(3, cases).map((number) => number % kinds)).size).toBe(kinds);
  }
});

test('the part stays the same until midnight UTC, and each part has its day', () => {
  const on = (time: string) => chosenPart(undefined, Date.parse(`2026-11-${time}Z`));
  expect(on('28T23:59')).toBe(on('28T00:00'));
  const days = ['25', '26', '27', '28', '29', '30'].map((day) => on(`${day}T12:00`));
  expect(new Set(days).size).toBe(partCount);
});

test('an environment can ask for one part or for all, and for nothing else', () => {
  expect(['0', '5', 'all'].map((asked) => chosenPart(asked, 0))).toEqual([0, 5, 'all']);
  for (const asked of ['6', '-1', '1.5', 'some']) {
    expect(() => chosenPart(asked, 0)).toThrow('DAILY_PART is all or a number below 6');
  }
});
