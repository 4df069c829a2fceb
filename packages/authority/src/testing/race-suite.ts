import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoreUnderTest } from './command-suite.ts';
import { after } from './beginnings.ts';
import { gatedStore } from './gated-store.ts';
import { madeAgain, moves, oneMove, rivals, twoRoots } from './race-commands.ts';
import { brokenInvariants } from './reference.ts';
import { ScriptRun } from './script-run.ts';
import type { Beginning } from './script-run.ts';
import { anyPlacing, namedByUuid } from './script.ts';
import type { Step } from './script.ts';
import { serialOrder } from './serial-order.ts';
import type { Observed } from './serial-order.ts';
import type { Tables } from './tables.ts';

/** What to run the suite on. */
export interface RaceSuite {
  /** The store's name, for the titles. */
  readonly name: string;
  /** Gives a store that holds these rows alone; one at a time is in use. */
  readonly makeStore: (rows: Tables) => Promise<StoreUnderTest>;
  /** Resolves once a transaction waits for a lock of another, or `isOver` says that none will. */
  readonly untilBlocked: (isOver: () => boolean) => Promise<void>;
  /** At which primitives a move is stopped: at all of them without. */
  readonly stopsAt?: readonly string[];
  /** How many random lists are run. */
  readonly lists: number;
  /** Replays a failure: the seed that fast-check printed. */
  readonly seed?: number;
  /** How many commands are under way at once. */
  readonly connections: number;
  /** A yield before each primitive of random commands. */
  readonly pause: () => Promise<void>;
}

/** More primitives than any command has. */
const mostPrimitives = 60;
const timeoutMs = 900_000;
/** From here on chance may be trusted: in 40 lists each kind succeeds more than twenty times. */
const manyLists = 40;
/** The kinds of commands that must have taken effect in random lists. */
const kinds = ['assign', 'create', 'delete', 'move', 'patch', 'restore'];

/**
 * Races that every store must bear: each outcome must be that of some serial order on the memory
 * store, its answers included. First each move is stopped at its primitives, one after the other, while
 * a rival command runs as far as it can; then random commands of many connections.
 */
export function runRaceSuite(suite: RaceSuite): void {
  describe(`races on ${suite.name}`, () => {
    for (const [name, move] of Object.entries(moves)) {
      test(
        `[I4] moving ${name}, stopped anywhere while something else happens, ends as in a serial order`,
        async () => {
          const from = await after(twoRoots);
          for (const [what, rival] of Object.entries(rivals)) {
            await stopEverywhere(suite, from, [move, rival], what);
          }
        },
        timeoutMs,
      );
    }

    test(
      '[I4] whatever happens around a move, stopped anywhere while the item moves, ends as in a serial order',
      async () => {
        const from = await after(twoRoots);
        for (const [what, rival] of Object.entries(rivals)) {
          await stopEverywhere(suite, from, [rival, oneMove], what);
        }
      },
      timeoutMs,
    );

    test(
      '[I2] making what is there, stopped anywhere while something else happens, ends as in a serial order',
      async () => {
        const from = await after(twoRoots);
        for (const [what, rival] of Object.entries(rivals)) {
          await stopEverywhere(suite, from, [madeAgain, rival], what);
        }
      },
      timeoutMs,
    );

    test(
      `[I2] [I4] random commands of ${suite.connections} connections end as in a serial order (${suite.lists} lists)`,
      async () => {
        const from = await after(twoRoots);
        const lists = fc.array(fc.array(anyPlacing, { minLength: 1, maxLength: 3 }), {
          minLength: suite.connections,
          maxLength: suite.connections,
        });
        const took = new Set<string>();
        await fc.assert(
          fc.asyncProperty(lists, async (workers) => {
            const race = await runWorkers(suite, from, workers);
            for (const one of race.observed) {
              if (one.answer.status < 300) took.add(kindOf(one));
            }
            await expectSerial(from, race, 'random commands');
          }),
          {
            ...(suite.seed === undefined ? {} : { seed: suite.seed }),
            numRuns: suite.lists,
            // Another try of the same commands may interleave otherwise: a smaller one proves nothing.
            endOnFailure: true,
          },
        );
        if (suite.lists >= manyLists) expect([...took].toSorted()).toEqual(kinds);
      },
      timeoutMs,
    );
  });
}

/** What a command does; a change that names a parent is a move. */
function kindOf({ step: { act } }: Observed): string {
  return act.kind === 'patch' && act.parent !== null ? 'move' : act.kind;
}

interface Race {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  readonly tables: Tables;
}

/** Stops the first command at each of its primitives in turn, until it has no more of them. */
async function stopEverywhere(
  suite: RaceSuite,
  from: Beginning,
  commands: readonly [Step, Step],
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
  from: Beginning,
  [first, second]: readonly [Step, Step],
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
  const held = clock.run(new ScriptRun(gated, from), first);
  await Promise.race([stopped, held]);
  const isStopped = stoppedBefore !== '';
  let isOver = false;
  const rival = clock.run(new ScriptRun(subject.store, from), second).finally(() => {
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
  from: Beginning,
  workers: readonly (readonly Step[])[],
): Promise<Race> {
  const subject = await suite.makeStore(from.tables);
  const clock = new Order();
  const run = new ScriptRun(gatedStore(subject.store, suite.pause), from);
  const observed = await Promise.all(
    workers.map(async (steps) => {
      const done: Observed[] = [];
      for (const step of steps) done.push(await clock.run(run, step));
      return done;
    }),
  );
  const { epoch } = subject.store;
  return { epoch, observed: observed.flat(), tables: await subject.tables() };
}

async function expectSerial(from: Beginning, race: Race, what: string): Promise<void> {
  const { epoch, observed, tables } = race;
  const order = await serialOrder(from, epoch, observed, tables);
  if (order !== null) return;
  const told = observed.map(({ step, answer, begunAt, endedAt }) =>
    JSON.stringify({
      actor: step.caller.userId,
      act: step.act,
      answer: answer.status,
      begunAt,
      endedAt,
    }),
  );
  const broken = brokenInvariants(tables);
  expect.fail([`no serial order: ${what}`, ...told, ...broken].join('\n'));
}

/** Numbers the beginnings and ends of commands. */
class Order {
  #events = 0;

  async run(run: ScriptRun, step: Step): Promise<Observed> {
    const ready = await run.ready({ ...namedByUuid(step), afterMs: 0 });
    this.#events += 1;
    const begunAt = this.#events;
    const answer = await run.run(ready);
    this.#events += 1;
    return { step: ready, answer, begunAt, endedAt: this.#events };
  }
}
