/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';

/** The records of `watchRows` about a page, in its `window.watched`. */
export interface WatchRecords {
  listAtMs: number;
  readonly stored: Map<number, number>;
  readonly committedAtMs: number[];
}

/** Records when rows are durable and when a list is shown, without querying the database. */
export async function watchRows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched: WatchRecords = { listAtMs: 0, stored: new Map(), committedAtMs: [] };
    Object.assign(window, { watched });
    const seen = new WeakSet<IDBTransaction>();
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: { id: number }, key?: IDBValidKey) {
      if (this.name === 'items') {
        watched.stored.set(value.id, (watched.stored.get(value.id) ?? 0) + 1);
        if (!seen.has(this.transaction)) {
          seen.add(this.transaction);
          const note = () => watched.committedAtMs.push(performance.now());
          this.transaction.addEventListener('complete', note);
        }
      }
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    };
    const look = () => {
      const isThere = document.querySelector('main')?.textContent?.includes('Measure the tide');
      if (isThere === true) watched.listAtMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Waits until `count` different items were stored and nothing more is stored for a while. */
export async function storedRows(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { watched } = window as unknown as { watched: WatchRecords };
      const lastMs = watched.committedAtMs.at(-1) ?? Infinity;
      return watched.stored.size >= wanted && performance.now() - lastMs > 1_500;
    },
    count,
    { polling: 200, timeout: 180_000 },
  );
}

/** Forgets the rows stored so far: the next wait is for rows that arrive from now on. */
export async function forgetRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: WatchRecords };
    watched.stored.clear();
    watched.committedAtMs.length = 0;
  });
}
