/** The parts shared by tests of the engine and of its adapters, and the memory store. */
export { done } from './done.ts';
export {
  asEarlierTab,
  dropAsRepeatedCreates,
  laterFieldNames,
  renameAsEarlier,
} from './earlier-tab.ts';
export { FakeAccountMemory } from './fake-account-memory.ts';
export { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
export { MemoryTables } from '../memory/memory-tables.ts';
export { rememberedAs } from './remembered-as.ts';
export { localItem, queuedRequest, uuidOf } from './rows.ts';
export { CountingIds, TestConnectivity, TestLocks } from './test-ports.ts';
export { TestMirror } from './test-mirror.ts';
export { VirtualTime } from './virtual-time.ts';
