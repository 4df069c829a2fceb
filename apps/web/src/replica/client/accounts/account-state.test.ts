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
import { openAccount } from '../sync/open-account.ts';
import { ada, ignoredEvents } from '../../testing/browser.ts';

const ports = {
  clock: { nowMs: () => 0 },
  ids: new CountingIds(),
  scheduler: { after: () => () => undefined, every: () => () => undefined },
  connectivity: new TestConnectivity(),
  visibility: { isVisible: () => true, subscribe: () => () => undefined },
  guestMark: { isOn: () => false, set: () => undefined },
  mayHaveSession: () => false,
  queueCounts: { load: () => ({ pending: 0, blocked: 0 }), save: () => undefined },
  openChannel: () => ({ send: () => undefined, close: () => undefined }),
  nextTask: async () => undefined,
} as unknown as ClientPorts;

/** A page that shows a guest's items, and the number of searches for damaged rows in each store. */
async function watching(
  tables: MemoryTables,
  begin: (watch: ShownAccountState) => void = () => undefined,
) {
  const watch = new ShownAccountState(ports, { ...ignoredEvents, notify: () => undefined });
  begin(watch);
  const store = new MemoryStore(tables);
  const searched: (readonly string[])[] = [];
  const unreadable = store.unreadable.bind(store);
  store.unreadable = async (names) => {
    searched.push(names);
    return unreadable(names);
  };
  const opened = openAccount({ kind: 'guest' }, store, ports, watch);
  await opened.loaded;
  await watch.enter(opened, { kind: 'ok' }, 0);
  return { watch, searched };
}

/** A hidden page of a signed-in user whose engine does nothing, with the notices that it shows. */
async function signedIn(tables: MemoryTables) {
  const told: ClientNotice[] = [];
  const visibility = { isVisible: () => false, subscribe: () => () => undefined };
  const watch = new ShownAccountState(
    { ...ports, visibility },
    { ...ignoredEvents, notify: (one) => told.push(one) },
  );
  const store = new MemoryStore(tables);
  const opened = openAccount({ kind: 'user', user: ada }, store, ports, watch);
  const engine = {
    refresh: async () => undefined,
    conflicts: async () => [...tables.meta('conflict').values()].map(({ value }) => value),
    state: () => ({ phase: 'idle', lastError: null }),
    subscribe: () => () => undefined,
  } as unknown as Engine;
  const startTriggers = () => ({ stop: () => undefined }) as Triggers;
  opened.attachEngine(() => ({ engine, startTriggers }));
  await opened.loaded;
  await watch.enter(opened, { kind: 'ok' }, 0);
  const read = async (): Promise<void> => {
    const before = watch.blocked.get();
    watch.onChange(change);
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

const change = {
  localSeq: 0,
  rows: [],
  goneUuids: [],
  rekeyed: [],
  users: [],
  hasQueueChanged: true,
} as const;

test('[DATA-14] many changes beside a damaged row search its store at most twice, and no other store', async () => {
  const tables = new MemoryTables();
  tables.putRaw('contacts', { id: 7, name: 3 } as never);
  const { watch, searched } = await watching(tables);
  await expect.poll(() => watch.sync.get().storage).toEqual({ kind: 'damaged', rows: 1 });
  searched.length = 0;
  for (let made = 0; made < 100; made += 1) watch.onChange(change);
  await expect.poll(() => searched.length).toBe(2);

  // Another tab discards it.
  tables.contacts.clear();
  watch.onChange(change);
  await expect.poll(() => watch.sync.get().storage).toEqual({ kind: 'ok' });
  expect(searched).toEqual([['contacts'], ['contacts'], ['contacts']]);
});

test('[SYNC-11] a row that a newer app wrote asks for the new version, even before the data is shown', async () => {
  const { watch } = await watching(new MemoryTables());
  watch.onNewer(1000);
  expect(watch.sync.get().storage).toEqual({ kind: 'ok' });
  watch.onNewer(0);
  expect(watch.sync.get().storage).toEqual({ kind: 'newer' });

  const early = await watching(new MemoryTables(), (one) => one.onNewer(0));
  expect(early.watch.sync.get().storage).toEqual({ kind: 'newer' });
});

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
