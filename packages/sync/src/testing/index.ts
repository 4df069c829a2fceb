/** What tests of the engine and of its adapters share. Nothing here is part of the app but the memory store. */
export * from './done.ts';
export * from './fake-account-memory.ts';
export * from '../memory/memory-store.ts';
export * from '../memory/memory-tables.ts';
export * from './rows.ts';
export * from './test-ports.ts';
export * from './test-mirror.ts';
export * from './virtual-time.ts';
