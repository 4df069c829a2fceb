/// <reference lib="dom" />
import type { Page, Response } from '@playwright/test';
import { isBatch, type ApiCalls } from './api-calls.ts';

const offlineEdits = 1_000;
/** The maximum number of requests in a batch (docs/sync.md). */
const maxBatch = 200;
const waitMs = 300_000;

/**
 * Starts 1,000 todos of the list on the page with their key, without a network, and then restores the
 * network. Returns the number of round trips of the run that sends them, from its first to its last batch's
 * answer.
 */
export async function replayEdits(
  page: Page,
  calls: ApiCalls,
  databaseName: string,
): Promise<number> {
  const context = page.context();
  await page.getByRole('tab', { name: 'Todos' }).click();
  await context.setOffline(true);
  await pressStart(page, offlineEdits);
  await queued(page, databaseName, offlineEdits);
  calls.take();
  await context.setOffline(false);
  await queued(page, databaseName, 0);
  const run = calls.take();
  const sent = run.slice(0, run.findLastIndex(isBatch) + 1);
  return sent.length - (await batchesOfRests(sent.filter(isBatch)));
}

/** Presses S on the first `count` rows of the list as they come into sight. */
async function pressStart(page: Page, count: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const pressed = new Set<string>();
    while (pressed.size < wanted) {
      for (const row of document.querySelectorAll<HTMLElement>('main [data-uuid]')) {
        const uuid = row.dataset['uuid'] ?? '';
        const menu = row.querySelector('[data-control="menu"]');
        if (menu === null || pressed.has(uuid) || pressed.size === wanted) continue;
        pressed.add(uuid);
        menu.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
      }
      await new Promise(requestAnimationFrame);
    }
  }, count);
}

/** Waits until this many requests wait on the device. */
async function queued(page: Page, databaseName: string, wanted: number): Promise<void> {
  const endMs = performance.now() + waitMs;
  while ((await countQueued(page, databaseName)) !== wanted) {
    if (performance.now() > endMs) throw new Error(`never were ${wanted} requests queued`);
    await page.waitForTimeout(100);
  }
}

function countQueued(page: Page, databaseName: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`cannot open ${name}`));
        opening.onsuccess = () => {
          const counting = opening.result.transaction('syncQueue').objectStore('syncQueue').count();
          counting.onerror = () => reject(new Error(`cannot count in ${name}`));
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    databaseName,
  );
}

/**
 * The number of batches that were needed only because a server without time for a whole batch left the rest
 * undone, which is due to the machine (decision 0031). All edits must have reached the server.
 */
async function batchesOfRests(batches: readonly Response[]): Promise<number> {
  type Answer = { readonly results: readonly { readonly id: string; readonly status: number }[] };
  const answers = await Promise.all(batches.map(async (call) => (await call.json()) as Answer));
  const results = answers.flatMap((answer) => answer.results);
  const done = new Set(results.filter(({ status }) => status === 200).map(({ id }) => id)).size;
  if (done !== offlineEdits) throw new Error(`${done} edits came to the server`);
  return Math.ceil((results.length - done) / maxBatch);
}
