import type { LocalStore, StoreFailure } from '../store/ports.ts';
import { nobodyRemembered } from '../store/remembered-account.ts';
import type { Result } from '@foray/domain';
import { damagedRowsContract, givingWayContract } from './damaged-rows-contract.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import { foundRowsContract } from './found-rows-contract.ts';
import { newerRowsContract } from './newer-rows-contract.ts';
import { localItem, queuedRequest, uuidOf } from './rows.ts';

/**
 * The guarantees of every LocalStore (`ports.ts`), as tests: run on the memory store and on IndexedDB in a
 * real browser. `makeStore` returns a new, empty store each time.
 */
export function localStoreContract(name: string, makeStore: () => Promise<DamagedStore>): void {
  describe(`LocalStore: ${name}`, () => {
    test('finds items by id, uuid and parent, and the newest items', async () => {
      const { store } = await makeStore();
      const parent = localItem(1, { type: 'campaign', _localVersion: 6 });
      const child = localItem(2, { parent_uuid: parent.uuid, parent_id: 1, _localVersion: 7 });
      await put(store, [parent, child, localItem(3)]);
      const found = await value(
        store.read((tx) =>
          Promise.all([
            tx.itemById(1),
            tx.itemByUuid(child.uuid),
            tx.childrenOf(parent.uuid),
            tx.itemsNewerThan(6),
            tx.itemsById([3, 99, 1]),
            tx.itemsByUuid([uuidOf(99), child.uuid]),
          ]),
        ),
      );
      expect(found[0]).toEqual(parent);
      expect(found[1]).toEqual(child);
      expect(found[2]).toEqual([child]);
      expect(found[3]).toEqual([child]);
      expect(found[4].map((row) => row?.id)).toEqual([3, undefined, 1]);
      expect(found[5].map((row) => row?.id)).toEqual([undefined, 2]);
    });

    test('reads and writes more rows than fit in one request, each once, and the queue in its order', async () => {
      const { store } = await makeStore();
      const many = Array.from({ length: 1000 }, (_, index) => index + 1);
      await put(
        store,
        many.map((id) => localItem(id)),
      );
      await value(
        store.write(async (tx) => {
          for (const seq of many.toReversed()) await tx.putRequest(queuedRequest(seq, seq));
        }),
      );
      const [items, queue] = await value(
        store.read((tx) => Promise.all([tx.allItems(), tx.queue()])),
      );
      expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(many);
      expect(queue.map(({ seq }) => seq)).toEqual(many);
    });

    test('stores top-level items with parent null, whatever the index needs', async () => {
      const { store, reopen } = await makeStore();
      await put(store, [localItem(1)]);
      const again = await reopen();
      const [row] = await value(again.read((tx) => tx.allItems()));
      expect(row?.parent_id).toBeNull();
      expect(row?.parent_uuid).toBeNull();
    });

    test('[I9] a confirmed write is visible to another tab and after closing', async () => {
      const { store, reopen } = await makeStore();
      await put(store, [localItem(1)]);
      const tab = await reopen();
      expect(await value(tab.read((tx) => tx.itemById(1)))).toEqual(localItem(1));
      await store.close();
      const later = await reopen();
      expect(await value(later.read((tx) => tx.itemById(1)))).toEqual(localItem(1));
    });

    test('a write that throws leaves no trace and passes the error on', async () => {
      const { store } = await makeStore();
      await put(store, [localItem(1)]);
      const broken = store.write(async (tx) => {
        await tx.putItems([localItem(2)]);
        await tx.deleteItem(1);
        await tx.putRequest(queuedRequest(1, 2));
        await tx.putMeta('rolled', 'x', { uuid: 'x' });
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
      const left = await value(
        store.read((tx) => Promise.all([tx.allItems(), tx.queue(), tx.metaOf('rolled')])),
      );
      expect(left).toEqual([[localItem(1)], [], []]);
    });

    test('a transaction sees its own writes', async () => {
      const { store } = await makeStore();
      const seen = await value(
        store.write(async (tx) => {
          const child = localItem(2, { parent_uuid: uuidOf(1) });
          await tx.putItems([localItem(1), child]);
          await tx.putRequest(queuedRequest(1, 1));
          await tx.deleteItem(1);
          return Promise.all([
            tx.itemById(1),
            tx.childrenOf(uuidOf(1)),
            tx.queueOf(uuidOf(1)),
            tx.queueSize(),
          ]);
        }),
      );
      expect(seen).toEqual([
        undefined,
        [localItem(2, { parent_uuid: uuidOf(1) })],
        [queuedRequest(1, 1)],
        1,
      ]);
    });

    test('writes of two tabs that read before they write lose nothing', async () => {
      const { store, reopen } = await makeStore();
      const tabs = [store, await reopen()];
      const count = async (tab: LocalStore): Promise<void> => {
        await value(
          tab.write(async (tx) => {
            const before = await tx.meta('counters', 'device');
            const localSeq = (before?.localSeq ?? 0) + 1;
            await tx.putMeta('counters', 'device', { localSeq, queueSeq: 0, lastLocalId: 0 });
          }),
        );
      };
      await Promise.all(Array.from({ length: 20 }, (_, at) => count(tabs[at % 2] as LocalStore)));
      const counters = await value(store.read((tx) => tx.meta('counters', 'device')));
      expect(counters?.localSeq).toBe(20);
    });

    test('[DATA-08] keeps the queue in order and finds requests by every item they touch', async () => {
      const { store } = await makeStore();
      const touching = queuedRequest(2, 1, { touches: [uuidOf(1), uuidOf(5)] });
      await value(
        store.write(async (tx) => {
          for (const request of [queuedRequest(10, 5), touching, queuedRequest(1, 3)]) {
            await tx.putRequest(request);
          }
        }),
      );
      const [all, own, one] = await value(
        store.read((tx) =>
          Promise.all([tx.queue(), tx.queueOf(uuidOf(5)), tx.request('request-10')]),
        ),
      );
      expect(all.map((request) => request.seq)).toEqual([1, 2, 10]);
      expect(own.map((request) => request.seq)).toEqual([2, 10]);
      expect(one).toEqual(queuedRequest(10, 5));
      await value(
        store.write(async (tx) => {
          await tx.putRequest({ ...touching, touches: [uuidOf(1)] });
          await tx.deleteRequest('request-10');
        }),
      );
      expect(await value(store.read((tx) => tx.queueOf(uuidOf(5))))).toEqual([]);
    });

    test('an item that gets another id has one row', async () => {
      const { store } = await makeStore();
      await put(store, [localItem(1)]);
      await value(
        store.write(async (tx) => {
          await tx.deleteItem(1);
          await tx.putItems([{ ...localItem(1), id: 10_000_000 }]);
        }),
      );
      const rows = await value(store.read((tx) => tx.allItems()));
      expect(rows.map(({ id, uuid }) => [id, uuid])).toEqual([[10_000_000, uuidOf(1)]]);
    });

    test('two rows never have the same uuid', async () => {
      const { store } = await makeStore();
      await put(store, [localItem(1)]);
      const twice = store.write((tx) => tx.putItems([{ ...localItem(1), id: 2 }]));
      await expect(twice).rejects.toThrow();
      expect(await value(store.read((tx) => tx.allItems()))).toEqual([localItem(1)]);
    });

    test('meta is kept by kind and id', async () => {
      const { store } = await makeStore();
      await value(
        store.write(async (tx) => {
          await tx.putMeta('rolled', 'a', { uuid: 'a' });
          await tx.putMeta('rolled', 'b', { uuid: 'b' });
          await tx.putMeta('epoch', 'server', { epoch: 'e' });
          await tx.deleteMeta('rolled', 'a');
        }),
      );
      const [rolled, epoch, none] = await value(
        store.read((tx) =>
          Promise.all([tx.metaOf('rolled'), tx.meta('epoch', 'server'), tx.meta('rolled', 'a')]),
        ),
      );
      expect(rolled).toEqual([{ kind: 'rolled', id: 'b', value: { uuid: 'b' } }]);
      expect(epoch).toEqual({ epoch: 'e' });
      expect(none).toBeUndefined();
    });

    test('reads the first screen newest first, then everything once in chunks', async () => {
      const { store } = await makeStore();
      const rows = Array.from({ length: 25 }, (_, at) =>
        localItem(at + 1, at % 2 === 0 ? { type: 'task', top: 1 } : { top: 0 }),
      );
      await put(store, rows);
      const top = await value(store.newestItems({ kind: 'top' }, 3));
      expect(top.map((row) => row.id)).toEqual([25, 23, 21]);
      const todos = await value(store.newestItems({ kind: 'type', type: 'todo' }, 2));
      expect(todos.map((row) => row.id)).toEqual([24, 22]);
      const seen: number[] = [];
      await value(store.eachItem(10, (chunk) => void seen.push(...chunk.map((row) => row.id))));
      expect(seen.toSorted((a, b) => a - b)).toEqual(rows.map((row) => row.id));
    });

    damagedRowsContract(makeStore);
    givingWayContract(makeStore);
    foundRowsContract(makeStore);
    newerRowsContract(makeStore);

    test('clearing empties the data and keeps meta', async () => {
      const { store } = await makeStore();
      const at = '2026-01-01T00:00:00.000Z';
      await value(
        store.write(async (tx) => {
          await tx.putItems([localItem(1)]);
          await tx.putRequest(queuedRequest(1, 1));
          await tx.put('users', { id: 7, name: 'A', phone: '', created_at: at, updated_at: at });
          await tx.put('contacts', { id: 8, user_id: 7, name: 'B', contact_phone: '1' });
          await tx.putMeta('epoch', 'server', { epoch: 'e' });
        }),
      );
      await value(store.write((tx) => tx.clearData()));
      const left = await value(
        store.read((tx) =>
          Promise.all([tx.allItems(), tx.queue(), tx.users(), tx.contacts(), tx.metaOf('epoch')]),
        ),
      );
      expect(left.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 1]);
    });

    test('nothing is left after destroying, and the handle answers closed', async () => {
      const { store, reopen } = await makeStore();
      await put(store, [localItem(1)]);
      expect((await store.destroy()).ok).toBe(true);
      expect(await store.read((tx) => tx.allItems())).toMatchObject({ error: { code: 'closed' } });
      const fresh = await reopen();
      expect(await value(fresh.read((tx) => tx.allItems()))).toEqual([]);
    });

    test('a handle on data that another handle has erased answers closed, and does not touch later data', async () => {
      const { store, reopen } = await makeStore();
      await put(store, [localItem(1)]);
      const other = await reopen();
      await value(other.read((tx) => tx.allItems()));
      expect((await store.destroy()).ok).toBe(true);
      const closed = { error: { code: 'closed' } };
      expect(await other.write((tx) => tx.putItems([localItem(2)]))).toMatchObject(closed);
      const fresh = await reopen();
      await put(fresh, [localItem(3)]);
      expect(await other.read((tx) => tx.allItems())).toMatchObject(closed);
      expect((await other.destroy()).ok).toBe(true);
      expect(await value(fresh.read((tx) => tx.itemIds()))).toEqual([3]);
    });

    test('[AUTH-05] the remembered account survives the erasure of everything else, and other handles are closed', async () => {
      const { store, reopen } = await makeStore();
      const account = { ...nobodyRemembered, signedOutId: 7 };
      await put(store, [localItem(1)]);
      await value(store.write((tx) => tx.putMeta('account', 'browser', account)));
      const other = await reopen();
      expect((await store.destroy()).ok).toBe(true);
      const closed = { error: { code: 'closed' } };
      expect(await other.write((tx) => tx.putItems([localItem(2)]))).toMatchObject(closed);
      expect(await other.read((tx) => tx.itemIds())).toMatchObject(closed);
      const fresh = await reopen();
      await put(fresh, [localItem(3)]);
      expect((await other.destroy()).ok).toBe(true);
      const left = await value(
        fresh.read((tx) => Promise.all([tx.itemIds(), tx.meta('account', 'browser')])),
      );
      expect(left).toEqual([[3], account]);
    });
  });
}

async function put(store: LocalStore, rows: readonly ReturnType<typeof localItem>[]) {
  await value(store.write((tx) => tx.putItems(rows)));
}

async function value<T>(outcome: Promise<Result<T, StoreFailure>>): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}
