import { codeOf, placingOf, type ModelStep, type ObservedRequest } from '@foray/model';
import * as fc from 'fast-check';
import { ContendedError } from '../store/store-errors.ts';
import type { StoreUnderTest } from './command-suite.ts';
import { gatedStore } from './gated-store.ts';
import { stopped, twoRoots } from './race-commands.ts';
import type { RaceCommand, RacePair } from './race-commands.ts';
import { after, problemOfRace, RaceTrack, type RaceStart } from './race.ts';
import type { AuthorityTables } from './tables.ts';

/** The settings of the suite. */
export interface RaceSuite {
  /** The store's name, for the titles. */
  readonly name: string;
  /** Gives a store with these rows alone. One store at a time is in use. */
  readonly makeStore: (rows: AuthorityTables) => Promise<StoreUnderTest>;
  /** Resolves once a transaction waits for a lock of another, or `isOver` says that none will. */
  readonly untilBlocked: (isOver: () => boolean) => Promise<void>;
  /** The primitives at which a move is stopped; all of them if absent. */
  readonly stopsAt?: readonly string[];
  /** How many random lists run. */
  readonly lists: number;
  /** How many commands run at once. */
  readonly connections: number;
  /** A yield before each primitive of random commands. */
  readonly pause: () => Promise<void>;
}

/** More primitives than any command has. */
const mostPrimitives = 60;
const timeoutMs = 900_000;
/** From this number on random choice is reliable: in 20 lists each of these occurs more than ten times. */
const manyLists = 20;
/** Acts that must succeed in random lists, and the required uses of keys. */
const mustHappen = [
  'a key sent twice at once',
  'assign',
  'block',
  'change',
  'create',
  'delete',
  'key_reused',
  'label',
  'leave',
  'move',
  'occurrence',
  'place',
  'removePerson',
  'restore',
];

/**
 * Races that every store must pass: each outcome, with its answers, must be that of some serial order of the
 * reference model. First each command is stopped at its primitives, one after the other, while a rival runs as
 * far as it can. Then random commands run on many connections.
 */
export function runRaceSuite(suite: RaceSuite): void {
  describe(`races on ${suite.name}`, () => {
    for (const [title, rivals, pairOf] of stopped) {
      test(
        `${title} ends as in a serial order`,
        async () => {
          const start = await after(twoRoots);
          for (const [what, rival] of Object.entries(rivals)) {
            await stopEverywhere(suite, start, pairOf(rival), what);
          }
        },
        timeoutMs,
      );
    }

    test('[I4] an attempted transaction leaves nothing behind if it conflicts with another one', async () => {
      const { tables } = await after(twoRoots);
      const subject = await suite.makeStore(tables);
      const [root = 0] = tables.items.map(({ root_id }) => root_id);
      let isTried = false;
      await subject.store.tx(async (tx) => {
        await tx.lockRoots([root]);
        await tx.items({ ids: [root] });
        const tried = subject.store.tryTx(async (own) => {
          await own.advanceHeads([{ user_id: tables.users[0]?.id ?? 0, by: 1 }]);
          await own.lockRoots([root]);
          await own.items({ ids: [root] });
        });
        await expect(tried).rejects.toThrow(ContendedError);
        isTried = true;
      });
      expect(isTried).toBe(true);
      expect(await subject.tables()).toEqual(tables);
      await subject.store.tryTx((tx) => tx.lockRoots([root]));
    });

    test(
      `[I2] [I3] [I4] [I21] random commands of ${suite.connections} connections end as in a serial order (${suite.lists} lists)`,
      async () => {
        const start = await after(twoRoots);
        const names = [...start.state.facts.items.keys()];
        const lists = fc.array(fc.array(placingOf(names), { minLength: 1, maxLength: 3 }), {
          minLength: suite.connections,
          maxLength: suite.connections,
        });
        const seen = new Set<string>();
        await fc.assert(
          fc.asyncProperty(lists, async (workers) => {
            const observed = await raceWorkers(suite, start, sentTwice(workers));
            for (const one of happened(observed)) seen.add(one);
          }),
          {
            numRuns: suite.lists,
            // Another attempt of the same commands may interleave differently: a smaller one proves nothing.
            endOnFailure: true,
          },
        );
        if (suite.lists >= manyLists) expect([...seen].toSorted()).toEqual(mustHappen);
      },
      timeoutMs,
    );
  });
}

/** The entries of {@link mustHappen} that occurred. */
function happened(observed: readonly ObservedRequest[]): readonly string[] {
  const answered = observed.flatMap(({ acts }) => acts);
  const isReused = answered.some(
    ({ answer }) => answer !== null && codeOf(answer) === 'key_reused',
  );
  const isAtOnce = observed.some((one) => observed.some((other) => areTwins(one, other)));
  return [
    ...answered.flatMap(({ act, answer }) => {
      if ((answer?.status ?? 500) >= 300) return [];
      return act.kind === 'change' && act.place !== undefined ? 'move' : act.kind;
    }),
    ...(isReused ? ['key_reused'] : []),
    ...(isAtOnce ? ['a key sent twice at once'] : []),
  ];
}

/** Whether two requests were one, sent twice and running at once. */
function areTwins(one: ObservedRequest, other: ObservedRequest): boolean {
  const request = ({ person, acts: [first] }: ObservedRequest) =>
    JSON.stringify([person, first?.key, first?.act]);
  const isAtOnce = one.begunAt < other.endedAt && other.begunAt < one.endedAt;
  const hasKey = one.acts[0]?.key != null;
  return one !== other && isAtOnce && hasKey && request(one) === request(other);
}

/**
 * The same commands, in which each one with the first key gets its own key, and the next connection sends it
 * too, at the same place. All others with a key share one, whatever their kind.
 */
function sentTwice(workers: readonly (readonly ModelStep[])[]): readonly (readonly ModelStep[])[] {
  const longest = Math.max(...workers.map((steps) => steps.length));
  const isOwn = ({ key }: ModelStep) => key?.startsWith('own') === true;
  const keyed = workers.map((steps, worker) =>
    steps.map((step, place) =>
      step.key === 'key 0' ? { ...step, key: `own ${worker} ${place}` } : step,
    ),
  );
  return keyed.map((steps, worker) =>
    Array.from({ length: longest }, (_, place) => {
      const twin = keyed.at(worker - 1)?.[place];
      return [twin !== undefined && isOwn(twin) ? [twin] : [], steps[place] ?? []].flat();
    }).flat(),
  );
}

/** Stops the first command at each of its primitives in turn, until it has no more. */
async function stopEverywhere(
  suite: RaceSuite,
  start: RaceStart,
  pair: RacePair,
  what: string,
): Promise<void> {
  for (let stopAt = 1; stopAt <= mostPrimitives; stopAt += 1) {
    const stoppedBefore = await raceStopped(suite, start, pair, stopAt, what);
    if (stoppedBefore === '') return;
  }
}

/**
 * Stops the first command at its `stopAt`-th primitive until the second has ended or waits for it. Returns the
 * name of that primitive, empty if there are fewer.
 */
async function raceStopped(
  suite: RaceSuite,
  start: RaceStart,
  [first, second]: RacePair,
  stopAt: number,
  what: string,
): Promise<string> {
  const subject = await suite.makeStore(start.tables);
  const track = new RaceTrack(start);
  const [reached, reach] = signal();
  const [released, release] = signal();
  let count = 0;
  let stoppedBefore = '';
  const gated = gatedStore(subject.store, async (name) => {
    if (suite.stopsAt?.includes(name) === false) return;
    count += 1;
    if (count !== stopAt) return;
    stoppedBefore = name;
    reach();
    await released;
  });
  const held = track.run(gated, first);
  await Promise.race([reached, held]);
  let isOver = false;
  const rival = track.run(subject.store, second).finally(() => {
    isOver = true;
  });
  await Promise.race([rival, suite.untilBlocked(() => isOver)]);
  release();
  const observed = await Promise.all([held, rival]);
  const problem = problemOfRace(start, observed, await subject.tables());
  if (problem !== null) {
    expect.fail(`no serial order: ${what}; stopped at ${stoppedBefore}\n${problem}`);
  }
  return stoppedBefore;
}

/** Runs the commands of each worker one after the other, all workers at once. */
async function raceWorkers(
  suite: RaceSuite,
  start: RaceStart,
  workers: readonly (readonly ModelStep[])[],
): Promise<readonly ObservedRequest[]> {
  const subject = await suite.makeStore(start.tables);
  const track = new RaceTrack(start);
  const gated = gatedStore(subject.store, suite.pause);
  const observed = await Promise.all(
    workers.map(async (steps) => {
      const done: ObservedRequest[] = [];
      for (const { person, ...step } of steps) {
        const command: RaceCommand = { person, acts: [step] };
        done.push(await track.run(gated, command));
      }
      return done;
    }),
  );
  const problem = problemOfRace(start, observed.flat(), await subject.tables());
  if (problem !== null) expect.fail(`no serial order: random commands\n${problem}`);
  return observed.flat();
}

function signal(): readonly [happened: Promise<void>, happen: () => void] {
  let happen = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return [promise, happen];
}
