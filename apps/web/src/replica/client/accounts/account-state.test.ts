import { CountingIds, MemoryStore, MemoryTables, TestConnectivity } from '@foray/sync/testing';
import { ShownAccountState } from './account-state.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import { openAccount } from '../sync/open-account.ts';
import { ignoredEvents } from '../../testing/browser.ts';
import { queueChange } from '../../testing/queue-change.ts';

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
  const watch = new ShownAccountState(ports, ignoredEvents);
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
  watch.enter(opened, { kind: 'ok' });
  await watch.lookForDamage();
  return { watch, searched };
}

test('[DATA-14] many changes beside a damaged row search its store at most twice, and no other store', async () => {
  const tables = new MemoryTables();
  tables.putRaw('contacts', { id: 7, name: 3 } as never);
  const { watch, searched } = await watching(tables);
  await expect.poll(() => watch.sync.get().storage).toEqual({ kind: 'damaged', rows: 1 });
  searched.length = 0;
  for (let made = 0; made < 100; made += 1) watch.onChange(queueChange);
  await expect.poll(() => searched.length).toBe(2);

  // Another tab discards it.
  tables.contacts.clear();
  watch.onChange(queueChange);
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
