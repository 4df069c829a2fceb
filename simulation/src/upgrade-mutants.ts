import { changed } from './device-mutants.ts';
import type { NamedMutant } from './named-mutant.ts';
import type { Mutant } from './world.ts';

/** What the last release has queued is thrown away where its database is brought along. */
const queueLeftBehind = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) => {
        const before = kind === 'epoch' ? await tx.meta('epoch', 'server') : undefined;
        if (before !== undefined && before.knownHead === undefined) {
          for (const request of await tx.queue()) await tx.deleteRequest(request.id);
        }
        await tx.putMeta(kind, id, value);
      },
    })),
});

/** Without one of these, something is lost on the way from the last release to this one. */
export const upgradeMutants: readonly NamedMutant[] = [
  {
    name: 'queue left behind',
    breaks: 'I1',
    seed: 4,
    steps: ['runAll', 'edit', 'upgrade', 'runAll'],
    mutant: queueLeftBehind,
  },
];
