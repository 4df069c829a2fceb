import type { LocalItem, LocalStore, WriteTransaction } from '@foray/sync';
import type { Mutant } from './world.ts';

/** Some methods of a write transaction in another's hands. */
type Change = (tx: WriteTransaction) => Partial<WriteTransaction>;
type Later = ((tx: WriteTransaction) => Promise<void>)[];

/** The cursor moves in one transaction, and what it passed follows in another. */
export const cursorBeforeRows = (): Mutant => ({
  store: (store) =>
    inTwo(store, 'writeBulk', (later) => () => ({
      putItem: async (row) => void later.push((tx) => tx.putItem(row)),
      putItems: async (rows) => void later.push((tx) => tx.putItems(rows)),
      deleteItem: async (id) => void later.push((tx) => tx.deleteItem(id)),
    })),
});

/** What an action shows is written in one transaction, and what it queues in another. */
export const splitAction = (): Mutant => ({
  store: (store) =>
    inTwo(store, 'write', (later) => () => ({
      putRequest: async (request) => void later.push((tx) => tx.putRequest(request)),
    })),
});

/** A tab decides on the rows that it read or wrote itself, whatever another has written since. */
export const decidesFromMemory = (): Mutant => ({
  store: (store) => {
    const known = new Map<string, LocalItem>();
    const learn = (rows: readonly LocalItem[]): void => {
      for (const row of rows) known.set(row.uuid, row);
    };
    return changed(store, (tx) => ({
      itemByUuid: async (uuid) => {
        const row = await tx.itemByUuid(uuid);
        const mine = row === undefined ? undefined : known.get(uuid);
        if (row !== undefined && mine === undefined) learn([row]);
        // A row under another number would be a second one.
        return mine?.id === row?.id ? mine : row;
      },
      putItem: (row) => (learn([row]), tx.putItem(row)),
      putItems: (rows) => (learn(rows), tx.putItems(rows)),
    }));
  },
});

/** That a request was sent is forgotten at once, so that later changes still join it. */
export const sentForgotten = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putRequest: (request) => tx.putRequest({ ...request, sent: false }),
    })),
});

/** A conflict marks its item, and is not stored. */
export const conflictForgotten = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) =>
        kind === 'conflict' ? undefined : tx.putMeta(kind, id, value),
    })),
});

/** What is shown is the server's row, whatever is queued over it. */
export const baseShown = (): Mutant => ({
  store: (store) => {
    const bare = (row: LocalItem): LocalItem =>
      row.base === null ? row : { ...row, title: row.base.title };
    return changed(store, (tx) => ({
      putItem: (row) => tx.putItem(bare(row)),
      putItems: (rows) => tx.putItems(rows.map(bare)),
    }));
  },
});

/** Of two versions of a row the one that was changed later stays, by the clocks of those who did. */
export const laterClockWins = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => {
      const put = async (row: LocalItem): Promise<void> => {
        const held = await tx.itemByUuid(row.uuid);
        if (held === undefined || held.updated_at <= row.updated_at) await tx.putItem(row);
      };
      return {
        putItem: put,
        putItems: async (rows) => {
          for (const row of rows) await put(row);
        },
      };
    }),
});

/** The store with some methods of every write transaction changed. */
export function changed(store: LocalStore, change: Change): LocalStore {
  const wrap = (tx: WriteTransaction): WriteTransaction => withOwn(tx, change(tx));
  return {
    read: (work) => store.read(work),
    write: (work) => store.write((tx) => work(wrap(tx))),
    writeBulk: (work) => store.writeBulk((tx) => work(wrap(tx))),
    newestItems: (list, limit) => store.newestItems(list, limit),
    eachItem: (rows, chunk) => store.eachItem(rows, chunk),
    unreadable: (stores) => store.unreadable(stores),
    eraseUnreadable: (rows) => store.eraseUnreadable(rows),
    close: () => store.close(),
    destroy: () => store.destroy(),
  };
}

/** A transaction with some methods changed. */
export function withOwn<X extends object>(tx: X, change: Partial<X>): X {
  const own = change as Readonly<Record<PropertyKey, unknown>>;
  return new Proxy(tx, {
    get: (_, name) => {
      if (own[name] !== undefined) return own[name];
      const value: unknown = Reflect.get(tx, name, tx);
      return typeof value === 'function' ? (value.bind(tx) as unknown) : value;
    },
  });
}

/** The store with one kind of write torn: what `defer` puts off is done in a second transaction. */
function inTwo(
  store: LocalStore,
  method: 'write' | 'writeBulk',
  defer: (later: Later) => Change,
): LocalStore {
  return {
    ...changed(store, () => ({})),
    [method]: async <T>(work: (tx: WriteTransaction) => Promise<T>) => {
      const later: Later = [];
      const done = await changed(store, defer(later))[method](work);
      if (!done.ok || later.length === 0) return done;
      const rest = await store[method](async (tx) => {
        for (const step of later) await step(tx);
      });
      return rest.ok ? done : rest;
    },
  };
}
