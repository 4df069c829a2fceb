import { damagedStoreContract } from '../testing/damaged-store-contract.ts';
import type { DamagedRow } from '../testing/damaged-rows.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { keyTextOf } from './readable-row.ts';

/** `DAMAGE_STRIDE=1` runs every damage, which takes a minute. */
const stride = Number(process.env['DAMAGE_STRIDE'] ?? 53);

damagedStoreContract(async () => {
  const tables = new MemoryTables();
  return {
    store: new MemoryStore(tables),
    reopen: async () => new MemoryStore(tables),
    putRaw: (store, row) => tables.putRaw(store, row),
    rawRows: async (store) => [...tables.rowsOf(store).values()] as DamagedRow[],
    removeRaw: (store, row) => tables.eraseRow(store, keyTextOf(store, row)),
  };
}, stride);
