import type { Mutant } from './mutant.ts';

const openReplica = 'apps/web/src/replica/store/open-replica.ts';
const replica = 'apps/web/src/replica/store/replica.ts';
const families = 'apps/web/src/replica/store/family-index.ts';

/** Protections of what a tab shows. */
export const replicaMutants: readonly Mutant[] = [
  {
    name: 'rows of a gap not read',
    breaks: 'I25',
    seed: 1,
    edits: [[openReplica, 'await tx.itemsNewerThan(from)', '[]']],
  },
  {
    name: 'copies counted as children',
    breaks: 'I25',
    seed: 6,
    steps: ['create', 'occurrence', 'runAll'],
    edits: [[families, 'return of === null;', 'return of !== undefined;']],
  },
  {
    name: 'removals of a gap not noticed',
    breaks: 'I25',
    seed: 18,
    edits: [[openReplica, 'const gone = [...replica.rows()].filter(', 'const gone = [].filter(']],
  },
  {
    name: 'late change shows a removed row again',
    breaks: 'I25',
    seed: 6,
    faults: ['twoRunners'],
    steps: ['create', 'runAll', 'delete', 'runAll', 'runAll'],
    edits: [
      [replica, 'if (localSeq > removedAt) this.#removed.set(uuid, localSeq);', ''],
      [openReplica, 'const rows = change.rows.filter(', 'const rows = change.rows; [].filter('],
    ],
  },
  {
    name: 'changes during the load ignored',
    breaks: 'I25',
    seed: 53,
    faults: ['tabClosed'],
    steps: ['create', 'tabClosed', 'edit', 'runAll'],
    edits: [
      [
        openReplica,
        '(change) => queue.put(change, take));',
        "(change) => replica.stage === 'all' ? queue.put(change, take) : onChange(change));",
      ],
    ],
  },
  {
    name: 'one channel for all accounts',
    breaks: 'I25',
    seed: 25,
    edits: [[openReplica, 'ports.openChannel(name,', "ports.openChannel('all',"]],
  },
  {
    name: 'moved child stays with its parent',
    breaks: 'I25',
    seed: 19,
    edits: [
      [
        replica,
        'if (before) this.#families.unlink(',
        'if (before?.parent_uuid === row.parent_uuid) this.#families.unlink(',
      ],
    ],
  },
  {
    name: 'last part taken for the whole change',
    breaks: 'I25',
    seed: 5,
    edits: [[openReplica, 'return localSeq > 0 && received < part.before;', 'return false;']],
  },
  {
    name: 'no catch-up in a visible tab',
    breaks: 'I25',
    seed: 10,
    edits: [[openReplica, '    catchUp,', '    catchUp: async () => undefined,']],
  },
];
