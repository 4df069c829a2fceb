import pg from 'pg';
import { openPostgresStore } from '../store/postgres-store.ts';
import { startStoreUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startStoreUnderTest());

test('every node answers with the epoch of a restored database, even if another node found the restore', async () => {
  const { database, store } = started;
  const nodes = [store, await openPostgresStore({ database, hashPhone: Buffer.from })];
  for (const node of nodes) await node.read((reads) => reads.users([1]));
  const [first] = nodes;
  const before = first?.epoch;
  // It was written by a transaction other than the one that the row names, as by a dump.
  await database.pool.query(`
    update meta set value = 'of the backup' where key = 'epoch'; update witness set run = run`);
  expect(nodes.map(({ epoch }) => epoch)).toEqual([before, before]);
  for (const node of nodes) await node.read((reads) => reads.users([1]));
  expect(nodes.map(({ epoch }) => epoch)).toEqual(['of the backup', 'of the backup']);
});

test('a transaction that does not ask for the feed position asks for the database run once', async () => {
  const { store } = started;
  await store.read((reads) => reads.users([1]));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await store.tx(async (tx) => {
    await tx.users([1]);
    await tx.users([2]);
  });
  const texts = query.mock.calls.map(([config]) => (config as unknown as pg.QueryConfig).text);
  query.mockRestore();
  expect(texts.filter((text) => text.includes('witness'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('users'))).toHaveLength(2);
});
