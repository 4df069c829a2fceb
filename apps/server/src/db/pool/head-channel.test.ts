import type { Newer } from '@foray/contract';
import { openHeadChannel, payloadsOf, placesIn } from './head-channel.ts';
import { startTestDatabase } from '../testing/test-database.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startTestDatabase());

/** Users with the greatest ids and heads that there can be. */
const greatest = new Map(
  Array.from({ length: 2_000 }, (_, at) => {
    const number = Number.MAX_SAFE_INTEGER - at;
    return [number, { run: 'f'.repeat(16), head: number }] as const;
  }),
);

test('users with the greatest ids are announced, however many there are', async () => {
  const received = new Map<number, Newer | null>();
  let receiveAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (receiveAll = resolve));
  const channel = openHeadChannel({
    ...started,
    streams: {
      notify(userId, place) {
        received.set(userId, place);
        if (received.size === greatest.size) receiveAll();
      },
      catchUp: async () => undefined,
    },
  });
  await channel.opened;
  channel.announce(greatest);
  await all;
  expect(received).toEqual(greatest);
  channel.close();
});

test('an announcement is far below the size limit of PostgreSQL', () => {
  const payloads = payloadsOf(greatest);
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(4_000);
  expect(payloads.length).toBe(40);
  expect(payloadsOf(new Map())).toEqual([]);
});

test('[SYNC-20] an announcement is read by nodes of earlier releases, and theirs by this one', () => {
  const run = 'ab12';
  const places = new Map([
    [7, { run, head: 310 }],
    [9, { run, head: 4 }],
  ]);
  const [payload = ''] = payloadsOf(places);
  // As earlier releases read it.
  const ids = payload.split(',').map(Number).filter(Number.isSafeInteger);
  expect(ids).toEqual([7, 9]);
  expect(placesIn(payload)).toEqual(places);
  expect(placesIn('7,9')).toEqual(new Map(ids.map((id) => [id, null])));
  expect(placesIn('')).toEqual(new Map());
});

test('[SYNC-20] a user who moved several times is announced once, at the last place of the latest run', async () => {
  const received: (Newer | null)[] = [];
  let receive: () => void = () => undefined;
  const any = new Promise<void>((resolve) => (receive = resolve));
  const notify = (_userId: number, place: Newer | null): void => {
    received.push(place);
    receive();
  };
  const channel = openHeadChannel({
    ...started,
    streams: { notify, catchUp: async () => undefined },
  });
  await channel.opened;
  for (const head of [5, 8, 6]) channel.announce(new Map([[7, { run: 'old', head }]]));
  for (const head of [3, 4]) channel.announce(new Map([[7, { run: 'new', head }]]));
  await any;
  expect(received).toEqual([{ run: 'new', head: 4 }]);
  channel.close();
});
