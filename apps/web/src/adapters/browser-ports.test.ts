import { expect, test, vi } from 'vitest';
import { browserClock } from './browser-ports.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
])('[REPEAT-04] the zone that the browser calls %j is %s', (name, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  resolved.mockReturnValue({ ...options, timeZone: name as string });
  expect(browserClock.zone).toBe(zone);
  resolved.mockRestore();
});
