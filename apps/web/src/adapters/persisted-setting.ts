import { create } from 'zustand';
import type { StateCreator, StoreApi, UseBoundStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/**
 * A small store that this browser keeps in localStorage under `name`, the same in all of its tabs.
 * A browser that refuses storage keeps it until the page is closed.
 */
export function createPersisted<State extends object, Kept extends object>(
  name: string,
  keep: (state: State) => Kept,
  initial: StateCreator<State>,
): UseBoundStore<StoreApi<State>> {
  const store = create<State>()(
    persist(initial, { name, partialize: keep, storage: createJSONStorage(() => localStorage) }),
  );
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === name) void store.persist.rehydrate();
    // Another tab has cleared everything: this one's next change would bring back what it remembers.
    if (event.key === null) store.setState(store.getInitialState(), true);
  });
  return store;
}
