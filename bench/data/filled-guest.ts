/// <reference lib="dom" />
import type { Item } from '@foray/domain';
import type { Page } from '@playwright/test';
import { sampleItems } from './sample-items.ts';

/**
 * Puts items of a guest into the browser's database, either this many samples or the given ones, and leaves
 * the page outside of the app.
 */
export async function fillGuest(
  page: Page,
  appUrl: string,
  items: number | readonly Item[],
): Promise<void> {
  await page.goto(appUrl);
  await page.getByText('No items yet').waitFor();
  await page.goto(`${appUrl}/api/config`);
  const rows = (typeof items === 'number' ? sampleItems(items) : items).map((item, index) => ({
    ...item,
    id: index + 1,
    user_id: 0,
    parent_id: 0,
    permission: 'manage',
    base: null,
    rolled: null,
    _syncStatus: 'synced',
    _deleted: false,
    deletedBy: null,
    _localVersion: 1,
    top: 1,
    sortKey: item.created_at,
  }));
  // In pieces, because the size of a call to the page is limited.
  for (let from = 0; from < rows.length; from += 10_000) {
    await page.evaluate(putItems, rows.slice(from, from + 10_000));
  }
}

function putItems(rows: readonly { readonly id: number }[]): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('foray');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(['items', 'meta'], 'readwrite');
      for (const row of rows) transaction.objectStore('items').put(row);
      const value = { localSeq: 1, queueSeq: 0, lastLocalId: rows.at(-1)?.id ?? 0 };
      transaction.objectStore('meta').put({ kind: 'counters', id: 'device', value });
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
