import type { ReadTransaction } from '../store/ports.ts';
import { allStores } from './damaged-rows.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import { localItem, queuedRequest } from './rows.ts';

/**
 * The behaviour of every LocalStore with rows in a format that only a newer app knows; part of
 * `localStoreContract`.
 */
export function newerRowsContract(makeStore: () => Promise<DamagedStore>): void {
  const newer = { ok: false, error: { code: 'newer' } };

  test('[SYNC-11] a request of a newer app fails each read and write that finds it, is kept, and is not reported as damage', async () => {
    const { store, reopen, putRaw } = await makeStore();
    const { itemUuid: _, ...request } = queuedRequest(1, 1);
    // Fewer fields than a request has today: a later format may have different ones.
    await putRaw('syncQueue', { ...request, shape: 3, state: { kind: 'later' } });
    const [touched] = request.touches;
    const reads: readonly ((tx: ReadTransaction) => Promise<unknown>)[] = [
      (tx) => tx.queue(),
      (tx) => tx.queueOf(touched ?? ''),
      (tx) => tx.request(request.id),
    ];
    for (const read of reads) expect(await store.read(read)).toMatchObject(newer);
    const written = await store.write(async (tx) => {
      await tx.putItems([localItem(5)]);
      return tx.queue();
    });
    expect(written).toMatchObject(newer);
    const tab = await reopen();
    expect(await tab.read((tx) => Promise.all([tx.itemById(5), tx.queueSize()]))).toEqual({
      ok: true,
      value: [undefined, 1],
    });
    expect(await tab.unreadable(allStores)).toEqual({ ok: true, value: [] });
  });

  test('[SYNC-11] an item row of a newer app fails each access too, and other rows can be read', async () => {
    const { store, putRaw } = await makeStore();
    await store.write((tx) => tx.putItems([localItem(1)]));
    await putRaw('items', { id: 2, uuid: localItem(2).uuid, parent_uuid: null, shape: 2 });
    expect(await store.read((tx) => tx.itemById(2))).toMatchObject(newer);
    expect(await store.eachItem(7, () => undefined)).toMatchObject(newer);
    expect(await store.read((tx) => tx.itemById(1))).toEqual({ ok: true, value: localItem(1) });
    expect(await store.unreadable(allStores)).toEqual({ ok: true, value: [] });
  });
}
