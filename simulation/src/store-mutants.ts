import type { LocalItem, LocalStore, WriteTransaction } from '@foray/sync';
import type { Mutant } from './world.ts';

/** Every tenth durable write is confirmed and never made. */
export const forgetfulStore = (): Mutant => ({
  store: (store) => {
    let writes = 0;
    const forgetting: LocalStore = {
      read: (work) => store.read(work),
      writeBulk: (work) => store.writeBulk(work),
      newestItems: (list, limit) => store.newestItems(list, limit),
      eachItem: (rows, chunk) => store.eachItem(rows, chunk),
      unreadable: (stores) => store.unreadable(stores),
      eraseUnreadable: (rows) => store.eraseUnreadable(rows),
      close: () => store.close(),
      destroy: () => store.destroy(),
      write: async (work) => {
        writes += 1;
        if (writes % 10 !== 0) return store.write(work);
        const undone = new Undone<unknown>();
        try {
          return await store.write(async (tx) => {
            undone.value = await work(tx);
            throw undone;
          });
        } catch (error) {
          if (error !== undone) throw error;
          return { ok: true, value: undone.value as Awaited<ReturnType<typeof work>> };
        }
      },
    };
    return forgetting;
  },
});

class Undone<T> extends Error {
  value: T | undefined;
}

/** Rows say that they are synced, whatever is queued about them. */
export const alwaysSynced = (): Mutant => ({
  store: (store) => withRows(store, (row) => ({ ...row, _syncStatus: 'synced' })),
});

/** Of two rows of an item the older one stays, as if nobody compared their revs; the first is the oldest. */
export const smallerRevWins = (): Mutant => {
  const oldest = new Map<string, LocalItem['base']>();
  const seen = new Set<string>();
  return {
    store: (store) =>
      withRows(store, (row) => {
        const { uuid, base } = row;
        if (base === null) return row;
        const first = oldest.get(uuid) ?? base;
        oldest.set(uuid, first);
        // A newer row is shown once, and then gives way.
        const key = `${uuid} ${base.rev}`;
        const isShown = seen.has(key);
        seen.add(key);
        return isShown ? { ...row, base: first } : row;
      }),
  };
};

/** The store with every row changed on its way in. */
function withRows(store: LocalStore, change: (row: LocalItem) => LocalItem): LocalStore {
  const changing = (tx: WriteTransaction): WriteTransaction => {
    const puts: Pick<WriteTransaction, 'putItem' | 'putItems'> = {
      putItem: (row) => tx.putItem(change(row)),
      putItems: (rows) => tx.putItems(rows.map(change)),
    };
    return new Proxy(tx, {
      get: (_, name) => {
        if (name === 'putItem' || name === 'putItems') return puts[name];
        const value: unknown = Reflect.get(tx, name, tx);
        return typeof value === 'function' ? (value.bind(tx) as unknown) : value;
      },
    });
  };
  return {
    read: (work) => store.read(work),
    write: (work) => store.write((tx) => work(changing(tx))),
    writeBulk: (work) => store.writeBulk((tx) => work(changing(tx))),
    newestItems: (list, limit) => store.newestItems(list, limit),
    eachItem: (rows, chunk) => store.eachItem(rows, chunk),
    unreadable: (stores) => store.unreadable(stores),
    eraseUnreadable: (rows) => store.eraseUnreadable(rows),
    close: () => store.close(),
    destroy: () => store.destroy(),
  };
}
