import type { Page } from '@playwright/test';

/**
 * All rows of a store of the account databases in the page's browser; with `foray`, those of the guest's too.
 */
export function storedRows(
  page: Page,
  storeName: 'items' | 'syncQueue' | 'meta',
  databases: 'foray-' | 'foray' = 'foray-',
): Promise<unknown[]> {
  const read = { store: storeName, prefix: databases };
  return page.evaluate(async ({ store, prefix }) => {
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith(prefix)) continue;
      const found = await new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`cannot open ${name}`));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => {
            resolve(reading.result);
            database.close();
          };
          reading.onerror = () => reject(new Error(`cannot read ${name}`));
        };
      });
      rows.push(...found);
    }
    return rows;
  }, read);
}

/** Waits for the writes that were begun in the page's browser: a read follows all earlier writes. */
export async function untilStored(page: Page): Promise<void> {
  await storedRows(page, 'items', 'foray');
}
