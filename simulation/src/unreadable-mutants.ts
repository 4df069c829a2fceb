import { err, ok } from '@foray/domain';
import type { LocalStore, UnreadableRow } from '@foray/sync';
import { changed } from './device-mutants.ts';
import type { NamedMutant } from './named-mutant.ts';
import type { Mutant } from './world.ts';

/** What cannot be read is told to nobody. */
const unreadableNotTold = (): Mutant => ({
  store: (store) => ({ ...changed(store, () => ({})), unreadable: async () => ok([]) }),
});

/** Nothing is written where something cannot be read. */
const unreadableStops = (): Mutant => ({
  store: (store) => {
    const stores: readonly UnreadableRow['store'][] = ['items', 'syncQueue'];
    const writeBulk: LocalStore['writeBulk'] = async (work) => {
      const told = await store.unreadable(stores);
      const isAny = told.ok && told.value.length > 0;
      return isAny ? err({ code: 'broken', detail: 'a row' }) : store.writeBulk(work);
    };
    return { ...changed(store, () => ({})), writeBulk };
  },
});

const steps = ['create', 'runAll', 'unreadable', 'run'] as const;

/** Without one of these, rows that cannot be read are lost or stop something else. */
export const unreadableMutants: readonly NamedMutant[] = [
  { name: 'unreadable not told', breaks: 'I24', steps, mutant: unreadableNotTold },
  { name: 'unreadable stops', breaks: 'I12', steps, mutant: unreadableStops },
];
