import { lastReleaseContract } from '../testing/last-release-contract.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';

lastReleaseContract(async () => {
  const tables = new MemoryTables();
  return {
    store: new MemoryStore(tables),
    reopen: async () => new MemoryStore(tables),
    putRaw: (store, row) =>
      tables.putRaw(store, row['parent_id'] === 0 ? { ...row, parent_id: null } : row),
  };
});
