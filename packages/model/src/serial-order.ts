import type { ModelAct } from './acts.ts';
import { endedAccount, erasedHoldings, holdsItems } from './account-end.ts';
import { wrongAnswer } from './check-script.ts';
import { decisionAfter } from './decide.ts';
import type { DrivenAnswer } from './driver.ts';
import type { ModelDecision, ModelEntry } from './facts.ts';
import { stepModel, type ModelState } from './model.ts';
import { EverybodysRights } from './everybodys-rights.ts';

/** An act that ran, with its answer; null if it is unknown. */
export interface ObservedAct {
  readonly act: ModelAct;
  readonly key: string | null;
  readonly answer: DrivenAnswer | null;
}

/** A request that ran beside others: one act, or those of a batch in order. */
export interface ObservedRequest {
  readonly person: string;
  readonly acts: readonly ObservedAct[];
  /** Numbers of its beginning and end, among those of all requests. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/** The traces that acts left, one after the other. */
interface ModelTraces {
  readonly notices: readonly string[];
  readonly entries: readonly ModelEntry[];
}

/** How many states are searched before the search gives up. */
const mostStates = 20_000;

/**
 * Looks for an order in which the acts, one after the other, have every observed answer and lead to the
 * observed outcome (linearizability; Wing and Gong). A request that ended before another began comes before
 * it. The end of an account has two steps, which may be repeated: the items, and the account once it holds
 * nothing. Returns the indexes of the requests in that order, or null.
 */
export function serialOrder(
  start: ModelState,
  observed: readonly ObservedRequest[],
  isOutcome: (decision: ModelDecision) => boolean,
): readonly number[] | null {
  const failed = new Set<string>();
  const search = (
    state: ModelState,
    traces: ModelTraces,
    done: readonly number[],
  ): readonly number[] | null => {
    const next = nextOf(observed, done);
    if (next.length === 0) return isOutcome(outcomeOf(state, traces)) ? [] : null;
    // Most searches succeed at once, and need no keys.
    const key = () => keyOf(state, traces, done);
    if (failed.size > 0 && failed.has(key())) return null;
    for (const index of next) {
      const { person, acts } = observed[index] as ObservedRequest;
      const step = acts[done[index] ?? 0] as ObservedAct;
      const after = runAct(state, person, step);
      if (after === null) continue;
      const count = (done[index] ?? 0) + (after.isOver ? 1 : 0);
      const { notices, entries } = after.decision;
      const grown = {
        notices: [...traces.notices, ...notices],
        entries: [...traces.entries, ...entries],
      };
      const found = search(after.state, grown, done.with(index, count));
      if (found !== null) return [index, ...found];
    }
    failed.add(key());
    if (failed.size > mostStates) throw new Error(`no order among the first ${mostStates} states`);
    return null;
  };
  return search(
    start,
    { notices: [], entries: [] },
    observed.map(() => 0),
  );
}

interface RanAct {
  readonly state: ModelState;
  readonly decision: ModelDecision;
  readonly isOver: boolean;
}

/** The state after an act; null if its observed answer differs. */
function runAct(
  state: ModelState,
  person: string,
  { act, key, answer }: ObservedAct,
): RanAct | null {
  const { facts } = state;
  if (act.kind === 'leave') {
    // Another deletion of the same account may have finished meanwhile.
    if (facts.ended.has(person)) return { state, decision: unchanged(state), isOver: true };
    const rights = new EverybodysRights(facts);
    const isOver = !holdsItems(facts, person);
    const after = isOver ? endedAccount(facts, person) : erasedHoldings(rights, person);
    const decision = decisionAfter(rights, person, { status: 204 }, { facts: after });
    return { state: { ...state, facts: decision.facts }, decision, isOver };
  }
  const { state: after, decision } = stepModel(state, person, act, key);
  const isWrong = answer !== null && wrongAnswer(decision, person, act, answer).length > 0;
  return isWrong ? null : { state: after, decision, isOver: true };
}

function unchanged({ facts }: ModelState): ModelDecision {
  return { answer: { status: 204 }, facts, notices: [], entries: [] };
}

/** The entries of erased items and campaigns end with them, and a person's notifications with the account. */
function outcomeOf({ facts }: ModelState, { notices, entries }: ModelTraces): ModelDecision {
  const isErased = (name: string | null) => facts.items.get(name ?? '')?.isErased === true;
  const left = entries.filter(({ item, campaign }) => !isErased(item) && !isErased(campaign));
  const heard = notices.filter((notice) => !facts.ended.has(notice.replace(/ \w+$/, '')));
  return { answer: { status: 200 }, facts, notices: heard, entries: left };
}

/**
 * The possible next requests: those that began before any remaining one ended. Ordered by their end, which is
 * the likeliest order.
 */
function nextOf(observed: readonly ObservedRequest[], done: readonly number[]): readonly number[] {
  const left = observed.flatMap((request, index) =>
    (done[index] ?? 0) < request.acts.length ? [{ index, ...request }] : [],
  );
  const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
  return left
    .filter(({ begunAt }) => begunAt <= firstEnd)
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .map(({ index }) => index);
}

function keyOf({ facts, keys }: ModelState, traces: ModelTraces, done: readonly number[]): string {
  const { items, blocks, mutuals, ended } = facts;
  const sets = [items.values(), blocks, mutuals, ended, keys].map((set) => [...set]);
  return JSON.stringify([done, sets, traces.notices.toSorted(), traces.entries.length]);
}
