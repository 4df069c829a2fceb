import { localStoreContract } from '../testing/local-store-contract.ts';
import { MemoryStore } from './memory-store.ts';
import { MemoryTables } from './memory-tables.ts';

localStoreContract('memory', async () => {
  const tables = new MemoryTables();
  return {
    store: new MemoryStore(tables),
    reopen: async () => new MemoryStore(tables),
    putRaw: (store, row) => tables.putRaw(store, row),
  };
});
