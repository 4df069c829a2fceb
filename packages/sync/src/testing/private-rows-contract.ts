import { putPrivateRows, readPrivateRows } from '../actions/private-rows.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import { CountingIds } from './test-ports.ts';
import { personOf } from './test-world.ts';

/** The behaviour of every LocalStore with private rows; part of `foundRowsContract`. */
export function privateRowsContract(makeStore: () => Promise<DamagedStore>): void {
  test('[PRIV-04] private rows and their request are found again after reopening', async () => {
    const { store, reopen } = await makeStore();
    const device: SyncContext = {
      account: { kind: 'user', user: personOf(1001) },
      store,
      clock: { nowMs: () => 0 },
      ids: new CountingIds(1),
      changes: { publish: () => undefined },
    };
    const rows = [
      { kind: 'setting', id: 'start', value: { path: '/today' } },
      { kind: 'view', id: 'v-1', value: { query: 'é', order: [1] } },
    ];
    expect((await putPrivateRows(device, rows)).ok).toBe(true);
    const again = await reopen();
    expect(await readPrivateRows({ store: again })).toEqual({ ok: true, value: rows });
    const queue = await again.read((tx) => tx.queue());
    expect(queue).toMatchObject({
      value: [{ url: '/api/private', data: { rows }, itemUuid: null }],
    });
  });
}
