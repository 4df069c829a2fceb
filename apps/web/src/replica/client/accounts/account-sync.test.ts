import { storedName, type Engine, type QueuedRequest, type Triggers } from '@foray/sync';
import {
  CountingIds,
  MemoryStore,
  MemoryTables,
  queuedRequest,
  TestConnectivity,
  uuidOf,
} from '@foray/sync/testing';
import { ShownAccountState } from './account-state.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import type { ClientNotice } from '../state/client-state.ts';
import { ada, ignoredEvents } from '../../testing/browser.ts';
import { AccountSync } from './account-sync.ts';
import { openAccount } from '../sync/open-account.ts';
import { queueChange } from '../../testing/queue-change.ts';

const ports = {
  clock: { nowMs: () => 0 },
  ids: new CountingIds(),
  scheduler: { after: () => () => undefined, every: () => () => undefined },
  connectivity: new TestConnectivity(),
  guestMark: { isOn: () => false, set: () => undefined },
  mayHaveSession: () => false,
  queueCounts: { load: () => ({ pending: 0, blocked: 0 }), save: () => undefined },
  openChannel: () => ({ send: () => undefined, close: () => undefined }),
  nextTask: async () => undefined,
};

/** A hidden page of a signed-in user whose engine does nothing, with the notices that it shows. */
async function signedIn(tables: MemoryTables) {
  const told: ClientNotice[] = [];
  const visibility = { isVisible: () => false, subscribe: () => () => undefined };
  const page = { ...ports, visibility } as unknown as ClientPorts;
  const watch = new ShownAccountState(page, ignoredEvents);
  const store = new MemoryStore(tables);
  const opened = openAccount({ kind: 'user', user: ada }, store, page, watch);
  const engine = {
    refresh: async () => undefined,
    conflicts: async () => [...tables.meta('conflict').values()].map(({ value }) => value),
    state: () => ({ phase: 'idle', lastError: null }),
    subscribe: () => () => undefined,
  } as unknown as Engine;
  const startTriggers = () => ({ stop: () => undefined }) as Triggers;
  opened.attachEngine(() => ({ engine, startTriggers }));
  await opened.loaded;
  const notices = { notify: (one: ClientNotice) => told.push(one) };
  const events = { endSession: async () => undefined, notices };
  watch.enter(opened, { kind: 'ok' });
  await watch.startSync(new AccountSync(opened, watch, page, events));
  const read = async (): Promise<void> => {
    const before = watch.blocked.get();
    watch.onChange(queueChange);
    await expect.poll(() => watch.blocked.get()).not.toBe(before);
  };
  return { watch, store, told, read };
}

/** A refused change of the item with that number. */
function refused(number: number): QueuedRequest {
  const why = { kind: 'verdict', code: 'forbidden', status: 403 } as const;
  const state = { kind: storedName.blocked, why, since: '2026-01-01T00:00:00.000Z' } as const;
  return queuedRequest(number, number, { state });
}

test('[SYNC-19] a refused change and a conflict are reported once, and not again by a page opened later', async () => {
  const tables = new MemoryTables();
  const { store, told, read } = await signedIn(tables);
  await store.write((tx) => tx.putRequest(refused(1)));
  const uuid = uuidOf(2);
  const none = {
    base: null,
    server: null,
    removal: 'deleted',
    canKeepBoth: false,
    rev: 1,
  } as const;
  const found = { uuid, kind: 'removed', foundAt: '2026-01-01T00:00:00.000Z' } as const;
  await store.write((tx) => tx.putMeta('conflict', uuid, { ...found, ...none, isAside: true }));
  await read();
  await read();
  const both = [
    { kind: 'blocked', count: 1, refused: null },
    { kind: 'conflicts', count: 1 },
  ];
  expect(told).toEqual(both);

  const later = await signedIn(tables);
  await later.read();
  expect(later.told).toEqual([]);
  // Another row replaces the first.
  await later.store.write(async (tx) => {
    await tx.deleteRequest(refused(1).id);
    await tx.putRequest(refused(3));
  });
  await later.read();
  expect(later.told).toEqual(both.slice(0, 1));
});
