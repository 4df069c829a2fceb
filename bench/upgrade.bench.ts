/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { BenchApp, signIn } from './apps/bench-app.ts';
import { fillGuest } from './data/filled-guest.ts';
import { longestTask, longestTaskCases, type LongestTask } from './measures/longest-task.ts';
import { sampleItems } from './data/sample-items.ts';

const items = 10_000;

let app: BenchApp;

/** A server for the app, and a real Chromium. */
export async function setUp(): Promise<void> {
  app = await BenchApp.start();
}

/** Ends them. */
export async function tearDown(): Promise<void> {
  await app?.stop();
}

/** A guest with 10,000 items signs in: to the end of the upgrade and of its dialog. */
async function upgrade(): Promise<LongestTask> {
  const guest = await app.newPage();
  // The server would reject items that another account already has.
  const own = sampleItems(items).map((item) => ({ ...item, uuid: randomUUID() }));
  await fillGuest(guest, app.server.url, own);
  await guest.goto(`${app.server.url}/`);
  await guest.locator('main [role=listitem]').first().waitFor();
  const phone = `+1555${String(Date.now()).slice(-7)}`;
  const longest = await longestTask(guest, async () => {
    await signIn(guest, { phone, name: 'Ada' });
    await guest.getByText('Upgrade complete!').waitFor({ timeout: 600_000 });
  });
  await guest.context().close();
  return longest;
}

/** The time that the page is blocked while a guest's items go to the server. */
export const cases = longestTaskCases(
  'longest task, 10,000 items are upgraded',
  'that upgrade without waits for a processor',
  upgrade,
);
