import * as fc from 'fast-check';
import type { ErrorBody } from '@foray/contract';
import { ContendedError, type Store } from '../store/store.ts';
import { partsNoted, type Part } from './command-parts.ts';
import type { StoreUnderTest } from './command-suite.ts';
import { after } from './beginnings.ts';
import { gatedStore } from './gated-store.ts';
import { stopped, twoRoots, type PairWith } from './race-commands.ts';
import { brokenInvariants, remainsOfEnded } from './reference.ts';
import { ScriptRun, type ScriptStart } from './script-run.ts';
import { anyPlacing, namedByUuid, type ScriptStep } from './script.ts';
import { serialOrder, type Observed } from './serial-order.ts';
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
/** Commands that must succeed in random lists, and the required uses of keys. */
const mustHappen = [
  'a key sent twice at once',
  'assign',
  'block',
  'create',
  'delete',
  'key_reused',
  'label',
  'leave',
  'move',
  'occurrence',
  'patch',
  'remove',
  'restore',
];

/**
 * Races that every store must pass: each outcome, with its answers, must be that of some serial order on the
 * memory store. First each move is stopped at its primitives, one after the other, while a rival command runs
 * as far as it can. Then random commands run on many connections.
 */
export function runRaceSuite(suite: RaceSuite): void {
  describe(`races on ${suite.name}`, () => {
    for (const [title, all, pairWith] of stopped) {
      test(`${title} ends as in a serial order`, () => stopAmong(suite, all, pairWith), timeoutMs);
    }

    test('[I4] an attempted transaction leaves nothing behind if it meets another one', async () => {
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
        const from = await after(twoRoots);
        const lists = fc.array(fc.array(anyPlacing, { minLength: 1, maxLength: 3 }), {
          minLength: suite.connections,
          maxLength: suite.connections,
        });
        const seen = new Set<string>();
        await fc.assert(
          fc.asyncProperty(lists, async (workers) => {
            const race = await runWorkers(suite, from, sentTwice(workers));
            for (const one of happened(race)) seen.add(one);
            await expectSerial(from, race, 'random commands');
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

/** The kind of a command; a change that names a parent is a move. */
function kindOf({ step: { act } }: Observed): string {
  return act.kind === 'patch' && act.parent !== null ? 'move' : act.kind;
}

/** The entries of {@link mustHappen} that occurred. */
function happened({ observed }: Race): readonly string[] {
  const refusals = observed.map(({ answer }) => answer.body as ErrorBody | null);
  const isReused = refusals.some((body) => body?.error?.code === 'key_reused');
  const isAtOnce = observed.some((one) => observed.some((other) => areTwins(one, other)));
  return [
    ...observed.filter(({ answer }) => answer.status < 300).map(kindOf),
    ...(isReused ? ['key_reused'] : []),
    ...(isAtOnce ? ['a key sent twice at once'] : []),
  ];
}

/** Whether two commands were one request, sent twice and running at once. */
function areTwins(one: Observed, other: Observed): boolean {
  const [part, otherPart] = [one.parts[0], other.parts[0]];
  if (one === other || part === undefined || otherPart === undefined) return false;
  const request = ({ step }: Observed) =>
    JSON.stringify([step.caller.userId, step.request?.op?.id, step.request?.command]);
  const isAtOnce = part.begunAt < otherPart.endedAt && otherPart.begunAt < part.endedAt;
  return isAtOnce && one.step.request?.op !== undefined && request(one) === request(other);
}

/**
 * The same commands, in which each one with the key 0 gets its own key, and the next connection sends it too,
 * at the same place. All others with a key share one, whatever their kind.
 */
function sentTwice(
  workers: readonly (readonly ScriptStep[])[],
): readonly (readonly ScriptStep[])[] {
  const longest = Math.max(...workers.map((steps) => steps.length));
  const keyed = workers.map((steps, worker) =>
    steps.map((step, place) =>
      step.op === 0 ? { ...step, op: 100 + worker * longest + place } : step,
    ),
  );
  return keyed.map((steps, worker) =>
    Array.from({ length: longest }, (_, place) => {
      const twin = keyed.at(worker - 1)?.[place];
      return [twin !== undefined && (twin.op ?? 0) >= 100 ? [twin] : [], steps[place] ?? []].flat();
    }).flat(),
  );
}

interface Race {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  readonly tables: AuthorityTables;
}

/** Races the commands: the first command of each pair is stopped at every primitive. */
async function stopAmong(
  suite: RaceSuite,
  all: Readonly<Record<string, ScriptStep>>,
  pairWith: PairWith,
): Promise<void> {
  const from = await after(twoRoots);
  for (const [what, rival] of Object.entries(all)) {
    await stopEverywhere(suite, from, pairWith(rival), what);
  }
}

/** Stops the first command at each of its primitives in turn, until it has no more. */
async function stopEverywhere(
  suite: RaceSuite,
  from: ScriptStart,
  commands: readonly [ScriptStep, ScriptStep],
  what: string,
): Promise<void> {
  let isStopped = true;
  for (let stopAt = 1; isStopped && stopAt <= mostPrimitives; stopAt += 1) {
    const race = await runRace(suite, from, commands, stopAt);
    isStopped = race.isStopped;
    await expectSerial(from, race, `${what}; stopped at ${race.stoppedBefore}`);
  }
}

/** Stops the first command at its `stopAt`-th primitive until the second has ended or waits for it. */
async function runRace(
  suite: RaceSuite,
  from: ScriptStart,
  [first, second]: readonly [ScriptStep, ScriptStep],
  stopAt: number,
): Promise<Race & { readonly isStopped: boolean; readonly stoppedBefore: string }> {
  const subject = await suite.makeStore(from.tables);
  const clock = new Order();
  let count = 0;
  let stoppedBefore = '';
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const gated = gatedStore(subject.store, async (name) => {
    if (suite.stopsAt?.includes(name) === false) return;
    count += 1;
    if (count !== stopAt) return;
    stoppedBefore = name;
    stop();
    await gate;
  });
  const held = clock.run(gated, from, first);
  await Promise.race([stopped, held]);
  const isStopped = stoppedBefore !== '';
  let isOver = false;
  const rival = clock.run(subject.store, from, second).finally(() => {
    isOver = true;
  });
  await Promise.race([rival, suite.untilBlocked(() => isOver)]);
  go();
  const observed = await Promise.all([held, rival]);
  const { epoch } = subject.store;
  return { epoch, observed, tables: await subject.tables(), isStopped, stoppedBefore };
}

/** Runs the commands of each worker one after the other, all workers at once. */
async function runWorkers(
  suite: RaceSuite,
  from: ScriptStart,
  workers: readonly (readonly ScriptStep[])[],
): Promise<Race> {
  const subject = await suite.makeStore(from.tables);
  const clock = new Order();
  const gated = gatedStore(subject.store, suite.pause);
  const observed = await Promise.all(
    workers.map(async (steps) => {
      const done: Observed[] = [];
      for (const step of steps) done.push(await clock.run(gated, from, step));
      return done;
    }),
  );
  const { epoch } = subject.store;
  return { epoch, observed: observed.flat(), tables: await subject.tables() };
}

async function expectSerial(from: ScriptStart, race: Race, what: string): Promise<void> {
  const { epoch, observed, tables } = race;
  const order = await serialOrder(from, epoch, observed, tables);
  const broken = [...brokenInvariants(tables), ...remainsOfEnded(tables)];
  if (order !== null && broken.length === 0) return;
  const reports = observed.map(({ step, answer, parts }) =>
    JSON.stringify({
      actor: step.caller.userId,
      act: step.act,
      key: step.request?.op?.id,
      answer: answer.status,
      parts: parts.map(({ begunAt, endedAt }) => `${begunAt}-${endedAt}`),
    }),
  );
  expect.fail([`no serial order: ${what}`, ...reports, ...broken].join('\n'));
}

/** Numbers the beginnings and ends of the parts of commands. */
class Order {
  #events = 0;

  async run(store: Store, from: ScriptStart, step: ScriptStep): Promise<Observed> {
    const parts: Part[] = [];
    const count = (): number => {
      this.#events += 1;
      return this.#events;
    };
    const run = new ScriptRun(partsNoted(store, count, parts), from);
    const ready = await run.ready({ ...namedByUuid(step), afterMs: 0 });
    return { step: ready, answer: await run.run(ready), parts };
  }
}
