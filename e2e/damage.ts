import type { TestPerson } from './person.ts';

/** Writes rows into the database of the signed-in person, bypassing the app. */
export async function damage(
  person: TestPerson,
  rows: readonly (readonly [store: string, row: object])[],
): Promise<void> {
  const database = `foray-${await person.id()}`;
  await person.page.evaluate(
    async ({ name, damaged }) => {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error('cannot open the database'));
        // Only the app creates databases: one created here would lack its stores.
        opening.onupgradeneeded = () => reject(new Error(`there is no ${name}`));
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
    },
    { name: database, damaged: rows },
  );
}
