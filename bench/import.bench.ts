import { randomUUID } from 'node:crypto';
import { BenchApp } from './apps/bench-app.ts';
import { longestTask, longestTaskCases, type LongestTask } from './measures/longest-task.ts';
import { sampleItems } from './data/sample-items.ts';

const importedItems = 10_000;

let app: BenchApp;
let file: string;

/** A server for the app, a real Chromium, and the file. */
export async function setUp(): Promise<void> {
  app = await BenchApp.start();
  file = await app.fileWith('foray.json', dataFile());
}

/** Ends them. */
export async function tearDown(): Promise<void> {
  await app?.stop();
}

/** A data file as the app writes it (decision 0042). */
function dataFile(): string {
  const items = sampleItems(importedItems).map(
    ({ id: _, parent_id: __, user_id: ___, ...item }) => ({
      ...item,
      uuid: randomUUID(),
      mine: true,
    }),
  );
  const head = { format: 'foray-data', version: 1, exported_at: '2026-06-01T00:00:00.000Z' };
  return JSON.stringify({ ...head, account: 0, items, unsent: [], conflicts: [] });
}

/** A guest imports a file: from choosing it to the toast, including the update of the lists. */
async function importFile(): Promise<LongestTask> {
  const page = await app.newPage();
  await page.goto('/preferences');
  const button = page.getByRole('button', { name: 'Import...' });
  await button.waitFor();
  const choosing = page.waitForEvent('filechooser');
  await button.click();
  const chooser = await choosing;
  const longest = await longestTask(page, async () => {
    // By its path: otherwise the test would unpack the contents in the page, in a long task.
    await chooser.setFiles(file);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add 10.?000/ })
      .click();
    await page
      .locator('[data-toast-region]')
      .getByText(/10.?000/)
      .waitFor({ timeout: 180_000 });
  });
  await page.context().close();
  return longest;
}

/** Both figures come from the same runs: the time by the clock, and the processor time in it. */
export const cases = longestTaskCases(
  'longest task, a guest imports 10,000',
  'that import without waits for a processor',
  importFile,
);
