import type { Person, Result } from '@foray/domain';
import { claimStore, createItem } from '@foray/sync';
import type {
  CallContext,
  AccountKey,
  SyncContext,
  LocalStore,
  LocalStores,
  RememberedAccount,
  StoreFailure,
} from '@foray/sync';
import {
  CountingIds,
  MemoryStores,
  TestConnectivity,
  TestLocks,
  TestMirror,
  VirtualTime,
} from '@foray/sync/testing';
import { AccountManager } from '../client/accounts/account-manager.ts';
import type { ClientPorts } from '../client/state/client-ports.ts';
import { openFirst } from '../client/accounts/first-opening.ts';
import { ShownAccount } from '../client/accounts/shown-account.ts';
import { TestSessions } from './test-sessions.ts';

const at = '2026-01-05T00:00:00.000Z';

/** Two people who use one browser. */
export const ada: Person = {
  id: 1005,
  name: 'Ada',
  phone: '+15550001',
  created_at: at,
  updated_at: at,
};
export const bob: Person = { ...ada, id: 1006, name: 'Bob', phone: '+15550002' };

/** The credentials that a person types to sign in. */
export const asTyped = ({ phone, name }: Person) => ({ phone, name });

/** The store of an account, open. */
export async function openIn<S extends LocalStore>(
  stores: { open(key: AccountKey): Promise<Result<S, StoreFailure>> },
  key: AccountKey,
): Promise<S> {
  const opened = await stores.open(key);
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
}

/** A device of a person, or of a guest, with nothing that syncs it. */
export function deviceWith(store: LocalStore, user: Person | null): SyncContext {
  return {
    account: user === null ? { kind: 'guest' } : { kind: 'user', user },
    store,
    clock: { nowMs: () => Date.parse(at) },
    ids: new CountingIds(user?.id ?? 7),
    changes: { publish: () => undefined },
  };
}

/** A todo that a person, or a guest, made in their store, and that no server has. */
export async function madeBy(
  stores: LocalStores,
  user: Person | null,
  ...titles: readonly string[]
): Promise<void> {
  const store = await openIn(stores, user?.id ?? 0);
  if (user !== null) await claimStore(store, user);
  const device = deviceWith(store, user);
  for (const title of titles) {
    const made = await createItem(device, { type: 'todo', title });
    if (!made.ok) throw new Error(made.error.code);
  }
  await store.close();
}

/** The titles of all items stored under a key. */
export function titlesIn(stores: MemoryStores, key: AccountKey): readonly string[] {
  return [...(stores.tables.get(key)?.items.values() ?? [])].map(({ title }) => title);
}

/** Stores of which no write is committed while `fault` returns a failure. */
export function faultyStores(kept: MemoryStores, fault: () => StoreFailure | null): LocalStores {
  const spoil = async (opening: ReturnType<MemoryStores['open']>) => {
    const opened = await opening;
    if (opened.ok) opened.value.faults.beforeCommit = fault;
    return opened;
  };
  return {
    open: (key) => spoil(kept.open(key)),
    openExisting: (key) => spoil(kept.openExisting(key)),
  };
}

/** Stores of which one can be prevented from being opened; `waiting` counts who waits for it. */
export function gatedStores(kept: MemoryStores, key: AccountKey) {
  const waiting: (() => void)[] = [];
  const gate = {
    isShut: false,
    waiting,
    open() {
      gate.isShut = false;
      for (const goOn of waiting.splice(0)) goOn();
    },
  };
  const pass = async (asked: AccountKey): Promise<void> => {
    if (gate.isShut && asked === key) await new Promise<void>((goOn) => waiting.push(goOn));
  };
  const stores: LocalStores = {
    async open(asked) {
      await pass(asked);
      return kept.open(asked);
    },
    async openExisting(asked) {
      await pass(asked);
      return kept.openExisting(asked);
    },
  };
  return { gate, stores };
}

/** The titles that a page shows. */
export function titlesOn(page: AccountManager): readonly string[] {
  return [...page.watch.replica.get().rows()].map(({ title }) => title);
}

/** The notices of a page from now on. */
export function noticesOf(page: AccountManager): readonly string[] {
  const notices: string[] = [];
  page.notices.on(({ kind }) => notices.push(kind));
  return notices;
}

/** For a page whose events nobody handles before it has an account manager. */
export const ignoredEvents = {
  onStoreGone: () => undefined,
  onPeople: () => undefined,
};

/** Opens the accounts of a browser as a page does at its start. */
export async function openPage(ports: ClientPorts): Promise<AccountManager> {
  const shown = new ShownAccount(ports, {
    onStoreGone: () => void page.erased.look(),
    onPeople: (people) => void page.ownName.update(people),
  });
  const page = new AccountManager(ports, shown, await openFirst(ports, shown));
  await page.current();
  return page;
}

/** A browser with its memory of accounts, and the server's sessions; `over` replaces a port. */
export function browserWith(remembered: RememberedAccount, over: Partial<ClientPorts> = {}) {
  const sessions = new TestSessions(remembered.user, [ada, bob]);
  const time = new VirtualTime();
  const stores = new MemoryStores();
  const mirror = new TestMirror();
  mirror.saveAsLastVersion(remembered);
  const connectivity = new TestConnectivity();
  const reloads: string[] = [];
  const { me, login, logout, other } = sessions;
  const ports = {
    clock: { nowMs: () => time.nowMs() },
    ids: new CountingIds(),
    scheduler: {
      after: (delayMs: number, work: () => void) => time.after(delayMs, work),
      every: (periodMs: number, work: () => void) => time.every(periodMs, work),
    },
    locks: new TestLocks(),
    connectivity,
    visibility: { isVisible: () => true, subscribe: () => () => undefined },
    transport: {
      fetchItems: (...[, , , context]: Parameters<ClientPorts['transport']['fetchItems']>) =>
        other(context),
      fetchChanges: (...[, , context]: Parameters<ClientPorts['transport']['fetchChanges']>) =>
        other(context),
      fetchStreams: (...[, context]: Parameters<ClientPorts['transport']['fetchStreams']>) =>
        other(context),
      sendBatch: (...[, context]: Parameters<ClientPorts['transport']['sendBatch']>) =>
        other(context),
      selfCheck: (...[, context]: Parameters<ClientPorts['transport']['selfCheck']>) =>
        other(context),
      sendOne: (...[, context]: Parameters<ClientPorts['transport']['sendOne']>) => other(context),
      me,
      login,
      logout,
    },
    callServer: (id: string, { context }: { readonly context: CallContext }) =>
      id === 'deleteMe' ? sessions.deleteAccount(context) : other(context),
    push: { preference: { isOn: () => false } },
    accountMirror: mirror,
    queueCounts: { load: () => ({ pending: 0, blocked: 0 }), save: () => undefined },
    guestMark: { isOn: () => false, set: () => undefined },
    mayHaveSession: () => false,
    openStores: () => stores,
    listAccountDatabases: async () => [...stores.tables.keys()],
    clearSettings: () => undefined,
    reloadPage: () => void reloads.push('reload'),
    openMemoryStores: async () => new MemoryStores(),
    openChannel: () => ({ send: () => undefined, close: () => undefined }),
    openEvents: () => () => undefined,
    applySetting: () => undefined,
    onAccountChangedElsewhere: () => undefined,
    nextTask: async () => undefined,
    askToPersist: async () => undefined,
    ...over,
  } as unknown as ClientPorts;

  /** Starts a page and waits until its account is open. */
  async function start(): Promise<AccountManager> {
    return openPage(ports);
  }
  /** Starts the browser again after a kill: its former pages hold no locks any more. */
  const startAgain = async (): Promise<AccountManager> => {
    return openPage({ ...ports, locks: new TestLocks() });
  };
  const remembers = () => mirror.value?.remembered;
  return {
    ports,
    sessions,
    time,
    stores,
    mirror,
    connectivity,
    reloads,
    start,
    startAgain,
    remembers,
  };
}
