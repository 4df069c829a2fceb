import type { Result } from '@foray/domain';
import type { UnreadableRow } from '../store/meta.ts';
import type {
  LocalStore,
  ReadTransaction,
  StoreFailure,
  WriteTransaction,
} from '../store/ports.ts';
import {
  allStores,
  damagedId,
  damagedMost,
  damagedRows,
  damagedUuid,
  firstDamaged,
  healthyRows,
  metaKinds,
} from './damaged-rows.ts';
import type { DamagedRow } from './damaged-rows.ts';
import { localItem, queuedRequest, uuidOf } from './rows.ts';

/** An opened, empty store; `reopen` opens the same data again, as another tab would. */
export interface DamagedStore {
  readonly store: LocalStore;
  reopen(): Promise<LocalStore>;
  /** Stores a row unchanged, bypassing the code that writes rows. */
  putRaw(store: UnreadableRow['store'], row: DamagedRow): Promise<void> | void;
}

/** The behaviour of every LocalStore with rows that cannot be read; part of `localStoreContract`. */
export function damagedRowsContract(makeStore: () => Promise<DamagedStore>): void {
  test.each(allStores)(
    '[DATA-14] a damaged row of %s is skipped by every read, kept, reported once, and erased on request',
    async (name) => {
      const { store, reopen, putRaw } = await makeStore();
      await value(store.write(healthyRows));
      const before = await value(store.read(everything));
      const damaged = damagedRows(name);
      for (const row of damaged) await putRaw(name, row);
      expect(await value(store.read(everything))).toEqual(before);
      expect(await value(store.newestItems({ kind: 'top' }, 100))).toEqual([localItem(1)]);
      const chunks: unknown[] = [];
      await value(store.eachItem(7, (rows) => void chunks.push(...rows)));
      expect(chunks).toEqual([localItem(1)]);
      const tab = await reopen();
      const unreadable = await value(tab.unreadable(allStores));
      const keyOf = ({ kind, id }: DamagedRow) => (name === 'meta' ? `${kind}/${id}` : String(id));
      expect(unreadable.map(({ key }) => key).toSorted()).toEqual(damaged.map(keyOf).toSorted());
      expect(unreadable.every((row) => row.store === name)).toBe(true);
      expect(unreadable.map(({ content }) => content)).toEqual(
        expect.arrayContaining(damaged as never),
      );
      await value(store.eraseUnreadable(unreadable.slice(1)));
      expect(await value(tab.unreadable(allStores))).toEqual([unreadable[0]]);
      await value(store.eraseUnreadable(unreadable));
      expect(await value(tab.unreadable(allStores))).toEqual([]);
      expect(await value(tab.read(everything))).toEqual(before);
    },
  );
}

/** The effect of a readable row on damaged ones in its place; part of `localStoreContract`. */
export function givingWayContract(makeStore: () => Promise<DamagedStore>): void {
  const cases: readonly (readonly [string, UnreadableRow['store'], DamagedRow])[] = [
    ['an item with its uuid', 'items', { id: 77, uuid: uuidOf(1), title: 4 }],
    ['an item with its id', 'items', { id: 1, uuid: uuidOf(77), title: 4 }],
    ['an item with both', 'items', { id: 1, uuid: uuidOf(1), title: 4 }],
    ['an item whose id is a text', 'items', { id: 'x', uuid: uuidOf(1), title: 4 }],
    ['a request with its seq', 'syncQueue', { id: 'broken', seq: 1, state: 9 }],
  ];
  test.each(cases)(
    '[DATA-14] [I1] %s that cannot be read is replaced by one that can, and kept aside',
    async (_, name, damaged) => {
      const { store, reopen, putRaw } = await makeStore();
      const putGood = (tx: WriteTransaction): Promise<void> =>
        name === 'items'
          ? tx.putItems([localItem(1), localItem(2)])
          : tx.putRequest(queuedRequest(1, 1));
      const write = () =>
        value(
          store.write(async (tx) => {
            await tx.itemsById([1]);
            await putGood(tx);
          }),
        );
      const expectGood = async (): Promise<void> => {
        const of = await reopen();
        const [items, queue] = await value(
          of.read((tx) => Promise.all([tx.allItems(), tx.queue()])),
        );
        if (name === 'items') expect(new Set(items)).toEqual(new Set([localItem(1), localItem(2)]));
        else expect(queue).toEqual([queuedRequest(1, 1)]);
      };
      await putRaw(name, damaged);
      await write();
      await expectGood();
      const unreadable = await value(store.unreadable(allStores));
      expect(unreadable).toEqual([{ store: name, key: String(damaged.id), content: damaged }]);
      for (const asked of [name, 'meta'] as const) {
        expect(await value(store.unreadable([asked]))).toEqual(unreadable);
      }
      expect(await value(store.unreadable(['users']))).toEqual([]);
      // Damaged once more under the same key, it is a different row.
      const again: DamagedRow = { ...damaged, title: 5, state: 8 };
      await value(
        store.write(async (tx) => {
          await tx.deleteItem(1);
          await tx.deleteRequest('request-1');
        }),
      );
      await putRaw(name, again);
      await write();
      const both = await value(store.unreadable(allStores));
      expect(both.map(({ content }) => content)).toEqual([damaged, again]);
      await value(store.eraseUnreadable(both));
      expect(await value(store.unreadable(allStores))).toEqual([]);
      await expectGood();
    },
  );

  test('[DATA-14] the last place of the queue includes damaged requests, but no absurd places', async () => {
    const { store, putRaw } = await makeStore();
    const last = () => value(store.read((tx) => tx.lastQueueSeq()));
    expect(await last()).toBe(0);
    await value(store.write((tx) => tx.putRequest(queuedRequest(3, 1))));
    expect(await last()).toBe(3);
    for (const [at, seq] of [12, -4, 1e300, 'x', '99', null, ['y']].entries()) {
      await putRaw('syncQueue', { id: `broken-${at}`, seq, state: 9 });
    }
    expect(await last()).toBe(12);
    await value(store.write((tx) => tx.deleteRequest('broken-0')));
    expect(await last()).toBe(3);
  });
}

/** The result of every read method of a transaction, of healthy rows and of damaged ones. */
async function everything(tx: ReadTransaction) {
  const metas = await Promise.all(metaKinds.map((kind) => tx.metaOf(kind)));
  const single = await Promise.all(metaKinds.map((kind) => tx.meta(kind, damagedId)));
  const numbers = Array.from({ length: damagedMost }, (_, at) => firstDamaged + at);
  return {
    metas,
    single,
    items: await tx.allItems(),
    byId: await Promise.all([1, ...numbers].map((id) => tx.itemById(id))),
    byIds: await tx.itemsById([1, ...numbers]),
    byUuid: await tx.itemsByUuid([uuidOf(1), damagedUuid]),
    one: await tx.itemByUuid(damagedUuid),
    children: await tx.childrenOf(damagedUuid),
    newer: await tx.itemsNewerThan(-1),
    queue: await tx.queue(),
    queueOf: await Promise.all([uuidOf(1), damagedUuid, 'x'].map((uuid) => tx.queueOf(uuid))),
    requests: await Promise.all(['request-1', damagedId].map((id) => tx.request(id))),
    users: await tx.users(),
    user: await Promise.all(numbers.map((id) => tx.user(id))),
    contacts: await tx.contacts(),
    notifications: await tx.notifications(),
  };
}

async function value<T>(outcome: Promise<Result<T, StoreFailure>>): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}
