import type { AccountMemory } from '@foray/sync';
import type { FakeAccountMemory } from '@foray/sync/testing';

/**
 * A browser's account memory as one tab changes it: `notify` receives every change, as the other tabs do,
 * even one that only ends a sign-out.
 */
export function notifyingMemory(memory: FakeAccountMemory, notify: () => void): AccountMemory {
  return {
    load: () => memory.load(),
    change: async (change) => {
      const before = JSON.stringify(memory.value);
      const changed = await memory.change(change);
      if (JSON.stringify(memory.value) !== before) notify();
      return changed;
    },
  };
}
