import { runCommandSuite } from '@foray/authority/testing';
import { afterAll, beforeAll } from 'vitest';
import { startStoreUnderTest } from './testing/store-under-test.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storeTables } from './testing/store-tables.ts';
import type { StoreTables } from './testing/store-tables.ts';

let started: StoreUnderTest;
let rows: StoreTables;

beforeAll(async () => {
  started = await startStoreUnderTest();
  rows = storeTables(started.database.pool);
});
afterAll(() => started?.stop());

const lists = Number(process.env['COMMAND_LISTS'] ?? 1_000);

runCommandSuite({
  name: 'PostgreSQL',
  lists,
  slowLists: Math.ceil(lists / 25),
  makeStore: async (first) => {
    await rows.load(first);
    return { store: started.store, tables: rows.read };
  },
});
