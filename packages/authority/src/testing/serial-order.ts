import { MemoryStore } from './memory-store.ts';
import { outcomeOf } from './outcome.ts';
import { ScriptRun } from './script-run.ts';
import type { Beginning, ReadyStep, StepAnswer } from './script-run.ts';
import type { Tables } from './tables.ts';

/** A command that ran, with its place among all beginnings and ends. */
export interface Observed {
  readonly step: ReadyStep;
  readonly answer: StepAnswer;
  readonly begunAt: number;
  readonly endedAt: number;
}

/** How many states are looked at before the search gives up. */
const mostStates = 20_000;

/**
 * Looks for an order in which the commands, one after the other on the memory store, give every answer
 * that was observed and leave the tables that were found (linearizability; Wing and Gong). A command
 * that ended before another began comes before it. Returns the indexes in that order, or null.
 */
export async function serialOrder(
  from: Beginning,
  epoch: string,
  observed: readonly Observed[],
  final: Tables,
): Promise<readonly number[] | null> {
  const wanted = JSON.stringify(outcomeOf(final));
  const failed = new Set<string>();
  let states = 0;
  const search = async (
    tables: Tables,
    done: readonly number[],
  ): Promise<readonly number[] | null> => {
    const state = JSON.stringify(outcomeOf(tables));
    if (done.length === observed.length) return state === wanted ? done : null;
    const key = `${done.toSorted((a, b) => a - b).join()} ${state}`;
    if (failed.has(key)) return null;
    states += 1;
    if (states > mostStates) throw new Error(`no order among the first ${mostStates} states`);
    for (const index of nextOf(observed, done)) {
      const { step, answer } = observed[index] as Observed;
      const memory = new MemoryStore(epoch);
      memory.begin(tables);
      const model = new ScriptRun(memory, { ...from, tables });
      if (!isSameAnswer(await model.run(step), answer)) continue;
      const found = await search(memory.tables(), [...done, index]);
      if (found !== null) return found;
    }
    failed.add(key);
    return null;
  };
  return search(from.tables, []);
}

/** What may come next: nothing that is left ended before it began. As it ended first, the likeliest first. */
function nextOf(observed: readonly Observed[], done: readonly number[]): readonly number[] {
  const left = [...observed.keys()].filter((index) => !done.includes(index));
  const ends = left.map((index) => observed[index]?.endedAt ?? 0);
  const firstEnd = Math.min(...ends);
  return left
    .filter((index) => (observed[index]?.begunAt ?? 0) <= firstEnd)
    .toSorted((a, b) => (observed[a]?.endedAt ?? 0) - (observed[b]?.endedAt ?? 0));
}

/** Answers alike but for the numbers that depend on what else was given out. */
function isSameAnswer(one: StepAnswer, other: StepAnswer): boolean {
  return JSON.stringify(saidBy(one)) === JSON.stringify(saidBy(other));
}

function saidBy({ status, body }: StepAnswer): readonly unknown[] {
  const said = (body ?? {}) as Readonly<Record<string, unknown>>;
  const error = (said['error'] ?? {}) as Readonly<Record<string, unknown>>;
  const fields = ['uuid', 'version', 'title', 'status', 'assigned_to', 'parent_uuid', 'permission'];
  return [status, error['code'], ...fields.map((field) => said[field])];
}
