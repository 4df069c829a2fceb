import { isBlocked } from '@foray/sync';
import { storedName } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import { changed } from './device-mutants.ts';
import type { Mutant } from './world.ts';

/** A conflict forgets what both of its sides started from. */
export const startForgotten = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) => {
        const isConflict = typeof value === 'object' && 'foundAt' in value && value.server !== null;
        const next = isConflict ? { ...value, base: value.server } : value;
        return tx.putMeta(kind, id, next as typeof value);
      },
    })),
});

/** The first server error puts a request into Needs attention. */
export const blockedAtOnce = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putRequest: async (request) => {
        const { retries, state } = request;
        if (retries !== 1 || isBlocked(state)) return tx.putRequest(request);
        const since = request.timestamp;
        const why = { kind: 'server_errors', status: 500 } as const;
        return tx.putRequest({ ...request, state: { kind: storedName.blocked, why, since } });
      },
    })),
});

/** What others wrote stays asked about in another history. */
export const conflictOutlivesHistory = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => {
      const ends = endOfHistory();
      return {
        deleteMeta: async (kind, id) => {
          ends.note(kind, id);
          if (kind !== 'conflict' || !ends.isEnding) await tx.deleteMeta(kind, id);
        },
      };
    }),
});

/** The versions and numbers of a history that is over are taken for those of the present one. */
export const versionsOutliveHistory = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => {
      const ends = endOfHistory();
      const kept = (row: LocalItem): LocalItem =>
        ends.isEnding && row.base === null && row.former != null
          ? { ...row, base: row.former.base, former: null }
          : row;
      return {
        deleteMeta: async (kind, id) => {
          ends.note(kind, id);
          await tx.deleteMeta(kind, id);
        },
        putItem: (row) => tx.putItem(kept(row)),
        putItems: (rows) => tx.putItems(rows.map(kept)),
      };
    }),
});

/** Whether a write has begun to end a history: the mark of the former one goes first. */
function endOfHistory() {
  return {
    isEnding: false,
    note(kind: string, id: string): void {
      if (kind === 'epoch' && id === 'former') this.isEnding = true;
    },
  };
}
