import { runCommandSuite } from '@foray/authority/testing';
import { startStoreUnderTest } from '../testing/store-under-test.ts';
import { storeTables } from '../testing/store-tables.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startStoreUnderTest());
const rows = storeTables(started.database.pool);

const lists = Number(process.env['COMMAND_LISTS'] ?? 200);

runCommandSuite({
  name: 'PostgreSQL',
  lists,
  slowLists: Math.ceil(lists / 25),
  makeStore: async (first) => {
    await rows.load(first);
    return { store: started.store, tables: rows.read };
  },
});
