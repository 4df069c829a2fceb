import type {
  AccountMemory,
  Leaving,
  LocalStore,
  MetaKind,
  ReadTransaction,
  WriteTransaction,
} from '@foray/sync';
import type { Mutant } from './world.ts';

/** An account does not remember what of a guest has come into it. */
export const arrivalForgotten = (): Mutant => ({
  store: (store) => without(store, 'importedGuest'),
});

/** A guest goes on writing into what is on its way to an account. */
export const movedForgotten = (): Mutant => ({
  // An action reads the counters first; an upgrade does not.
  store: (store) => without(store, 'moved', 'counters'),
});

/** Actions go on in an account that a sign-out is erasing. */
export const leftForgotten = (): Mutant => ({ store: (store) => without(store, 'left') });

/** A handle on what was erased goes on with what has its name now. */
export const erasedWrittenTo = (): Mutant => ({
  store: (store, reopen) => {
    let inner = store;
    let isClosed = false;
    const again = async <R extends { readonly ok: boolean }>(
      use: (on: LocalStore) => Promise<R>,
    ): Promise<R> => {
      const result = await use(inner);
      const isGone =
        !result.ok && (result as { error?: { code?: string } }).error?.code === 'closed';
      if (!isGone || isClosed) return result;
      inner = reopen();
      return use(inner);
    };
    return {
      read: (work) => again((on) => on.read(work)),
      write: (work) => again((on) => on.write(work)),
      writeBulk: (work) => again((on) => on.writeBulk(work)),
      newestItems: (list, limit) => again((on) => on.newestItems(list, limit)),
      eachItem: (rows, chunk) => again((on) => on.eachItem(rows, chunk)),
      unreadable: (stores) => again((on) => on.unreadable(stores)),
      eraseUnreadable: (rows) => again((on) => on.eraseUnreadable(rows)),
      close: () => ((isClosed = true), inner.close()),
      destroy: () => ((isClosed = true), inner.destroy()),
    };
  },
});

/** A tab that closes in the middle of a sign-out takes with it that there was one to finish. */
export const signOutNotFinished = (): Mutant => ({
  memory: (memory) => {
    let leaving: readonly Leaving[] = [];
    return {
      load: async () => ({ ...(await memory.load()), leaving }),
      change: (change) =>
        memory.change((now) => {
          const next = change({ ...now, leaving });
          ({ leaving } = next);
          return { ...next, leaving: [] };
        }),
    };
  },
});

/** A sign-out that is finished is finished again, no matter who has signed in since. */
export const signOutFinishedAgain = (): Mutant => ({
  memory: (memory): AccountMemory => ({
    load: () => memory.load(),
    change: (change) =>
      memory.change((now) => {
        const next = change(now);
        const ids = new Set(next.leaving.map(({ userId }) => userId));
        const before = now.leaving.filter(({ userId }) => !ids.has(userId));
        return { ...next, leaving: [...before, ...next.leaving] };
      }),
  }),
  store: (store) => without(store, 'signOuts'),
});

/** What is to be erased is only closed. */
export const onlyClosed = (): Mutant => ({
  store: (store) => ({
    ...delegated(store),
    destroy: async () => (await store.close(), { ok: true, value: undefined }),
  }),
});

/**
 * The store in which no row of that kind of meta is ever found, or not by a transaction that has read
 * one of another kind before.
 */
function without(store: LocalStore, kind: MetaKind, after: MetaKind | null = null): LocalStore {
  const blind = <T extends ReadTransaction>(tx: T): T => {
    let isBlind = after === null;
    return new Proxy(tx, {
      get: (_, name) => {
        const value: unknown = Reflect.get(tx, name, tx);
        if (typeof value !== 'function') return value;
        if (name !== 'meta') return value.bind(tx) as unknown;
        return async (asked: MetaKind, id: string) => {
          isBlind ||= asked === after;
          return isBlind && asked === kind ? undefined : tx.meta(asked, id);
        };
      },
    });
  };
  return {
    ...delegated(store),
    read: (work) => store.read((tx) => work(blind(tx))),
    write: (work) => store.write((tx: WriteTransaction) => work(blind(tx))),
  };
}

/** All that a store does, done by another. */
function delegated(store: LocalStore): LocalStore {
  return {
    read: (work) => store.read(work),
    write: (work) => store.write(work),
    writeBulk: (work) => store.writeBulk(work),
    newestItems: (list, limit) => store.newestItems(list, limit),
    eachItem: (rows, chunk) => store.eachItem(rows, chunk),
    unreadable: (stores) => store.unreadable(stores),
    eraseUnreadable: (rows) => store.eraseUnreadable(rows),
    close: () => store.close(),
    destroy: () => store.destroy(),
  };
}
