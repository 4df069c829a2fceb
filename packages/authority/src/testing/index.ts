/** What tests of stores and of what is built on the authority need. */
export { runCommandSuite } from './command-suite.ts';
export { runRaceSuite } from './race-suite.ts';
export type { CommandSuite, StoreUnderTest } from './command-suite.ts';
export { MemoryStore, StoreCrashed } from './memory-store.ts';
export type { Backup, MemoryHooks } from './memory-store.ts';
export { gatedStore } from './gated-store.ts';
export { makeMutual } from './mutual.ts';
export { brokenInvariants, referenceRights } from './reference.ts';
export type { TableName, TableRows, Tables } from './tables.ts';
