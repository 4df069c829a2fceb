import type { ModelAct } from './acts.ts';
import { decide } from './decide.ts';
import type { RequiredAnswer, ModelDecision, ModelFacts } from './facts.ts';
import { EverybodysRights } from './everybodys-rights.ts';

/** The state of the system by the rules. */
export interface ModelState {
  readonly facts: ModelFacts;
  /** By `person key`: the act that was sent under the key, as text, and its answer. */
  readonly keys: ReadonlyMap<string, { readonly said: string; readonly answer: RequiredAnswer }>;
}

/**
 * Performs an act, and returns the required answer and the state afterwards. Under a known key it has no
 * effect: the answer is the same again, or reveals nothing about an item that the person has lost (I3,
 * SHARE-30). Another act under that key is refused.
 */
export function stepModel(
  { facts, keys }: ModelState,
  person: string,
  act: ModelAct,
  key: string | null,
): { readonly state: ModelState; readonly decision: ModelDecision } {
  const name = `${person} ${key}`;
  const said = JSON.stringify(act);
  const known = key === null || facts.ended.has(person) ? undefined : keys.get(name);
  if (known !== undefined) {
    const reused = { status: 422, code: 'key_reused' };
    const answer = known.said === said ? repeated(facts, person, act, known.answer) : reused;
    const decision = { answer, facts, notices: [], entries: [] };
    return { state: { facts, keys }, decision };
  }
  const decision = decide(facts, person, act);
  const { answer } = decision;
  // The same request may succeed later.
  const isPassing = answer.status === 409 || answer.status === 401;
  const isKept = key !== null && !isPassing;
  const after = isKept ? new Map(keys).set(name, { said, answer }) : keys;
  return { state: { facts: decision.facts, keys: after }, decision };
}

function repeated(
  facts: ModelFacts,
  person: string,
  act: ModelAct,
  answer: RequiredAnswer,
): RequiredAnswer {
  if (answer.code === undefined) return { status: answer.status, changes: false };
  if (answer.code !== 'forbidden') return answer;
  const rights = new EverybodysRights(facts);
  const isSeen = (name: string) => rights.rightOn(person, name) !== null;
  if (act.kind !== 'create' && 'item' in act && !isSeen(act.item)) {
    return { status: 404, code: 'not_found' };
  }
  const place = 'place' in act ? act.place : undefined;
  if (place === undefined || place === 'top' || isSeen(place.item ?? '')) return answer;
  return place.by === 'number'
    ? { status: 422, code: 'illegal_parent' }
    : { status: 409, code: 'parent_gone' };
}
