import {
  dayNumber,
  dayOfNumber,
  firstOfMonth,
  firstOfWeek,
  lastDayNumber,
  monthOf,
  weekOf,
} from './day-number.ts';

test('days and day numbers convert to each other from year 1 to 9999', () => {
  for (const day of ['0001-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31']) {
    expect(dayOfNumber(dayNumber(day))).toBe(day);
  }
  expect(dayNumber('1970-01-02')).toBe(1);
  expect(dayNumber('9999-12-31')).toBe(lastDayNumber);
});

test('every month of the years 1 to 9999 begins and ends as in the calendar', () => {
  for (let month = 12; month < 120_000; month += 1) {
    const first = firstOfMonth(month);
    const written = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    if (dayOfNumber(first) !== written) expect(dayOfNumber(first)).toBe(written);
    if (monthOf(first) !== month || monthOf(first - 1) !== month - 1)
      expect(written).toBe('a first');
  }
});

test('every day of a calendar cycle is in its own month', () => {
  const first = dayNumber('1900-01-01');
  for (let day = first; day < first + 146_097; day += 1) {
    const text = dayOfNumber(day);
    const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
    if (monthOf(day) !== month) expect(monthOf(day)).toBe(month);
  }
});

test('a week begins on Monday', () => {
  const monday = dayNumber('2026-12-28');
  expect([0, 6, 7].map((days) => weekOf(monday + days) - weekOf(monday))).toEqual([0, 0, 1]);
  expect(weekOf(monday - 1)).toBe(weekOf(monday) - 1);
  expect(firstOfWeek(weekOf(monday + 3))).toBe(monday);
});
