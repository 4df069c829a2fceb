import type { LocalStores } from '@foray/sync';
import { MemoryStores } from '@foray/sync/memory';

/** Stores for a browser without a usable database: everything works until the page is closed. */
export const memoryStores: LocalStores = new MemoryStores();
