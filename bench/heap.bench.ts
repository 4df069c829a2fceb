/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { BenchApp } from './apps/bench-app.ts';
import { fillGuest } from './data/filled-guest.ts';

const size = 100_000;

const app = await BenchApp.start();
/** A page of the app with this many items. */
let page: Page;

/** The page's JavaScript heap after all garbage was collected, in megabytes. */
async function heapOf(held: Page): Promise<number> {
  const session = await held.context().newCDPSession(held);
  await session.send('Performance.enable');
  // Objects that finalizers release are collected in the next round.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6;
}

/** In the page: completes the first item, and creates one. */
async function work(): Promise<void> {
  const field = page.locator('main form input').first();
  for (let made = 0; made < 5; made += 1) {
    await field.fill(`Buy rope ${made}`);
    await field.press('Enter');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('form input')?.value === '',
    );
    await page.locator('main [role=listitem] [data-control="status"]').first().click();
  }
}

/** The rows as they are stored, in a list: no app with them in memory can use less. */
async function rawStore(): Promise<number> {
  const raw = await page.context().newPage();
  await raw.goto(`${app.server.url}/api/config`);
  await raw.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('foray');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('items').objectStore('items').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            Object.assign(window, { rows: reading.result });
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  const heap = await heapOf(raw);
  await raw.close();
  return heap;
}

/** Opens that page, and works in it. */
export async function setUp(): Promise<void> {
  page = await app.newPage();
  await fillGuest(page, app.server.url, size);
  await page.goto(app.server.url);
  await page.locator('main [role=listitem]').first().waitFor();
  await page.waitForTimeout(5_000);
  await work();
}

/** Ends the server and the browser. */
export async function tearDown(): Promise<void> {
  await app.stop();
}

/** The memory of a page with all items after some work, against the rows alone. */
export const cases = [
  {
    name: `heap, ${size.toLocaleString('en')} items, after work`,
    unit: 'MB',
    measured: true,
    ours: () => heapOf(page),
    floor: rawStore,
  },
];
