import type { Page } from '@playwright/test';

/** Writes rows into the database of the account that is signed in, past the app. */
export async function damage(
  page: Page,
  rows: readonly (readonly [store: string, row: object])[],
): Promise<void> {
  await page.evaluate(async (damaged) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const own = names.find((name) => /^foray-\d+$/.test(name)) ?? '';
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(own);
      opening.onerror = () => reject(new Error('cannot open the database'));
      opening.onsuccess = () => {
        const stores = damaged.map(([store]) => store);
        const writing = opening.result.transaction(stores, 'readwrite');
        for (const [store, row] of damaged) writing.objectStore(store).put(row);
        writing.onabort = () => reject(new Error('cannot damage the database'));
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, rows);
}
