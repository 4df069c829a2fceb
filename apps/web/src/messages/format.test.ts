import { formatDayAgo, formatDueDay, shortTitle } from './format.ts';

test('a day of the last week is shown by its distance, and an earlier day by its date', () => {
  expect(formatDayAgo('2026-11-21', 0)).toBe('today');
  expect(formatDayAgo('2026-11-20', 1)).toBe('yesterday');
  expect(formatDayAgo('2026-11-15', 6)).toBe('6 days ago');
  expect(formatDayAgo('2026-11-14', 7)).toBe('Nov 14, 2026');
});

test('[CAMP-08] a near day is shown as Today, Tomorrow or a weekday, and a day at least a week away by its date', () => {
  expect(formatDueDay('2026-11-22', 0)).toBe('today');
  expect(formatDueDay('2026-11-23', 1)).toBe('tomorrow');
  expect(formatDueDay('2026-11-24', 2)).toBe('Tuesday');
  expect(formatDueDay('2026-11-28', 6)).toBe('Saturday');
  expect(formatDueDay('2026-11-29', 7)).toBe('Nov 29, 2026');
  expect(formatDueDay('2026-11-21', -1)).toBe('Nov 21, 2026');
});

test('[LIST-22] a short date has no year if it is this one', () => {
  expect(formatDueDay('2026-03-14', 14, true)).toBe('Mar 14');
  expect(formatDueDay('2027-01-14', 46, true)).toBe('Jan 14, 2027');
  expect(formatDueDay('2025-12-31', -1, true)).toBe('Dec 31, 2025');
  expect(formatDayAgo('2026-03-14', 7, true)).toBe('Mar 14');
  expect(formatDayAgo('2025-12-31', 7, true)).toBe('Dec 31, 2025');
});

test('[CAMP-08] dates and times are written as in the browser’s own locale, whatever its language', async () => {
  const { DateTimeFormat } = Intl;
  const inGerman = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
    return new DateTimeFormat(locale ?? 'de', options);
  });
  onTestFinished(() => {
    inGerman.mockRestore();
    // Other tests must not get the formatters created here.
    vi.resetModules();
  });
  vi.resetModules();
  const german = await import('./format.ts');
  expect(german.formatDay('2026-03-04')).toBe('04.03.2026');
  expect(german.formatDueDay('2026-03-04', 7)).toBe('04.03.2026');
  expect(german.formatMoment('2026-03-04T12:00:00Z')).toMatch(/^04\.03\.2026, \d\d:00$/);
});

test('a day that a wrong clock puts into the future reads as today', () => {
  expect(formatDayAgo('2026-11-23', -2)).toBe('today');
});

test('only the beginning of a long title is quoted, and no character is cut in two', () => {
  expect(shortTitle('Buy milk')).toBe('Buy milk');
  expect(shortTitle('a'.repeat(60))).toBe('a'.repeat(60));
  expect(shortTitle('🛶'.repeat(61))).toBe(`${'🛶'.repeat(60)}…`);
  expect(shortTitle(`${'a'.repeat(59)} b`)).toBe(`${'a'.repeat(59)}…`);
});
