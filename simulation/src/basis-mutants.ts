import type { BatchRequest } from '@foray/contract';
import type { ItemRow, Tx } from '@foray/authority';
import type { NamedMutant } from './named-mutant.ts';
import { changed } from './device-mutants.ts';
import { withTx } from './server-mutants.ts';
import type { Mutant } from './world.ts';

type Entry = BatchRequest['requests'][number];

/** A request does not say which version it is based on. */
const noIfMatch = (): Mutant => sending(({ ifMatch: _, ...entry }) => entry);

/** Who is removed from an item leaves it at the version that it had. */
const removalKeepsVersions = (): Mutant =>
  writing((before, after) =>
    before.assigned_to !== null && after.assigned_to === null
      ? { ...after, version: before.version }
      : after,
  );

/** A move to another place leaves the item at the version that it had. */
const moveKeepsVersion = (): Mutant =>
  writing((before, after) =>
    before.parent_id === after.parent_id ? after : { ...after, version: before.version },
  );

/** The log does not keep what a change has replaced. */
const replacedNotLogged = (): Mutant => ({
  serverStore: (store) =>
    withTx(store, (tx) => ({
      putOutcome: (outcome) => {
        const entries = outcome.entries.map((entry) => {
          const { title, ...metadata } = entry.metadata;
          return {
            ...entry,
            metadata: title ? { ...metadata, title: { ...title, old: null } } : metadata,
          };
        });
        return tx.putOutcome({ ...outcome, entries });
      },
    })),
});

/** A restore brings back what other deletes took too. */
const restoreTakesAll = (): Mutant => ({
  serverStore: (store) => {
    const deletes = new Set<string>();
    return withTx(store, (tx) => {
      let asked: string | null = null;
      const lie = (row: ItemRow): ItemRow =>
        asked === null || row.deleted_op === null ? row : { ...row, deleted_op: asked };
      return {
        updateItems: (rows) => {
          for (const { deleted_op } of rows) if (deleted_op !== null) deletes.add(deleted_op);
          return tx.updateItems(rows);
        },
        items: async (keys) => (await tx.items(keys)).map(lie),
        takenBy: async (deletedOp) => {
          asked = deletedOp;
          const taken = new Map<number, ItemRow>();
          for (const one of deletes)
            for (const row of await tx.takenBy(one)) taken.set(row.id, row);
          return [...taken.values()].map(lie);
        },
      };
    });
  },
});

/** What stands above an item that somebody may change is not shown to them. */
const parentsNotShown = (): Mutant => ({
  serverStore: (store) =>
    withTx(store, (tx) => ({
      putOutcome: (outcome) =>
        tx.putOutcome({
          ...outcome,
          access: outcome.access.filter(
            ({ permission, removed }) => removed || permission !== 'view',
          ),
        }),
    })),
});

/** That a delete was taken back is forgotten until the server says so. */
const restoringForgotten = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) =>
        kind === 'restoring' ? undefined : tx.putMeta(kind, id, value),
    })),
});

/** What is sent, entry by entry, in another's hands. */
function sending(change: (entry: Entry) => Entry): Mutant {
  return {
    transport: (transport) => ({
      ...transport,
      sendBatch: ({ requests }, context) =>
        transport.sendBatch({ requests: requests.map(change) }, context),
    }),
  };
}

/** What is written of an item that is there, in another's hands. */
function writing(change: (before: ItemRow, after: ItemRow) => ItemRow): Mutant {
  const write = async (tx: Tx, rows: readonly ItemRow[]): Promise<void> => {
    const held = new Map(
      (await tx.items({ ids: rows.map(({ id }) => id) })).map((row) => [row.id, row]),
    );
    await tx.updateItems(rows.map((row) => change(held.get(row.id) ?? row, row)));
  };
  return {
    serverStore: (store) => withTx(store, (tx) => ({ updateItems: (rows) => write(tx, rows) })),
  };
}

/** What a request is based on, and what a commit writes beside its item: taken away one at a time. */
export const basisMutants: readonly NamedMutant[] = [
  { name: 'no If-Match', breaks: 'I18', steps: ['collide', 'edit', 'runAll'], mutant: noIfMatch },
  {
    name: 'removal keeps versions',
    breaks: 'I18',
    steps: ['assign', 'runAll', 'removePerson'],
    mutant: removalKeepsVersions,
  },
  { name: 'move keeps version', breaks: 'I18', mutant: moveKeepsVersion },
  { name: 'replaced not logged', breaks: 'I18', mutant: replacedNotLogged },
  {
    name: 'restore takes all',
    breaks: 'I8',
    steps: ['delete', 'runAll', 'restore'],
    mutant: restoreTakesAll,
  },
  {
    name: 'parents not shown',
    breaks: 'I7',
    seed: 2,
    steps: ['assign', 'runAll'],
    mutant: parentsNotShown,
  },
  {
    name: 'restoring forgotten',
    breaks: 'I6',
    seed: 64,
    steps: ['delete', 'runAll', 'restore'],
    mutant: restoringForgotten,
  },
];
