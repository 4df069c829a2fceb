import { PartIsDue, oneMorePart, type PartResult, type Part } from './command-parts.ts';
import { MemoryAuthorityStore } from './memory-store.ts';
import { outcomeOf } from './outcome.ts';
import { ScriptRun, type ScriptStart, type ReadyStep, type StepAnswer } from './script-run.ts';
import type { AuthorityTables } from './tables.ts';

/** A command that ran, with its parts: one, unless it deletes an account. */
export interface Observed {
  readonly step: ReadyStep;
  readonly answer: StepAnswer;
  readonly parts: readonly Part[];
}

/** How many states are searched before the search gives up. */
const mostStates = 20_000;

/** The rows, and for each command the results of its parts so far. */
interface State {
  readonly tables: AuthorityTables;
  readonly given: readonly (readonly PartResult[])[];
}

/**
 * Looks for an order in which the parts of the commands, one after the other on the memory store, give every
 * observed response and leave the observed tables (linearizability; Wing and Gong). A part that ended before
 * another began comes before it. Returns the commands' indexes in that order, or null.
 */
export async function serialOrder(
  from: ScriptStart,
  epoch: string,
  observed: readonly Observed[],
  final: AuthorityTables,
): Promise<readonly number[] | null> {
  const wanted = outcomeOf(final);
  const failed = new Set<string>();
  let states = 0;
  const search = async (state: State): Promise<readonly number[] | null> => {
    const { tables, given } = state;
    const next = nextOf(observed, given);
    if (next.length === 0) return outcomeOf(tables) === wanted ? [] : null;
    // Reading all rows takes longer than running a command, and most searches succeed at once.
    const key = (): string => `${keyOf(observed, given)} ${outcomeOf(tables)}`;
    if (failed.size > 0 && failed.has(key())) return null;
    states += 1;
    if (states > mostStates) throw new Error(`no order among the first ${mostStates} states`);
    for (const index of next) {
      const after = await runPart(from, epoch, observed, state, index);
      const found = after === null ? null : await search(after);
      if (found !== null) return [index, ...found];
    }
    failed.add(key());
    return null;
  };
  return search({ tables: from.tables, given: observed.map(() => []) });
}

/** The state after the next part of a command; null if its observed response differs. */
async function runPart(
  from: ScriptStart,
  epoch: string,
  observed: readonly Observed[],
  { tables, given }: State,
  index: number,
): Promise<State | null> {
  const { step, answer, parts } = observed[index] as Observed;
  const memory = new MemoryAuthorityStore(epoch);
  memory.begin(tables);
  const known = [...(given[index] ?? [])];
  const part = parts[known.length] as Part;
  const model = new ScriptRun(oneMorePart(memory, part, known), { ...from, tables });
  try {
    const isLast = known.length + 1 === parts.length;
    if (!isSameAnswer(await model.run(step), answer) || !isLast) return null;
  } catch (error) {
    if (!(error instanceof PartIsDue)) throw error;
    if (known.length >= parts.length) return null;
  }
  return { tables: memory.tables(), given: given.with(index, known) };
}

/**
 * The possible next parts: those that began before any remaining one ended. Ordered by their end, which is
 * the likeliest order.
 */
function nextOf(
  observed: readonly Observed[],
  given: readonly (readonly PartResult[])[],
): readonly number[] {
  const left = observed.flatMap(({ parts }, index) => {
    const part = parts[given[index]?.length ?? 0];
    return part === undefined ? [] : [{ index, ...part }];
  });
  const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
  return left
    .filter(({ begunAt }) => begunAt <= firstEnd)
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .map(({ index }) => index);
}

/** How far each command has got, and the results of those that have not ended. */
function keyOf(observed: readonly Observed[], given: readonly (readonly PartResult[])[]): string {
  const isOver = (index: number): boolean => given[index]?.length === observed[index]?.parts.length;
  return JSON.stringify(given.map((parts, index) => (isOver(index) ? null : parts)));
}

/** Compares responses without the numbers that depend on earlier commands. */
function isSameAnswer(one: StepAnswer, other: StepAnswer): boolean {
  return JSON.stringify(resultsOf(one)) === JSON.stringify(resultsOf(other));
}

/** The result of a command, or the results of a batch. */
function resultsOf(answer: StepAnswer): readonly unknown[] {
  return Array.isArray(answer.body) ? answer.body.map(resultOf) : resultOf(answer);
}

function resultOf({ status, body }: StepAnswer): readonly unknown[] {
  const said = (body ?? {}) as Readonly<Record<string, unknown>>;
  const error = (said['error'] ?? {}) as Readonly<Record<string, unknown>>;
  const fields = ['uuid', 'version', 'title', 'status', 'assigned_to', 'parent_uuid', 'permission'];
  return [status, error['code'], ...fields.map((field) => said[field])];
}
