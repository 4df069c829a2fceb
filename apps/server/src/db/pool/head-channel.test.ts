import { openHeadChannel, payloadsOf } from './head-channel.ts';
import { startTestDatabase } from '../testing/test-database.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startTestDatabase());

/** Users with the greatest ids that there can be. */
const greatest = Array.from({ length: 2_000 }, (_, at) => Number.MAX_SAFE_INTEGER - at);

test('users with the greatest ids are announced, however many there are', async () => {
  const received = new Set<number>();
  let receiveAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (receiveAll = resolve));
  const channel = openHeadChannel({
    ...started,
    streams: {
      notify(userIds) {
        for (const id of userIds) received.add(id);
        if (received.size === greatest.length) receiveAll();
      },
      catchUp: async () => undefined,
    },
  });
  await channel.opened;
  channel.announce(greatest);
  await all;
  expect([...received].toSorted((a, b) => b - a)).toEqual(greatest);
  channel.close();
});

test('an announcement is far below the size limit of PostgreSQL, and names no user twice', () => {
  const payloads = payloadsOf(greatest);
  expect(payloads.join(',').split(',').map(Number)).toEqual(greatest);
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(4_000);
  expect(payloads.length).toBe(9);
  expect(payloadsOf([])).toEqual([]);
});
