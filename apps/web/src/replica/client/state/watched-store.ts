import type { Result } from '@foray/domain';
import type { LocalStore, StoreFailure } from '@foray/sync';

/** A store that reports when it turns out to be closed although this handle was not closed. */
export function watchedStore(store: LocalStore, onGone: () => void): LocalStore {
  let isOver = false;
  const watch = async <T>(result: Promise<Result<T, StoreFailure>>) => {
    const ended = await result;
    if (!ended.ok && ended.error.code === 'closed' && !isOver) onGone();
    return ended;
  };
  return {
    read: (work) => watch(store.read(work)),
    write: (work) => watch(store.write(work)),
    writeBulk: (work) => watch(store.writeBulk(work)),
    newestItems: (list, limit) => watch(store.newestItems(list, limit)),
    eachItem: (chunkRows, chunk) => watch(store.eachItem(chunkRows, chunk)),
    unreadable: (stores) => watch(store.unreadable(stores)),
    eraseUnreadable: (rows) => watch(store.eraseUnreadable(rows)),
    close() {
      isOver = true;
      return store.close();
    },
    destroy() {
      isOver = true;
      return store.destroy();
    },
  };
}
