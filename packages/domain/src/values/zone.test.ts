import { dayIn, instantOf, zoneNamed } from '../index.ts';

const zones = Intl.supportedValuesOf('timeZone');
/** Days on which the clocks of both hemispheres change, and one on which they do not. */
const changesOfClocks = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2027-01-01',
];

test.each([
  ['UTC', '2026-01-31T23:59:59.999Z', '2026-01-31'],
  ['UTC', '2026-02-01T00:00:00.000Z', '2026-02-01'],
  ['Europe/Berlin', '2026-12-31T22:59:59.999Z', '2026-12-31'],
  ['Europe/Berlin', '2026-12-31T23:00:00.000Z', '2027-01-01'],
  ['Europe/Berlin', '2026-07-31T22:00:00.000Z', '2026-08-01'],
  ['America/New_York', '2026-03-01T04:59:59.999Z', '2026-02-28'],
  ['Pacific/Kiritimati', '2026-01-01T10:00:00.000Z', '2026-01-02'],
  ['Pacific/Pago_Pago', '2026-01-01T10:59:59.999Z', '2025-12-31'],
  ['Asia/Kathmandu', '2024-02-28T18:15:00.000Z', '2024-02-29'],
  // The day that Samoa skipped.
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
])('[REPEAT-04] in %s %s is on %s', (zone, instant, day) => {
  expect(dayIn(zone, instant)).toBe(day);
});

test('[REPEAT-04] in every zone the day changes at local midnight, even when the clocks change', () => {
  expect(zones.length).toBeGreaterThan(300);
  for (const zone of zones) {
    expect(zoneNamed(zone)).toBe(zone);
    const clock = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (const day of changesOfClocks) {
      const noonMs = Date.parse(`${day}T12:00:00.000Z`);
      const [hours = 0, minutes = 0] = clock.format(noonMs).slice(11).split(':').map(Number);
      const midnightMs = noonMs - (hours * 60 + minutes) * 60_000;
      // Offsets are whole quarters of an hour, and clocks change by up to two hours.
      for (let quarter = -9; quarter <= 9; quarter += 1) {
        for (const ms of [-1, 0]) {
          const atMs = midnightMs + quarter * 900_000 + ms;
          const shown = clock.format(atMs);
          if (!shown.startsWith(dayIn(zone, instantOf(atMs))))
            expect(`${zone}, ${day}`).toBe(shown);
        }
      }
    }
  }
});

test.each([
  undefined,
  null,
  1,
  '',
  'Europe',
  'Etc/Unknown',
  'Mars/Olympus',
  '+02:00',
  'GMT+2 ',
  ' UTC',
  'Europe/Berlin\u0000',
])('[REPEAT-04] the zone %j is unknown and counts as UTC', (name) => {
  expect(zoneNamed(name)).toBe('UTC');
  expect(dayIn(String(name), '2026-01-01T23:30:00.000Z')).toBe('2026-01-01');
});

test('zones that were used before still work, however many there were', () => {
  for (const zone of [...zones, ...zones]) dayIn(zone, '2026-06-15T12:00:00.000Z');
  expect(dayIn('Pacific/Kiritimati', '2026-06-15T12:00:00.000Z')).toBe('2026-06-16');
});
