import type { SyncContext } from '../store/sync-context.ts';
import { createEngine } from '../engine/engine.ts';
import type { LocalStore } from '../store/ports.ts';
import { TestTransport } from './test-transport.ts';
import { CountingIds, TestConnectivity, TestLocks } from './test-ports.ts';
import type { TestWorld } from './test-world.ts';

/** A tab of the world's user on any implementation of the store, and what it shows by uuid. */
export function deviceOn(world: TestWorld, store: LocalStore, number: number) {
  const device: SyncContext = {
    account: { kind: 'user', user: world.user },
    store,
    clock: world.time,
    ids: new CountingIds(number),
    changes: { publish: () => undefined },
  };
  const transport = new TestTransport(world.server, world.user.id);
  const engine = createEngine({
    device,
    transport,
    scheduler: world.time,
    locks: new TestLocks(),
    connectivity: new TestConnectivity(),
    isResolvingConflicts: () => false,
  });
  const items = async () => {
    const rows = await store.read((tx) => tx.allItems());
    if (!rows.ok) throw new Error(rows.error.detail);
    return new Map(rows.value.map((row) => [row.uuid, row]));
  };
  return { device, engine, store, transport, items };
}
