import { privateRowsContract } from './private-rows-contract.ts';
import type { Result } from '@foray/domain';
import { maxCounted } from '../store/readable-row.ts';
import type { LocalStore, ReadTransaction, StoreFailure } from '../store/ports.ts';
import { allStores } from './damaged-rows.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import { localItem, notificationRow, queuedRequest, uuidOf } from './rows.ts';

/** How every LocalStore finds rows after they changed, and their order; part of `localStoreContract`. */
export function foundRowsContract(makeStore: () => Promise<DamagedStore>): void {
  privateRowsContract(makeStore);

  describe('rows are found by their current fields', () => {
    test('a row is not found by the uuid or the parent of the row that had its id before', async () => {
      const { store } = await makeStore();
      await put(store, localItem(1, { parent_uuid: uuidOf(8) }));
      await put(store, localItem(5, { id: 1, parent_uuid: uuidOf(9) }));
      const found = async () => {
        const { one, other } = await read(store, async (tx) => ({
          one: [await tx.itemByUuid(uuidOf(1)), ...(await tx.childrenOf(uuidOf(8)))],
          other: [await tx.itemByUuid(uuidOf(5)), ...(await tx.childrenOf(uuidOf(9)))],
        }));
        return [one, other].map((rows) => rows.map((row) => row?.uuid));
      };
      expect(await found()).toEqual([[undefined], [uuidOf(5), uuidOf(5)]]);
      await value(store.write((tx) => tx.deleteItem(1)));
      await put(store, localItem(6, { id: 1 }));
      expect(await found()).toEqual([[undefined], [undefined]]);
    });

    test('[I1] a write that throws does not change which rows are found, then or later', async () => {
      const { store } = await makeStore();
      await put(store, localItem(1), localItem(2, { parent_uuid: uuidOf(1) }));
      await value(store.write((tx) => tx.putRequest(queuedRequest(1, 2))));
      const broken = store.write(async (tx) => {
        await tx.deleteItem(2);
        await tx.deleteRequest('request-1');
        await tx.putItems([localItem(3, { parent_uuid: uuidOf(1) })]);
        await tx.putRequest(queuedRequest(2, 2));
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
      const found = () =>
        read(store, async (tx) => ({
          children: (await tx.childrenOf(uuidOf(1))).map(({ id }) => id),
          requests: (await tx.queueOf(uuidOf(2))).map(({ id }) => id),
        }));
      expect(await found()).toEqual({ children: [2], requests: ['request-1'] });
      await put(store, localItem(3, { parent_uuid: uuidOf(9) }));
      await value(store.write((tx) => tx.putRequest(queuedRequest(2, 7))));
      expect(await found()).toEqual({ children: [2], requests: ['request-1'] });
    });

    test('rows from an id on come in the order of their ids, as many as requested', async () => {
      const { store } = await makeStore();
      await put(store, localItem(1), localItem(7, { id: 70 }), localItem(5, { id: 50 }));
      const from = (id: number, limit?: number) =>
        read(store, async (tx) => (await tx.itemsFrom(id, limit)).map((row) => row.id));
      expect(await from(50)).toEqual([50, 70]);
      expect(await from(2, 1)).toEqual([50]);
      expect(await from(71)).toEqual([]);
    });

    test('deleted rows are not read for the first paint', async () => {
      const { store } = await makeStore();
      await put(store, localItem(1), localItem(2, { _deleted: true }));
      const lists = [{ kind: 'top' }, { kind: 'type', type: localItem(1).type }] as const;
      for (const list of lists) {
        const shown = await value(store.newestItems(list, 5));
        expect(shown.map(({ id }) => id)).toEqual([1]);
      }
    });

    test('[DATA-14] a row is found in the place of a damaged row that was erased', async () => {
      const { store, putRaw } = await makeStore();
      await putRaw('items', { id: 7, uuid: uuidOf(70), title: 4 });
      await value(store.eraseUnreadable([{ store: 'items', key: '7' }]));
      await put(store, localItem(7));
      const [former, present] = await read(store, (tx) => tx.itemsByUuid([uuidOf(70), uuidOf(7)]));
      expect([former, present]).toEqual([undefined, localItem(7)]);
    });
  });

  test('the last place of the queue is that of the remaining requests', async () => {
    const { store, putRaw } = await makeStore();
    const last = () => read(store, (tx) => tx.lastQueueSeq());
    const queue = (seq: number) => value(store.write((tx) => tx.putRequest(queuedRequest(seq, 1))));
    for (const seq of [3, 9]) await queue(seq);
    await value(store.write((tx) => tx.deleteRequest('request-9')));
    await queue(2);
    expect(await last()).toBe(3);
    await putRaw('syncQueue', { id: 'damaged', seq: maxCounted, state: 9 });
    expect(await last()).toBe(maxCounted);
    await value(store.eraseUnreadable([{ store: 'syncQueue', key: 'damaged' }]));
    expect(await last()).toBe(3);
  });

  describe('[DATA-14] only the named damaged rows are erased', () => {
    const keysLeft = async (store: LocalStore) =>
      (await value(store.unreadable(allStores))).map((row) => [row.store, row.key]);

    test('no row of another store with the same key is erased', async () => {
      const { store, putRaw } = await makeStore();
      await putRaw('users', { id: 5, name: 4 });
      for (const id of [5, 6]) await putRaw('contacts', { id, name: 4 });
      const named = [
        { store: 'users', key: '5' } as const,
        { store: 'contacts', key: '6' } as const,
      ];
      await value(store.eraseUnreadable(named));
      expect(await keysLeft(store)).toEqual([['contacts', '5']]);
    });

    test('no other row that was replaced is erased', async () => {
      const { store, putRaw } = await makeStore();
      for (const id of [1, 2]) await putRaw('items', { id, uuid: uuidOf(id), title: 4 });
      await value(
        store.write(async (tx) => {
          await tx.itemsById([1, 2]);
          await tx.putItems([localItem(1), localItem(2)]);
        }),
      );
      await value(store.eraseUnreadable([{ store: 'items', key: '1' }]));
      expect(await keysLeft(store)).toEqual([['items', '2']]);
    });
  });

  describe('the newest rows come first, and among equally old ones the greater id', () => {
    // Sorted neither by id nor by age: each row stored later is both newer and older than others.
    const days: readonly (readonly [id: number, day: number])[] = [
      [2, 1],
      [1, 5],
      [3, 3],
      [4, 3],
      [6, 2],
      [5, 2],
      [7, 4],
    ];
    const order = [1, 7, 4, 3, 6, 5, 2];
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;

    test('items of the first screen come newest first, whatever their order in the store', async () => {
      const { store } = await makeStore();
      for (const [id, day] of days) await put(store, localItem(id, { created_at: at(day) }));
      const rows = await value(store.newestItems({ kind: 'top' }, 10));
      expect(rows.map(({ id }) => id)).toEqual(order);
    });

    test('notifications come newest first, whatever their order in the store', async () => {
      const { store } = await makeStore();
      const notification = (id: number, day: number) =>
        notificationRow(id, { created_at: at(day), updated_at: at(day) });
      await value(
        store.write(async (tx) => {
          for (const [id, day] of days) await tx.put('notifications', notification(id, day));
        }),
      );
      const rows = await read(store, (tx) => tx.notifications());
      expect(rows.map(({ id }) => id)).toEqual(order);
    });
  });

  test.each([
    [0, []],
    [10, [10]],
    [20, [10, 10]],
    [21, [10, 10, 1]],
  ])('%i rows are read in chunks of which none is empty', async (count, expected) => {
    const { store } = await makeStore();
    await put(store, ...Array.from({ length: count }, (_, at) => localItem(at + 1)));
    const lengths: number[] = [];
    await value(store.eachItem(10, (rows) => void lengths.push(rows.length)));
    expect(lengths).toEqual(expected);
  });

  test('a closed handle answers closed, and stores nothing', async () => {
    const { store, reopen } = await makeStore();
    await store.close();
    const closed = { ok: false, error: { code: 'closed' } };
    expect(await store.read((tx) => tx.allItems())).toMatchObject(closed);
    expect(await store.write((tx) => tx.putItems([localItem(1)]))).toMatchObject(closed);
    expect(await store.eachItem(10, () => undefined)).toMatchObject(closed);
    expect(await read(await reopen(), (tx) => tx.allItems())).toEqual([]);
  });
}

async function put(store: LocalStore, ...rows: readonly ReturnType<typeof localItem>[]) {
  await value(store.write((tx) => tx.putItems(rows)));
}

function read<T>(store: LocalStore, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
  return value(store.read(work));
}

async function value<T>(outcome: Promise<Result<T, StoreFailure>>): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}
