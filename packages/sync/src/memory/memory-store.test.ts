import { localStoreContract } from '../testing/local-store-contract.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { MemoryStore } from './memory-store.ts';
import { MemoryTables } from './memory-tables.ts';

localStoreContract('memory', async () => {
  const tables = new MemoryTables();
  return {
    store: new MemoryStore(tables),
    reopen: async () => new MemoryStore(tables),
    putRaw: (store, row) => tables.putRaw(store, row),
  };
});

test('a row that takes the uuid or place of another fails with the name of the other row', async () => {
  const store = new MemoryStore();
  await store.write(async (tx) => {
    await tx.putItems([localItem(1)]);
    await tx.putRequest(queuedRequest(4, 1));
  });
  const item = store.write((tx) => tx.putItems([localItem(1, { id: 2 })]));
  await expect(item).rejects.toThrow(`uuid ${uuidOf(1)} is held by row 1`);
  const request = store.write((tx) => tx.putRequest(queuedRequest(4, 1, { id: 'another' })));
  await expect(request).rejects.toThrow('seq 4 is held by row request-4');
});

test('a damaged row that was replaced is kept as a row of its own kind', async () => {
  const tables = new MemoryTables();
  const content = { id: 1, uuid: uuidOf(1), title: 4 };
  tables.putRaw('items', content);
  const store = new MemoryStore(tables);
  await store.write((tx) => tx.putItems([localItem(1)]));
  const kept = await store.read((tx) => tx.metaOf('unreadable'));
  expect(kept).toMatchObject({
    value: [{ kind: 'unreadable', value: { store: 'items', key: '1', content } }],
  });
});
