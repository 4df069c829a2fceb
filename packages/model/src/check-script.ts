import { filledRequest, requestOf, uuidOfItem, type ModelAct } from './acts.ts';
import { codeOf, type DrivenAnswer, type Driver } from './driver.ts';
import type { ModelDecision } from './facts.ts';
import type { ModelStep } from './named-acts.ts';
import { brokenInvariants, remainsOfEnded } from './invariants.ts';
import { stepModel, type ModelState } from './model.ts';
import { EverybodysRights } from './everybodys-rights.ts';
import { differencesIn, StoredNames } from './stored-facts.ts';
import type { StoredTables } from './stored-tables.ts';

/** The ids of people by their names, and the state that a script begins with. */
export interface ScriptBeginning {
  readonly people: ReadonlyMap<string, number>;
  readonly state: ModelState;
}

/** The result of a script: the problems of the first act that had any, and the reached answers. */
export interface ScriptResult {
  readonly problems: readonly string[];
  readonly reached: readonly string[];
  readonly state: ModelState;
}

/**
 * Runs a script on a driver and on the model, compares each answer and the state after each act, and finds
 * rows that contradict each other.
 */
export async function checkScript(
  driver: Driver,
  { people, state: first }: ScriptBeginning,
  steps: readonly ModelStep[],
): Promise<ScriptResult> {
  let state = first;
  const names = new StoredNames(people);
  const reached: string[] = [];
  let before = await driver.tables();
  for (const [index, { person, act, key }] of steps.entries()) {
    const request = filledRequest(requestOf(act), valuesIn(before, people));
    const sent = { ...request, key: key ?? undefined };
    const { state: next, decision } = stepModel(state, person, act, key);
    state = next;
    const answer = await driver.send(people.get(person) ?? 0, sent);
    const after = await driver.tables();
    const problems = [
      ...wrongAnswer(decision, person, act, answer),
      ...differencesIn(decision, before, after, names),
      ...brokenInvariants(after),
      ...remainsOfEnded(after),
    ];
    if (problems.length > 0) {
      const about = `step ${index}: ${person} ${JSON.stringify(act)} key ${key}`;
      return { problems: [about, ...problems], reached, state };
    }
    reached.push(`${act.kind} ${codeOf(answer) ?? answer.status}`);
    before = after;
  }
  return { problems: [], reached, state };
}

/** The values of the names in requests: by rule for uuids and sample people, and from rows for numbers. */
export function valuesIn(
  { items }: Pick<StoredTables, 'items'>,
  people: ReadonlyMap<string, number>,
): (name: string) => string | number {
  return (named) => {
    const [, kind, name = ''] = /^(\S+) (.*)$/.exec(named) ?? [];
    if (kind === 'item') return uuidOfItem(name);
    if (kind === '#item')
      return items.find(({ uuid }) => uuid === uuidOfItem(name))?.id ?? 99_999_999;
    const sample = /^sample (\d)$/.exec(name)?.[1];
    return people.get(name) ?? (sample === undefined ? 999_999 : Number(sample));
  };
}

/** Compares the status, the code and the item of an answer. */
export function wrongAnswer(
  { answer: wanted, facts }: ModelDecision,
  person: string,
  act: ModelAct,
  answer: DrivenAnswer,
): readonly string[] {
  const got = [answer.status, codeOf(answer)];
  if (got[0] !== wanted.status || got[1] !== wanted.code) {
    return [`answered ${got.join(' ')}, not ${wanted.status} ${wanted.code ?? ''}`];
  }
  const item = 'item' in act ? facts.items.get(act.item) : undefined;
  if (item === undefined || wanted.code !== undefined || wanted.status === 204) return [];
  const body = answer.body as Readonly<Record<string, unknown>>;
  const right = new EverybodysRights(facts).rightOn(person, item.key);
  if (body['permission'] !== right)
    return [`permission ${String(body['permission'])}, not ${right}`];
  // The answer to an act that ends the sender's right shows the item as they last saw it.
  if (right === null) {
    const isLast = wanted.changes !== true || body['title'] === item.fields['title'];
    return isLast ? [] : [`answered ${String(body['title'])}, not as last seen`];
  }
  const parent = item.parent === null ? null : uuidOfItem(item.parent);
  const said = [body['title'], body['status'], body['parent_uuid']];
  const required = [item.fields['title'], item.status, parent];
  return JSON.stringify(said) === JSON.stringify(required)
    ? []
    : [`answered ${JSON.stringify(said)}, not ${JSON.stringify(required)}`];
}
