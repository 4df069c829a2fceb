/**
 * The worker behind `holdDatabase`: opens the database of its name, and keeps a transaction alive until it is
 * terminated.
 */
// Only in this way does a page without cross-origin isolation get shared memory, which waiting needs.
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
const never = new Int32Array(memory.buffer);

const opening = indexedDB.open(self.name);
opening.onsuccess = () => {
  const [first, ...others] = opening.result.objectStoreNames;
  if (first === undefined) throw new Error(`There is no database ${self.name} with stores.`);
  const store = opening.result.transaction([first, ...others], 'readwrite').objectStore(first);
  // A transaction lasts as long as each response triggers another request. The wait between them blocks only
  // this worker; requests without a wait would keep a core busy.
  const hold = (): void => {
    Atomics.wait(never, 0, 0, 50);
    store.count().onsuccess = hold;
  };
  store.count().onsuccess = () => {
    self.postMessage('held');
    hold();
  };
};
