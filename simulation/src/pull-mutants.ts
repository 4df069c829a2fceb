import type { Mutant } from './mutant.ts';

const sync = 'packages/sync/src';
const restores = { faults: ['restoreDb'], steps: ['edit', 'runAll', 'restoreDb'] } as const;

/** Protections of pulling, conflicts, and histories that a restored backup cut off. */
export const pullMutants: readonly Mutant[] = [
  {
    name: 'removals ignored',
    breaks: 'I6',
    seed: 18,
    edits: [
      [`${sync}/pull/pull-streams.ts`, 'entriesOf(page)', 'entriesOf({ ...page, removed: [] })'],
    ],
  },
  {
    name: 'last row of a page dropped',
    breaks: 'I10',
    seed: 1,
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'entriesOf(page)',
        'entriesOf({ ...page, data: page.data.slice(0, -1) })',
      ],
    ],
  },
  {
    name: 'cursor stored before its rows',
    breaks: 'I10',
    seed: 26,
    faults: ['storeFails'],
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'const isApplied = await',
        `await cycle.writeBulk(async ({ tx }) => {
          const state = (await tx.meta('cursor', type)) ?? start;
          await tx.putMeta('cursor', type, { ...state, cursor: chunk.cursor });
        });
        const isApplied = await`,
      ],
      [
        `${sync}/pull/pull-streams.ts`,
        'if (state.cursor !== from || state.fullSince !== fullSince) return false;',
        '',
      ],
    ],
  },
  {
    name: 'older row replaces a newer one',
    breaks: 'I17',
    seed: 4,
    edits: [
      [
        `${sync}/store/unit-of-work.ts`,
        'else rows.push({ ...row, _localVersion: this.localSeq });',
        `else {
          const bases = (this.device.bases ??= new Map());
          const { newer = null, older = null } = bases.get(uuid) ?? {};
          const isNewer = row.base?.rev !== newer?.rev;
          if (isNewer) bases.set(uuid, { newer: row.base, older: newer });
          const base = isNewer ? row.base : (older ?? row.base);
          rows.push({ ...row, base, _localVersion: this.localSeq });
        }`,
      ],
    ],
  },
  {
    name: 'self-check ignored',
    breaks: 'I7',
    seed: 9,
    steps: ['create', 'runAll', 'damage'],
    edits: [[`${sync}/pull/self-check.ts`, 'return differs.length === 0 ?', 'return true ?']],
  },
  {
    name: 'conflict not stored',
    breaks: 'I13',
    seed: 6,
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        "await unit.tx.putMeta('conflict', row.uuid, conflict);",
        '',
      ],
    ],
  },
  {
    name: 'conflict without its base',
    breaks: 'I20',
    seed: 3,
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        'const started = base === undefined ?',
        "const started = entry.kind === 'row' ? entry.row : base === undefined ?",
      ],
    ],
  },
  {
    name: 'pending restore not stored',
    breaks: 'I6',
    seed: 5,
    steps: ['delete', 'runAll', 'restore'],
    edits: [
      [
        `${sync}/actions/restore.ts`,
        "await unit.tx.putMeta('restoring'",
        "if (false) await unit.tx.putMeta('restoring'",
      ],
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        "await unit.tx.putMeta('restoring', row.uuid, removal);",
        '',
      ],
    ],
  },
  {
    name: 'conflict outlives its history',
    breaks: 'I20',
    seed: 5,
    faults: ['restoreDb'],
    steps: ['edit', 'runAll', 'restoreDb'],
    edits: [[`${sync}/remote/epoch-change.ts`, 'of conflicts.keys())', 'of [])']],
  },
  {
    name: 'versions outlive their history',
    breaks: 'I5',
    seed: 1,
    faults: ['restoreDb'],
    steps: ['edit', 'runAll', 'restoreDb'],
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'return { ...plain, base: null, former: before };',
        'return plain;',
      ],
    ],
  },
  {
    name: 'queue not migrated',
    breaks: 'I1',
    seed: 40,
    steps: ['runAll', 'edit', 'upgrade', 'runAll'],
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'const isWaiting =',
        `for (const { id } of await tx.queue()) await tx.deleteRequest(id);
        const isWaiting =`,
      ],
    ],
  },
  {
    name: 'positions not sent',
    breaks: 'I5',
    seed: 12,
    ...restores,
    edits: [[`${sync}/cycle/cycle-context.ts`, 'positions: carried,', 'positions: [],']],
  },
  {
    name: 'smallest position kept',
    breaks: 'I10',
    seed: 96,
    ...restores,
    edits: [[`${sync}/remote/positions.ts`, 'known === undefined || known.head < head', '!known']],
  },
  {
    name: 'positions removed with the epoch',
    breaks: 'I1',
    seed: 87,
    faults: ['restoreDb', 'fetchAll'],
    steps: ['create', 'runAll', 'restoreDb', 'run'],
    edits: [[`${sync}/remote/epoch-change.ts`, 'if (isRefuted) await', 'await']],
  },
  {
    name: 'all received rows taken for known',
    breaks: 'I1',
    seed: 5,
    ...restores,
    edits: [[`${sync}/remote/epoch-change.ts`, 'toldHead: least', 'toldHead: Infinity']],
  },
  {
    name: 'full pull not marked',
    breaks: 'I12',
    seed: 1,
    ...restores,
    edits: [[`${sync}/remote/full-fetch.ts`, 'fullSince: localSeq - 1', 'fullSince: null']],
  },
];
