import { openDB } from 'idb';

/**
 * Blocks every other read and write of the database `name` by a transaction, as while another tab stores a
 * lot. Resolves, once it has begun, with a function that ends it.
 */
export async function holdDatabase(name: string): Promise<() => Promise<void>> {
  const database = await openDB(name);
  const [first, ...others] = database.objectStoreNames;
  if (first === undefined) throw new Error(`There is no database ${name} with stores.`);
  const writing = database.transaction([first, ...others], 'readwrite');
  await writing.objectStore(first).count();
  let isHeld = true;
  const held = (async () => {
    while (isHeld) await writing.objectStore(first).count();
    await writing.done;
    database.close();
  })();
  return () => {
    isHeld = false;
    return held;
  };
}
