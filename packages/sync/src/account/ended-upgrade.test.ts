import { err, ok } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import type { LocalStores } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { done } from '../testing/done.ts';
import { localItem } from '../testing/rows.ts';
import { CountingIds } from '../testing/test-ports.ts';
import { personOf, newWorld, type TestDevice } from '../testing/test-world.ts';
import { endBegunUpgrade, upgradeGuest } from './guest-upgrade.ts';

const strangerId = 1002;
const full = { code: 'quota', detail: 'the test says so' } as const;
const broken = { code: 'broken', detail: 'the test says so' } as const;

/** A browser with a guest's todo and the store of an account. */
async function browserOf() {
  const { world, one } = newWorld();
  const tables = new MemoryTables();
  const ids = new CountingIds(9);
  const changes = { publish: () => undefined };
  const account = { kind: 'guest' } as const;
  /** The guest in another tab. */
  const tab = (): SyncContext & { readonly store: MemoryStore } => {
    return { account, store: new MemoryStore(tables), clock: world.time, ids, changes };
  };
  const guest = tab();
  await done(createItem(guest, { type: 'todo', title: 'mine' }));
  const stores = new MemoryStores();
  stores.tables.set(world.user.id, one.tables);
  return { world, one, tables, guest, tab, stores, userId: world.user.id };
}

/** The same browser where an upgrade was interrupted before or after it copied. */
async function interrupted(at: 'before it copied' | 'after it copied') {
  const browser = await browserOf();
  const { one, tab, stores } = browser;
  const store = at === 'before it copied' ? one.store : tab().store;
  let writes = 0;
  store.faults.beforeCommit = () => {
    writes += 1;
    return store === one.store || writes === 2 ? full : null;
  };
  const guestStore = store === one.store ? tab().store : store;
  expect(await upgradeGuest(guestStore, one.device, stores)).toEqual(err(full));
  one.store.faults.beforeCommit = () => null;
  return browser;
}

/** Stores in which the account's one cannot be opened. */
function without(stores: MemoryStores, key: number): LocalStores {
  return {
    open: (account) => stores.open(account),
    openExisting: async (account) => (account === key ? err(broken) : stores.openExisting(account)),
  };
}

/** Stores that do something else before they open one. */
function after(stores: MemoryStores, meanwhile: () => Promise<unknown>): LocalStores {
  let isFirst = true;
  return {
    open: (account) => stores.open(account),
    openExisting: async (account) => {
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return stores.openExisting(account);
    },
  };
}

const titlesIn = (tables: MemoryTables) => [...tables.items.values()].map(({ title }) => title);
/** The generations that an account has copied. */
function notedBy({ tables }: TestDevice) {
  return [...tables.meta('importedGuest').values()].map(({ value }) => value.generation);
}

const titlesOf = ({ tables }: TestDevice) => titlesIn(tables);
/** The row of the generation's name, damaged. */
const noGeneration = { kind: 'generation', id: 'guest', value: 7 } as never;
const later = { type: 'todo', title: 'later' } as const;

async function stranger({ device }: TestDevice, stores: MemoryStores): Promise<SyncContext> {
  const opened = await stores.open(strangerId);
  if (!opened.ok) throw new Error(opened.error.code);
  return { ...device, account: { kind: 'user', user: personOf(strangerId) }, store: opened.value };
}

test('a guest does not receive another guest’s items', async () => {
  const { guest, stores } = await browserOf();
  const taken = upgradeGuest(guest.store, guest, stores);
  await expect(taken).rejects.toThrow('a guest cannot be upgraded to a guest');
});

test('[I24] unreadable items are neither copied nor erased', async () => {
  const { one, tables, guest, stores } = await browserOf();
  await guest.store.write((tx) => tx.deleteItem(1));
  tables.putRaw('items', { id: 5, title: 'torn' } as never);
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(0));
  expect(titlesIn(tables)).toEqual(['torn']);
  expect(tables.meta('moved').size).toBe(0);
});

test('[I24] a guest’s items are copied even if the name of their generation cannot be read', async () => {
  const { one, tables, guest, stores } = await browserOf();
  tables.putRaw('meta', noGeneration);
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(1));
  expect(titlesOf(one)).toEqual(['mine']);
  expect(notedBy(one)).toEqual([expect.any(String)]);
  expect(titlesIn(tables)).toEqual([]);
});

test.each([
  ['before it copied', ['mine']],
  ['after it copied', []],
] as const)(
  '[I1] [I24] an upgrade interrupted %s has the same end if the name of the generation is damaged',
  async (at, theGuests) => {
    const { tables, guest, stores } = await interrupted(at);
    tables.putRaw('meta', noGeneration);
    expect(await endBegunUpgrade(guest.store, stores)).toEqual(ok(undefined));
    expect(titlesIn(tables)).toEqual(theGuests);
  },
);

test('[DATA-14] [I24] an item that cannot be read stays with the guest, and the others are copied', async () => {
  const { one, tables, guest, tab, stores } = await browserOf();
  tables.putRaw('items', { id: 5, title: 'torn' } as never);
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(1));
  expect(titlesIn(tables)).toEqual(['torn']);
  expect(titlesOf(one)).toEqual(['mine']);
  // The next guest works beside the unread item, which goes to no account.
  expect(await endBegunUpgrade(tab().store, stores)).toEqual(ok(undefined));
  await done(createItem(tab(), later));
  expect(await upgradeGuest(tab().store, one.device, stores)).toEqual(ok(1));
  expect(titlesIn(tables)).toEqual(['torn']);
});

test('[I1] an interrupted upgrade of another account that cannot be finished yields no items', async () => {
  const { one, tables, guest, stores, userId } = await interrupted('after it copied');
  const other = await stranger(one, stores);
  expect(await upgradeGuest(guest.store, other, without(stores, userId))).toEqual(err(broken));
  expect(stores.tables.get(strangerId)?.items.size).toBe(0);
  expect(titlesIn(tables)).toEqual(['mine']);
});

test('[I1] items that a tab starts to copy into another account at the same moment are not copied twice', async () => {
  const { one, tables, guest, tab, stores } = await browserOf();
  const other = await stranger(one, stores);
  other.store.write = async () => err(full);
  const read = guest.store.read.bind(guest.store);
  guest.store.read = async (work) => {
    const found = await read(work);
    expect(await upgradeGuest(tab().store, other, stores)).toEqual(err(full));
    return found;
  };
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(0));
  expect(titlesOf(one)).toEqual([]);
  expect(titlesIn(tables)).toEqual(['mine']);
});

test('[I1] a tab that paused after copying erases nothing that a guest has created since', async () => {
  const { one, tables, guest, tab, stores } = await browserOf();
  const store = new MemoryStore(one.tables);
  const write = store.write.bind(store);
  store.write = async (work) => {
    const written = await write(work);
    await endBegunUpgrade(tab().store, stores);
    await done(createItem(tab(), later));
    return written;
  };
  expect(await upgradeGuest(guest.store, { ...one.device, store }, stores)).toEqual(ok(1));
  expect(titlesOf(one)).toEqual(['mine']);
  expect(titlesIn(tables)).toEqual(['later']);
});

test('[I1] a tab that paused while it finished an upgrade erases nothing that a guest has created since', async () => {
  const { tables, guest, tab, stores } = await interrupted('after it copied');
  const slow = after(stores, async () => {
    await endBegunUpgrade(tab().store, stores);
    await done(createItem(tab(), later));
  });
  expect(await endBegunUpgrade(guest.store, slow)).toEqual(ok(undefined));
  expect(titlesIn(tables)).toEqual(['later']);
});

test('[I1] an upgrade continues when another account signs out', async () => {
  const { one, tables, guest, stores, userId } = await interrupted('before it copied');
  expect(await endBegunUpgrade(guest.store, stores, strangerId)).toEqual(ok(undefined));
  expect(tables.meta('moved').size).toBe(1);
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(1));
  expect(await endBegunUpgrade(guest.store, stores, userId)).toEqual(ok(undefined));
  expect(tables.meta('moved').size).toBe(0);
});

test('after a complete upgrade the next guest need not know which items the account has', async () => {
  const { one, tables, guest, stores, userId } = await browserOf();
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(1));
  expect(await endBegunUpgrade(guest.store, without(stores, userId))).toEqual(ok(undefined));
  await done(createItem(guest, later));
  expect(titlesIn(tables)).toEqual(['later']);
});

test('an interrupted upgrade is finished with the account’s store that is already open', async () => {
  const { one, tables, guest, stores, userId } = await interrupted('after it copied');
  expect(await upgradeGuest(guest.store, one.device, without(stores, userId))).toEqual(ok(0));
  expect(titlesIn(tables)).toEqual([]);
  expect(titlesOf(one)).toEqual(['mine']);
});

test('the account records the generation that it has, and the next guest’s items belong to another', async () => {
  const { one, tables, guest, stores } = await browserOf();
  const generation = () => tables.meta('generation').get('guest')?.value.generation;
  const first = generation();
  await upgradeGuest(guest.store, one.device, stores);
  await endBegunUpgrade(guest.store, stores);
  await done(createItem(guest, later));
  expect(notedBy(one)).toEqual([first]);
  expect(generation()).toBeDefined();
  expect(generation()).not.toBe(first);
});

test.each(['before it copied', 'after it copied'] as const)(
  '[I1] an upgrade interrupted %s is not finished while the account’s items are unknown',
  async (at) => {
    const { tables, guest, stores, userId } = await interrupted(at);
    expect(await endBegunUpgrade(guest.store, without(stores, userId))).toEqual(err(broken));
    expect(await createItem(guest, later)).toEqual(err({ code: 'moved' }));
    expect(titlesIn(tables)).toEqual(['mine']);
  },
);

test('an upgrade cannot be finished in a store that is gone', async () => {
  const { guest, stores } = await interrupted('before it copied');
  await guest.store.close();
  expect(await endBegunUpgrade(guest.store, stores)).toMatchObject(err({ code: 'closed' }));
});

test('[I1] items for an account that has been erased stay with the guest', async () => {
  const { tables, guest } = await interrupted('before it copied');
  expect(await endBegunUpgrade(guest.store, new MemoryStores())).toEqual(ok(undefined));
  await done(createItem(guest, later));
  expect(titlesIn(tables)).toEqual(['mine', 'later']);
});

test.each([
  ['before it copied', ['mine', 'later'], []],
  ['after it copied', ['later'], ['mine']],
] as const)(
  '[I1] an upgrade that was interrupted %s, and again while it was being finished, has the same end',
  async (at, theGuests, theAccounts) => {
    const { one, tables, tab, guest, stores } = await interrupted(at);
    const page = tab().store;
    page.faults.beforeCommit = () => full;
    expect(await endBegunUpgrade(page, stores)).toEqual(err(full));
    expect(await endBegunUpgrade(guest.store, stores)).toEqual(ok(undefined));
    await done(createItem(guest, later));
    expect(titlesIn(tables)).toEqual(theGuests);
    expect(titlesOf(one)).toEqual(theAccounts);
  },
);

test('[I4] a guest’s items are queued parents first, and otherwise in the order in which they were created', async () => {
  const { one, guest, stores } = await browserOf();
  const campaign = await done(createItem(guest, { type: 'campaign', title: 'campaign' }));
  const task = await done(createItem(guest, { type: 'task', title: 'task' }));
  // The store may have them in an order other than that of their creation.
  const rows = [localItem(21), localItem(20)];
  await guest.store.write((tx) => tx.putItems(rows));
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual(ok(5));
  const queued = (await one.queue()).map(({ itemUuid }) => itemUuid);
  expect(queued.slice(0, 2)).toEqual([campaign.item.uuid, task.item.uuid]);
  expect(queued.slice(3)).toEqual([rows[1]?.uuid, rows[0]?.uuid]);
});
