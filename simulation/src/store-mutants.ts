import type { Mutant } from './mutant.ts';

const sync = 'packages/sync/src';
const actions = `${sync}/actions/actions.ts`;
const writeMethod =
  'write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {';
const writeBulkMethod =
  'writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {';

/** Protections of the local store and of what actions write into it. */
const writeMutants: readonly Mutant[] = [
  {
    name: 'every tenth write lost',
    breaks: 'I1',
    seed: 2,
    edits: [
      [
        `${sync}/memory/memory-store.ts`,
        writeMethod,
        `${writeMethod}
        this.writes = (this.writes ?? 0) + 1;
        if (this.writes % 10 === 0) {
          const undone = {};
          const work9 = async (tx) => {
            undone.value = await work(tx);
            throw undone;
          };
          return this.#run(work9, true).catch((error) => {
            if (error === undone) return ok(undone.value);
            throw error;
          });
        }`,
      ],
    ],
  },
  {
    name: 'base shown',
    breaks: 'I9',
    seed: 2,
    edits: [
      [
        `${sync}/optimistic/recompute-row.ts`,
        '...itemOf(item),',
        '...itemOf(item), ...(base && { title: base.title }),',
      ],
    ],
  },
  {
    name: 'always synced',
    breaks: 'I11',
    seed: 1,
    edits: [
      [
        `${sync}/optimistic/recompute-row.ts`,
        "requests.length === 0 ? 'synced' : 'pending'",
        "'synced'",
      ],
    ],
  },
  {
    name: 'action in two transactions',
    breaks: 'I11',
    seed: 1,
    edits: [
      [
        `${sync}/store/unit-of-work.ts`,
        'await this.tx.putRequest(request);',
        'await (this.late?.push(request) ?? this.tx.putRequest(request));',
      ],
      [`${sync}/actions/action-unit.ts`, 'const written =', 'const late = []; const written ='],
      [`${sync}/actions/action-unit.ts`, 'const decided =', 'unit.late = late; const decided ='],
      [
        `${sync}/actions/action-unit.ts`,
        "if (!written.ok) return err({ code: 'store', failure: written.error });",
        `if (!written.ok) return err({ code: 'store', failure: written.error });
        await device.store.write(async (tx) => {
          for (const request of late) await tx.putRequest(request);
        });`,
      ],
    ],
  },
  {
    name: 'later clock wins',
    breaks: 'I16',
    seed: 7,
    faults: ['clockJump'],
    edits: [
      [
        `${sync}/store/unit-of-work.ts`,
        'else rows.push(',
        'else if (!((await this.tx.itemByUuid(uuid))?.updated_at > row.updated_at)) rows.push(',
      ],
    ],
  },
  {
    name: 'decision on rows in memory',
    breaks: 'I17',
    seed: 2,
    edits: [
      [
        `${sync}/store/unit-of-work.ts`,
        'const row = await this.tx.itemByUuid(uuid);',
        `const stored = await this.tx.itemByUuid(uuid);
        const known = (this.device.known ??= new Map()).get(uuid);
        const row = stored && known?.id === stored.id ? known : stored;`,
      ],
      [
        `${sync}/store/unit-of-work.ts`,
        'else rows.push({ ...row, _localVersion: this.localSeq });',
        `else {
          rows.push({ ...row, _localVersion: this.localSeq });
          (this.device.known ??= new Map()).set(uuid, rows.at(-1));
        }`,
      ],
    ],
  },
  {
    name: 'unreadable rows not reported',
    breaks: 'I24',
    seed: 1,
    steps: ['create', 'runAll', 'unreadable', 'run'],
    edits: [
      [`${sync}/memory/memory-store.ts`, '=> unreadableIn(this.#tables, stores));', '=> []);'],
    ],
  },
  {
    name: 'unreadable rows stop the cycle',
    breaks: 'I12',
    seed: 1,
    steps: ['create', 'runAll', 'unreadable', 'run'],
    edits: [
      [
        `${sync}/memory/memory-store.ts`,
        writeBulkMethod,
        `${writeBulkMethod}
        const isAny = unreadableIn(this.#tables, ['items', 'syncQueue']).length > 0;
        if (isAny) return Promise.resolve(err({ code: 'broken', detail: 'a row' }));`,
      ],
    ],
  },
];

/** What the person saw is not compared with what changed meanwhile (decision 0063). */
const seenMutants: readonly Mutant[] = [
  {
    name: 'seen text ignored',
    breaks: 'I18',
    seed: 16,
    steps: ['openEditor', 'edit', 'runAll', 'saveEditor'],
    edits: [[actions, '{ ...edit }, seen)', '{ ...edit })']],
  },
  {
    name: 'seen status ignored',
    breaks: 'I18',
    seed: 280,
    steps: ['overtake', 'runAll', 'saveEditor'],
    edits: [[actions, '{ status }, seen)', '{ status })']],
  },
  {
    name: 'seen assignee ignored',
    breaks: 'I18',
    seed: 40,
    steps: ['overtake', 'runAll', 'saveEditor'],
    edits: [[actions, '{ assigned_to: userId }, seen)', '{ assigned_to: userId })']],
  },
  {
    name: 'seen parent ignored',
    breaks: 'I18',
    seed: 22,
    steps: ['overtake', 'runAll', 'saveEditor'],
    edits: [[actions, 'parentUuid }, seen, undone)', 'parentUuid }, undefined, undone)']],
  },
];

/** Protections of what others do from an undo. */
const undoMutants: readonly Mutant[] = [
  {
    name: 'undo overwrites what others changed',
    breaks: 'I18',
    seed: 22,
    steps: ['edit', 'runAll', 'edit', 'runAll', 'undo', 'runAll'],
    edits: [
      [
        'packages/domain/src/undo.ts',
        'const isLeft = is(field, now, after);',
        'const isLeft = true;',
      ],
    ],
  },
  {
    name: 'later undo stands',
    breaks: 'I18',
    seed: 233,
    steps: ['edit', 'runAll', 'undo', 'edit', 'run'],
    edits: [
      [
        'packages/sync/src/queue/mutation-queue.ts',
        "'assign') ? { isKept: true } : {};",
        "'assign') ? {} : {};",
      ],
    ],
  },
];

/** Protections of signing in and out. */
const accountMutants: readonly Mutant[] = [
  {
    name: 'guest upgrade not recorded',
    breaks: 'I1',
    seed: 15,
    faults: ['signOut', 'storeFails'],
    steps: ['create', 'signIn', 'signOut'],
    edits: [
      [
        `${sync}/account/guest-upgrade.ts`,
        "await tx.putMeta('importedGuest', upgrade, { generation, numbers: numbersOf(items) });",
        '',
      ],
    ],
  },
  {
    name: 'guest acts during the upgrade',
    breaks: 'I1',
    seed: 20,
    faults: ['sessionEnds', 'storeFails', 'tabClosed'],
    steps: ['create', 'signIn', 'sessionEnds'],
    edits: [[`${sync}/actions/action-unit.ts`, "await tx.meta('moved', 'guest')", 'undefined']],
  },
  {
    name: 'account acts during the sign-out',
    breaks: 'I1',
    seed: 57,
    faults: ['signOut', 'slowStore'],
    steps: ['create', 'signOut', 'signIn'],
    edits: [[`${sync}/actions/action-unit.ts`, "await tx.meta('left', 'account')", 'undefined']],
  },
  {
    name: 'sign-out finished twice',
    breaks: 'I1',
    seed: 83,
    faults: ['signOut'],
    edits: [
      [
        `${sync}/account/sign-out.ts`,
        'now.leaving.filter((one) => !isSame(one, leaving))',
        'now.leaving',
      ],
      [
        `${sync}/account/sign-out.ts`,
        "if ((before?.decided ?? 0) !== leaving.decidedBefore) return 'kept';",
        '',
      ],
    ],
  },
  {
    name: 'store closed instead of erased',
    breaks: 'I15',
    seed: 10,
    faults: ['signOut'],
    edits: [
      [
        `${sync}/account/sign-out.ts`,
        'const erased = await store.destroy();',
        'await store.close(); const erased = ok(undefined);',
      ],
    ],
  },
  {
    name: 'interrupted sign-out not finished',
    breaks: 'I15',
    seed: 10,
    faults: ['signOut', 'tabClosed'],
    steps: ['signOut', 'tabClosed', 'signIn'],
    edits: [[`${sync}/account/sign-out.ts`, 'of (await memory.load()).leaving) {', 'of []) {']],
  },
  {
    name: 'erased store written to',
    breaks: 'I15',
    seed: 8,
    faults: ['signOut', 'slowStore'],
    steps: ['signOut', 'signIn', 'create', 'run'],
    edits: [
      [
        `${sync}/memory/memory-store.ts`,
        '|| this.#tables.erasures !== this.#birth) return',
        ') return',
      ],
    ],
  },
];

export const storeMutants: readonly Mutant[] = [
  ...writeMutants,
  ...seenMutants,
  ...undoMutants,
  ...accountMutants,
];
