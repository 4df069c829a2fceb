import * as fc from 'fast-check';
import { standardLimits } from '../store/authority-limits.ts';
import type { Store } from '../store/store.ts';
import { beginnings, familyFirst } from './beginnings.ts';
import { readEverything } from './everything-read.ts';
import { MemoryAuthorityStore } from './memory-store.ts';
import { outcomeOf } from './outcome.ts';
import { brokenInvariants, remainsOfEnded } from './reference.ts';
import { ScriptRun, type ScriptStart, type StepAnswer } from './script-run.ts';
import { checkSearch } from './search-check.ts';
import { anyChange, anyStep, namedByUuid, slotUuid, type ScriptStep } from './script.ts';
import type { AuthorityTables } from './tables.ts';

/** A store, and access to all its rows. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Every row of every table, each table ascending by its primary key. */
  readonly tables: () => Promise<AuthorityTables>;
}

/** The settings of the suite. */
export interface CommandSuite {
  /** The store's name, for the titles. */
  readonly name: string;
  /** Gives a store with these rows alone, whose ids continue after them. One store at a time is in use. */
  readonly makeStore: (rows: AuthorityTables) => Promise<StoreUnderTest>;
  /** How many random lists run one command after the other. */
  readonly lists: number;
  /** How many slow lists run: those that read everything, and those with concurrent commands. */
  readonly slowLists: number;
  /** A different seed than usual, for different lists. */
  readonly seed?: number;
}

const timeoutMs = 900_000;
/** From these numbers of lists on, every required answer occurs. */
const [manyLists, manySlowLists] = [1_000, 50];

/**
 * Limits so small that most lists reach them: in the campaigns at the beginning two people own two items
 * each.
 */
const littleRoom = { ...standardLimits, accountItems: 2, accountBytes: 10 };

/** The answers that random lists must reach, for each kind of command. */
const mustBeReached: Readonly<Record<ScriptStep['act']['kind'], string>> = {
  create:
    '201 200 uuid_taken parent_pending parent_gone illegal_parent forbidden unknown_assignee key_reused',
  patch: '200 not_found forbidden stale after_failed key_reused illegal_parent unknown_assignee',
  assign: '200 not_found forbidden unknown_assignee',
  label: '200 not_found forbidden',
  occurrence: '200 not_found forbidden',
  remove: '200 not_found forbidden',
  delete: '204 not_found forbidden stale after_failed',
  restore: '200 not_found forbidden stale',
  rename: '200',
  signIn: '200',
  import: '200',
  removeContact: '200 404',
  block: '200 404',
  unblock: '200 404',
  report: '200 404',
  readInbox: '200',
  leave: '200',
  startEmpty: '200',
  cleanUp: '200',
  batch: '200',
  read: '200 404',
};

/**
 * The suite that every store must pass (sync.md, section 1). The same random commands of several people run
 * on the store and on the memory store: every answer, everything read in between and, at the end, every row
 * of every table must be equal. Then commands run concurrently: the outcome must be that of some serial
 * order.
 */
export function runCommandSuite(suite: CommandSuite): void {
  // A fixed seed, so that a failure can be repeated and each run reaches the same cases.
  const settings = { seed: suite.seed ?? 1 };
  describe(`command suite on ${suite.name}`, () => {
    let starts: readonly ScriptStart[] = [];
    beforeAll(async () => {
      starts = await beginnings();
    });
    const start = fc.constantFrom(0, 1, 1, 2, 2);
    const startAt = (index: number): ScriptStart => {
      const from = starts[index];
      if (from === undefined) throw new Error('there is no such beginning');
      return from;
    };

    test(
      `the same commands leave the same rows as on the memory store (${suite.lists} lists)`,
      async () => {
        const reached = new Set<string>();
        await fc.assert(
          fc.asyncProperty(
            start,
            fc.array(anyStep, { minLength: 2, maxLength: 6, size: 'max' }),
            async (from, steps) => {
              await compareRuns(suite, startAt(from), steps, reached);
            },
          ),
          { ...settings, numRuns: suite.lists },
        );
        const missed = Object.entries(mustBeReached)
          .flatMap(([kind, outcomes]) => outcomes.split(' ').map((outcome) => `${kind} ${outcome}`))
          .filter((outcome) => !reached.has(outcome));
        if (suite.lists >= manyLists) expect(missed).toEqual([]);
      },
      timeoutMs,
    );

    test(
      `after long lists everybody reads the same as on the memory store (${suite.slowLists} lists)`,
      async () => {
        const long = fc.array(anyChange, { minLength: 8, maxLength: 25, size: 'max' });
        const room = fc.constantFrom(standardLimits, littleRoom);
        const reached = new Set<string>();
        await fc.assert(
          fc.asyncProperty(start, long, room, async (from, steps, limits) => {
            const at = startAt(from);
            const { tested, model } = await compareRuns(suite, at, steps, reached, limits);
            expect(await readEverything(tested)).toEqual(await readEverything(model));
          }),
          { ...settings, numRuns: suite.slowLists },
        );
        const missed = ['create limit', 'patch limit', 'label limit'].filter(
          (one) => !reached.has(one),
        );
        if (suite.slowLists >= manySlowLists) expect(missed).toEqual([]);
      },
      timeoutMs,
    );

    test(
      `concurrent commands end as in some serial order (${suite.slowLists} lists)`,
      async () => {
        await fc.assert(
          fc.asyncProperty(
            start,
            fc.array(anyChange, { maxLength: 4 }),
            fc.array(anyChange, { minLength: 2, maxLength: 3 }),
            (from, before, atOnce) => compareWithSerialOrders(suite, startAt(from), before, atOnce),
          ),
          { ...settings, numRuns: suite.slowLists },
        );
      },
      timeoutMs,
    );

    test('[API-09] a search finds what a device finds, in its order', async () => {
      const subject = await suite.makeStore(new MemoryAuthorityStore('empty').tables());
      await checkSearch(subject.store, subject.tables, { ...settings, numRuns: 200 });
    });

    test('both stores keep the newest notifications', async () => {
      const memory = new MemoryAuthorityStore('e1');
      const run = new ScriptRun(memory);
      await run.signIn();
      const [caller = 0, other = 0] = run.actors;
      const assigned = { kind: 'create', uuid: '', type: 'todo', assigned_to: other } as const;
      for (let index = 0; index < 5; index += 1) {
        const command = { ...assigned, uuid: slotUuid(index), title: `Item ${index}` };
        run.nowMs += 90_000_000;
        await run.authority.execute({ userId: caller }, { command });
      }
      const subject = await suite.makeStore(memory.tables());
      const settledBefore = new Date(run.nowMs).toISOString();
      const before = new Date(run.nowMs - 3 * 90_000_000).toISOString();
      for (const store of [subject.store, memory]) {
        expect(await store.tx((tx) => tx.pruneNotifications(before, 9))).toBe(1);
        expect(await store.tx((tx) => tx.notifiedSince(before))).toEqual([other]);
        expect(await store.tx((tx) => tx.notifiedSince('2999-01-01T00:00:00.000Z'))).toEqual([]);
        for (const [newest, pruned] of [
          [9, 0],
          [3, 1],
          [2, 1],
        ] as const) {
          const limit = (at: string) =>
            store.tx((tx) => tx.limitNotifications([caller, other], newest, at));
          expect(await limit(before)).toBe(0);
          expect(await limit(settledBefore)).toBe(pruned);
        }
      }
      const tables = await subject.tables();
      expect(tables).toEqual(memory.tables());
      expect(tables.notifications).toHaveLength(2);
    });

    test('people sign in to an empty store in the same way as to the memory store', async () => {
      const empty = new MemoryAuthorityStore('empty').tables();
      const subject = await suite.makeStore(empty);
      const memory = new MemoryAuthorityStore(subject.store.epoch);
      for (const store of [subject.store, memory]) {
        const run = new ScriptRun(store);
        await run.signIn();
        for (const step of familyFirst) await run.step(step);
      }
      expect(await subject.tables()).toEqual(memory.tables());
    });
  });
}

interface Compared {
  readonly tested: ScriptRun;
  readonly model: ScriptRun;
}

async function compareRuns(
  suite: CommandSuite,
  from: ScriptStart,
  steps: readonly ScriptStep[],
  reached: Set<string>,
  limits = standardLimits,
): Promise<Compared> {
  const subject = await suite.makeStore(from.tables);
  const memory = memoryWith(from, subject.store.epoch);
  const tested = new ScriptRun(subject.store, from, limits);
  const model = new ScriptRun(memory, from, limits);
  for (const step of steps) {
    const ready = await model.ready(step);
    const answer = await model.run(ready);
    expect(await tested.run(ready)).toEqual(answer);
    reached.add(`${step.act.kind} ${outcomeOfAnswer(answer)}`);
  }
  const tables = await subject.tables();
  expect(tables).toEqual(memory.tables());
  expect(brokenInvariants(tables)).toEqual([]);
  expect(remainsOfEnded(tables)).toEqual([]);
  return { tested, model };
}

function memoryWith(from: ScriptStart, epoch: string): MemoryAuthorityStore {
  const memory = new MemoryAuthorityStore(epoch);
  memory.begin(from.tables);
  return memory;
}

/** The code of a refusal, or the status of a success. */
function outcomeOfAnswer({ status, body }: StepAnswer): string {
  const refused = body as { readonly error?: { readonly code?: string } } | null;
  return refused?.error?.code ?? String(status);
}

async function compareWithSerialOrders(
  suite: CommandSuite,
  from: ScriptStart,
  before: readonly ScriptStep[],
  steps: readonly ScriptStep[],
): Promise<void> {
  // All at the same moment and with items named by uuid: otherwise clock or numbers would reveal the order.
  const atOnce = steps.map((step) => ({ ...namedByUuid(step), afterMs: 0 }));
  const subject = await suite.makeStore(from.tables);
  const run = new ScriptRun(subject.store, from);
  for (const step of before) await run.step(step);
  const answers = await Promise.all(atOnce.map((step) => run.step(step)));
  const tables = await subject.tables();
  expect(brokenInvariants(tables)).toEqual([]);

  const serial: string[] = [];
  for (const order of permutations(atOnce.map((step, index) => ({ step, index })))) {
    const memory = memoryWith(from, subject.store.epoch);
    const model = new ScriptRun(memory, from);
    for (const step of before) await model.step(step);
    const inOrder: StepAnswer[] = [];
    for (const { step, index } of order) inOrder[index] = await model.step(step);
    serial.push(JSON.stringify([inOrder.map(({ status }) => status), outcomeOf(memory.tables())]));
  }
  const actual = JSON.stringify([answers.map(({ status }) => status), outcomeOf(tables)]);
  if (!serial.includes(actual)) expect(actual).toBe(serial[0]);
}

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((first) =>
    permutations(all.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
