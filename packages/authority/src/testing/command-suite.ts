import * as fc from 'fast-check';
import { itemTypes } from '@foray/domain';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../request.ts';
import type { Store } from '../store.ts';
import { MemoryStore } from './memory-store.ts';
import { outcomeOf } from './outcome.ts';
import { brokenInvariants } from './reference.ts';
import { ScriptRun, anyScript, anyStep, familyFirst, namedByUuid } from './script.ts';
import type { Step } from './script.ts';
import type { Tables } from './tables.ts';

/** A store that holds nothing but the sample people, and a look at all its rows. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Every row of every table, each table ascending by its primary key. */
  readonly tables: () => Promise<Tables>;
  /** Called when the list is done. */
  readonly close?: () => Promise<void>;
}

/** What to run the suite on. */
export interface CommandSuite {
  /** The store's name, for the titles. */
  readonly name: string;
  /** Gives an empty store whose ids begin at the beginning; one at a time is in use. */
  readonly makeStore: () => Promise<StoreUnderTest>;
  /** How many random lists each test runs. */
  readonly lists: number;
  /** Replays a failure: the seed that fast-check printed. */
  readonly seed?: number;
}

const timeoutMs = 600_000;

/**
 * The suite that every store must pass (sync.md, section 1). The same random commands of several
 * people run on the store and on the memory store: every answer, every read and, in the end, every row
 * of every table must be equal. Then commands at once: the outcome must be that of some serial order.
 */
export function runCommandSuite(suite: CommandSuite): void {
  const settings = suite.seed === undefined ? {} : { seed: suite.seed };
  describe(`command suite on ${suite.name}`, () => {
    test(
      'the same commands leave the same rows as on the memory store',
      async () => {
        await fc.assert(
          fc.asyncProperty(anyScript, (steps) => compareRuns(suite, steps)),
          { ...settings, numRuns: suite.lists },
        );
      },
      timeoutMs,
    );

    test(
      'commands at once end as in some serial order',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(anyStep, { maxLength: 8 }),
            fc.array(anyStep, { minLength: 2, maxLength: 3 }),
            (before, atOnce) => compareWithSerialOrders(suite, [...familyFirst, ...before], atOnce),
          ),
          { ...settings, numRuns: suite.lists },
        );
      },
      timeoutMs,
    );
  });
}

async function compareRuns(suite: CommandSuite, steps: readonly Step[]): Promise<void> {
  const subject = await suite.makeStore();
  try {
    const memory = new MemoryStore(subject.store.epoch);
    const tested = new ScriptRun(subject.store);
    const model = new ScriptRun(memory);
    await tested.signIn();
    await model.signIn();
    for (const step of steps) expect(await tested.step(step)).toEqual(await model.step(step));
    expect(await readEverything(tested)).toEqual(await readEverything(model));
    const tables = await subject.tables();
    expect(tables).toEqual(memory.tables());
    expect(brokenInvariants(tables)).toEqual([]);
  } finally {
    await subject.close?.();
  }
}

/** Everything that the people of a script can read, streams in small pages. */
async function readEverything({ authority, actors }: ScriptRun): Promise<unknown> {
  const answers: unknown[] = [];
  for (const userId of actors) {
    const caller = { userId };
    for (const type of itemTypes) {
      answers.push(await authority.list(caller, { type, page: 1 }));
      for (let since = 0, more = true; more;) {
        const page = await authority.delta(caller, { type, since, limit: 2 });
        answers.push(page);
        more = page.ok && page.value.more;
        since = page.ok ? page.value.cursor : since;
      }
    }
    for (const text of ['item', '100%', 'm_', 'LÄUFE', 'x\\']) {
      answers.push(await authority.search(caller, text));
    }
    answers.push(await authority.changes(caller, { since: 0, limit: 3 }));
    const campaigns = await authority.list(caller, { type: 'campaign', page: 1 });
    for (const { id } of campaigns.data) answers.push(await authority.activity(caller, { id }, 1));
  }
  return answers;
}

async function compareWithSerialOrders(
  suite: CommandSuite,
  before: readonly Step[],
  steps: readonly Step[],
): Promise<void> {
  // All at one moment and named by uuid: otherwise clock or numbers would tell the order.
  const atOnce = steps.map((step) => ({ ...namedByUuid(step), afterMs: 0 }));
  const subject = await suite.makeStore();
  try {
    const run = new ScriptRun(subject.store);
    await run.signIn();
    for (const step of before) await run.step(step);
    const answers = await Promise.all(atOnce.map((step) => run.step(step)));
    const tables = await subject.tables();
    expect(brokenInvariants(tables)).toEqual([]);

    const orders = permutations(atOnce.map((step, index) => ({ step, index })));
    const serial: string[] = [];
    for (const order of orders) {
      const memory = new MemoryStore(subject.store.epoch);
      const model = new ScriptRun(memory);
      await model.signIn();
      for (const step of before) await model.step(step);
      const inOrder: Answer[] = [];
      for (const { step, index } of order) inOrder[index] = await model.step(step);
      serial.push(
        JSON.stringify([inOrder.map(({ status }) => status), outcomeOf(memory.tables())]),
      );
    }
    const actual = JSON.stringify([answers.map(({ status }) => status), outcomeOf(tables)]);
    if (!serial.includes(actual)) expect(actual).toBe(serial[0]);
  } finally {
    await subject.close?.();
  }
}

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((first) =>
    permutations(all.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
