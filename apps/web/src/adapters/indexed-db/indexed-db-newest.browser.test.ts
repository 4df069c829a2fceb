import { localItem } from '@foray/sync/testing';
import { deleteDB } from 'idb';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';

const account = 900;
const method = 'getAllRecords';

/** Makes the browser answer such a query row by row. */
function withoutRecords(): void {
  const found = Object.getOwnPropertyDescriptor(IDBIndex.prototype, method);
  if (found === undefined) throw new Error('this browser has none');
  Reflect.deleteProperty(IDBIndex.prototype, method);
  onTestFinished(() => void Object.defineProperty(IDBIndex.prototype, method, found));
}

test.each([
  ['in one answer', () => undefined],
  ['row by row', withoutRecords],
])(
  'the newest items that are not deleted are read %s, however many deleted items precede them',
  async (_, prepare) => {
    prepare();
    const stores = new IndexedDbStores({
      onUnreadable: () => undefined,
      onBlocked: () => undefined,
    });
    const opened = await stores.open(account);
    if (!opened.ok) throw new Error(opened.error.detail);
    onTestFinished(async () => {
      await opened.value.close();
      await deleteDB(databaseName(account));
    });
    const rows = Array.from({ length: 9 }, (_none, at) =>
      localItem(at + 1, { top: 1, _deleted: at > 2 && at < 8 }),
    );
    await opened.value.write((tx) => tx.putItems(rows));
    for (const [limit, ids] of [
      [1, [9]],
      [2, [9, 3]],
      [3, [9, 3, 2]],
      [20, [9, 3, 2, 1]],
    ] as const) {
      const found = await opened.value.newestItems({ kind: 'top' }, limit);
      expect(found.ok && found.value.map(({ id }) => id)).toEqual(ids);
    }
  },
);
