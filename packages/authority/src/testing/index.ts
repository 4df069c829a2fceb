/** Support for tests of stores and of everything built on the authority. */
export { runCommandSuite } from './command-suite.ts';
export { runRaceSuite } from './race-suite.ts';
export { MemoryAuthorityStore as MemoryStore, StoreCrashed } from './memory-store.ts';
export { samplePeople } from './sample-people.ts';
export type { Backup } from './memory-store.ts';
export { gatedStore } from './gated-store.ts';
export { makeMutual } from './mutual.ts';
export type { AuthorityTables as Tables } from './tables.ts';
