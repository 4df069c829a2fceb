import { actors, brokenInvariants, codeOf, remainsOfEnded, searchTexts } from '@foray/model';
import {
  anyWideStep,
  deletedFamilies,
  sharedFamilies,
  wideStep,
  type WideStep,
} from '@foray/model';
import * as fc from 'fast-check';
import { standardLimits } from '../store/authority-limits.ts';
import type { Store } from '../store/store.ts';
import { AuthorityDriver } from './authority-driver.ts';
import { MemoryAuthorityStore } from './memory-store.ts';
import { after, type RaceStart } from './race.ts';
import { checkSearch } from './search-check.ts';
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
  /** How many slow lists run, after which everything is read. */
  readonly slowLists: number;
}

const timeoutMs = 900_000;
/** From these numbers of lists on, every required answer occurs. */
const [manyLists, manySlowLists] = [1_000, 50];
/** Limits so small that most lists reach them. */
const littleRoom = { ...standardLimits, accountItems: 2, accountBytes: 10 };

/** The answers that random lists must reach, for each kind of command. */
const mustBeReached = {
  create:
    '201 200 uuid_taken parent_pending parent_gone illegal_parent forbidden unknown_assignee key_reused',
  change: '200 not_found forbidden stale after_failed key_reused illegal_parent unknown_assignee',
  assign: '200 not_found forbidden unknown_assignee',
  label: '200 not_found forbidden',
  place: '200 not_found forbidden',
  occurrence: '200 not_found forbidden',
  removePerson: '200 not_found forbidden',
  delete: '204 not_found forbidden stale after_failed',
  restore: '200 not_found forbidden stale',
  rename: '200',
  signIn: '200',
  import: '200',
  removeContact: '204 not_found',
  block: '204 not_found',
  unblock: '204 not_found',
  report: '204 not_found',
  readInbox: '204',
  leave: '204',
  startEmpty: '200',
  cleanUp: '200',
  batch: '200',
  read: '200 not_found',
};

/**
 * The suite that every store must pass (sync.md, section 1). The same random commands of several people run
 * on the store and on the memory store: every answer, everything read in between and, at the end, every row
 * of every table must be equal.
 */
export function runCommandSuite(suite: CommandSuite): void {
  // A fixed seed, so that a failure can be repeated and each run reaches the same cases.
  const settings = { seed: 1 };
  describe(`command suite on ${suite.name}`, () => {
    let starts: readonly RaceStart[] = [];
    beforeAll(async () => {
      starts = [await after([]), await after(sharedFamilies), await after(deletedFamilies)];
    });
    const start = fc.constantFrom(0, 1, 1, 2, 2);
    const steps = (minLength: number, maxLength: number) =>
      fc.array(anyWideStep, { minLength, maxLength, size: 'max' });
    test(
      `the same commands leave the same rows as on the memory store (${suite.lists} lists)`,
      async () => {
        const reached = new Set<string>();
        await fc.assert(
          fc.asyncProperty(start, steps(2, 6), async (from, list) => {
            await compareRuns(suite, starts[from], list, reached);
          }),
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
        const room = fc.constantFrom(standardLimits, littleRoom);
        const reached = new Set<string>();
        await fc.assert(
          fc.asyncProperty(start, steps(8, 25), room, async (from, list, limits) => {
            const compared = await compareRuns(suite, starts[from], list, reached, limits);
            const [tested, memory] = await Promise.all(compared.map(readEverything));
            expect(tested).toEqual(memory);
          }),
          { ...settings, numRuns: suite.slowLists },
        );
        const missed = ['create limit', 'change limit', 'label limit'].filter(
          (one) => !reached.has(one),
        );
        if (suite.slowLists >= manySlowLists) expect(missed).toEqual([]);
      },
      timeoutMs,
    );

    test('[API-09] a search finds what a device finds, in its order', async () => {
      const subject = await suite.makeStore(new MemoryAuthorityStore('empty').tables());
      await checkSearch(subject.store, subject.tables, { ...settings, numRuns: 200 });
    });

    test('both stores keep the newest notifications', async () => {
      const memory = new MemoryAuthorityStore('e1');
      const driver = new AuthorityDriver(memory, async () => memory.tables());
      const [caller = 0, other = 0] = (await driver.signIn(actors)).values();
      for (let index = 0; index < 5; index += 1) {
        driver.wait(90_000_000);
        const body = { type: 'todo', title: `Item ${index}`, assigned_to: other };
        await driver.send(caller, { method: 'POST', url: '/api/items', body });
      }
      const subject = await suite.makeStore(memory.tables());
      const nowMs = Date.parse(driver.authority.now());
      const settledBefore = new Date(nowMs).toISOString();
      const before = new Date(nowMs - 3 * 90_000_000).toISOString();
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
      await compareRuns(suite, undefined, sharedFamilies.map(wideStep), new Set());
    });
  });
}

interface ComparedRun {
  readonly driver: AuthorityDriver;
  readonly people: ReadonlyMap<string, number>;
}

/** Runs the steps on both stores from the same rows; without a start the people sign in first. */
async function compareRuns(
  suite: CommandSuite,
  start: RaceStart | undefined,
  steps: readonly WideStep[],
  reached: Set<string>,
  limits = standardLimits,
): Promise<readonly [tested: ComparedRun, memory: ComparedRun]> {
  const first = start?.tables ?? new MemoryAuthorityStore('empty').tables();
  const subject = await suite.makeStore(first);
  const memory = new MemoryAuthorityStore(subject.store.epoch);
  memory.begin(first);
  const tested = new AuthorityDriver(subject.store, subject.tables, limits);
  const model = new AuthorityDriver(memory, async () => memory.tables(), limits);
  const people = start?.people ?? (await model.signIn(actors));
  if (start === undefined) expect(await tested.signIn(actors)).toEqual(people);
  for (const step of steps) {
    const rows = memory.tables();
    const answer = await model.run(step, people, rows);
    expect(await tested.run(step, people, rows)).toEqual(answer);
    reached.add(`${step.name} ${codeOf(answer) ?? answer.status}`);
  }
  const tables = await subject.tables();
  expect(tables).toEqual(memory.tables());
  expect(brokenInvariants(tables)).toEqual([]);
  expect(remainsOfEnded(tables)).toEqual([]);
  return [
    { driver: tested, people },
    { driver: model, people },
  ];
}

/** Everything that the people can read, streams in small pages. */
async function readEverything({ driver, people }: ComparedRun): Promise<unknown> {
  const answers: unknown[] = [];
  for (const userId of people.values()) {
    const get = async (url: string) => {
      const { status, body } = await driver.send(userId, { method: 'GET', url });
      answers.push([status, body]);
      return (body ?? {}) as {
        readonly data?: readonly { readonly id: number }[];
        readonly cursor?: number;
        readonly more?: boolean;
        readonly next?: string | null;
      };
    };
    for (const type of ['campaign', 'task', 'todo']) {
      const { data = [] } = await get(`/api/items?type=${type}&page=1`);
      for (const { id } of data) {
        await get(`/api/items/${id}/activity`);
        if (type === 'campaign') await get(`/api/campaigns/${id}/activity`);
      }
      for (let since = 0, more = true; more;) {
        const page = await get(`/api/items?type=${type}&since=${since}&limit=2`);
        ({ more = false, cursor: since = 0 } = page);
      }
    }
    for (const text of searchTexts) await get(`/api/items/search?q=${encodeURIComponent(text)}`);
    await get('/api/changes?since=0&limit=3');
    for (let next: string | null = ''; next !== null;) {
      ({ next = null } = await get(`/api/trash?limit=1${next && `&before=${next}`}`));
    }
    for (const url of ['/api/self-check', '/api/contacts/mutuals', '/api/contacts/blocked']) {
      await get(url);
    }
  }
  return answers;
}
