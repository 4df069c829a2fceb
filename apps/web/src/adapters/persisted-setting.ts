import { create } from 'zustand';
import type { StateCreator, StoreApi, UseBoundStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/**
 * A small store that this browser keeps in localStorage under `name`, the same in all of its tabs.
 * Only a change made in this tab is written: a change received from another tab is stored already.
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
  // What is not kept any more begins again.
  const merge = (kept: unknown): State => ({ ...store.getInitialState(), ...(kept as State) });
  store.persist.setOptions({ merge });
  globalThis.addEventListener?.('storage', (event) => {
    // A null key is a clear of everything.
    if (event.key === name || event.key === null) void store.persist.rehydrate();
  });
  return store;
}
