/// <reference lib="dom" />
import { bareSync } from './apps/bare-sync.ts';
import { FilledAccount } from './data/filled-account.ts';
import { filledItems } from './apps/item-server.ts';
import { storedRows, type WatchRecords } from './data/stored-rows.ts';

let account: FilledAccount;

/** The real server with 10,000 items of one person, and a real Chromium. */
export async function setUp(): Promise<void> {
  account = await FilledAccount.start();
}

/** Ends the browser and the server. */
export async function tearDown(): Promise<void> {
  await account?.stop();
}

/** The events of a new device's first sync, in milliseconds after the first fetch began. */
interface FirstSync {
  readonly listMs: number;
  readonly endMs: number;
}

/** The app on a new device: from its first fetch of items to the last row in its database. */
async function firstSync(): Promise<FirstSync> {
  const page = await account.newDevice();
  await storedRows(page, filledItems);
  const measured = await page.evaluate(() => {
    const { watched } = window as unknown as { watched: WatchRecords };
    const first = performance
      .getEntriesByType('resource')
      .find((entry) => entry.name.includes('/api/items?'));
    const startMs = first?.startTime ?? 0;
    const endMs = (watched.committedAtMs.at(-1) ?? 0) - startMs;
    return { listMs: watched.listAtMs - startMs, endMs };
  });
  await page.context().close();
  if (measured.listMs >= measured.endMs) throw new Error('no list was painted before the end');
  return measured;
}

let sync: FirstSync;

/** A new device against bare fetches and writes in the same browser. */
export const cases = [
  {
    name: 'first sync of 10,000 items',
    unit: 'ms',
    measured: true,
    ours: async () => (sync = await firstSync()).endMs,
    floor: async () => bareSync(await account.signedIn()),
  },
  {
    name: 'first list of a first sync, to its end',
    unit: 'ms',
    measured: true,
    ours: async () => (sync = await firstSync()).listMs,
    floor: () => sync.endMs,
  },
];
