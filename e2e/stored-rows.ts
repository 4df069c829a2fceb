import type { Page } from '@playwright/test';

/** All rows of a store of the account databases in the page's browser. */
export function storedRows(
  page: Page,
  storeName: 'items' | 'syncQueue' | 'meta',
): Promise<unknown[]> {
  return page.evaluate(async (store) => {
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('foray-')) continue;
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
  }, storeName);
}
