import { openDB } from 'idb';
import { comeOnline, openSignedIn, settled } from './testing/account-page.ts';
import { atPath, goOn, main, quickAdd } from './testing/on-page.ts';

const minuteMs = 60_000;
const failing = { kind: 'status', status: 500 } as const;
const streams = /^\/api\/(items\?type=\w+&since=|changes|batch)/;

/** Moves the stored start of the failures back by this many minutes. */
async function failedFor(minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * minuteMs).toISOString();
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('foray-')) continue;
    const database = await openDB(name);
    await database.put('meta', { kind: 'lastSync', id: 'failing', value: { at } });
    database.close();
  }
}

const banner = main.getByRole('status').filter({ hasText: 'Sync has failed since' });

test('[SYNC-18] a device whose syncs have failed for ten minutes says so on every page and lists the waiting items', async () => {
  const { app, server } = await openSignedIn();
  server.faults.plan(failing, { path: streams, times: Infinity });
  for (const title of ['Buy boots', 'Find the map', 'Pack the tent', 'Call Sam']) {
    await quickAdd('todo', title);
  }
  await failedFor(9);
  await app.reopen();
  await expect.element(main.getByText('Call Sam', { exact: true })).toBeVisible();
  await expect.poll(() => document.querySelector('[data-syncing]')).toBeNull();
  await expect.element(banner).not.toBeInTheDocument();
  await failedFor(11);
  await app.reopen();
  await expect.element(banner).toHaveTextContent(/and 1 more\./);
  for (const path of ['/queue', '/campaigns', '/preferences']) {
    goOn(path);
    await atPath(path);
    await expect.element(banner).toBeVisible();
  }
  server.faults.clear();
  await comeOnline();
  await settled();
  await expect.element(banner).not.toBeInTheDocument();
});
