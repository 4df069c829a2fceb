import {
  actors,
  brokenInvariants,
  checkScript,
  differencesIn,
  emptyFacts,
  filledRequest,
  remainsOfEnded,
  requestOf,
  serialOrder,
  StoredNames,
  valuesIn,
} from '@foray/model';
import type {
  DrivenAnswer,
  Driver,
  ModelState,
  ModelStep,
  ObservedRequest,
  StoredTables,
} from '@foray/model';
import type { Store } from '../store/store.ts';
import { AuthorityDriver } from './authority-driver.ts';
import { MemoryAuthorityStore } from './memory-store.ts';
import type { RaceCommand } from './race-commands.ts';
import type { AuthorityTables } from './tables.ts';

/** The state that commands begin with: the rows, and the same by the model. */
export interface RaceStart {
  readonly tables: AuthorityTables;
  readonly people: ReadonlyMap<string, number>;
  readonly state: ModelState;
}

/** The actors as a model begins: each is a contact of the next. */
export function actorsAlone(): ModelState {
  const pairs = actors.slice(1).map((name, index) => [actors[index] ?? '', name] as const);
  return { facts: emptyFacts(actors, pairs), keys: new Map() };
}

/** The state after the people have signed in and these steps have run. */
export async function after(steps: readonly ModelStep[]): Promise<RaceStart> {
  const store = new MemoryAuthorityStore('before');
  const driver = new AuthorityDriver(store, async () => store.tables());
  const people = await driver.signIn(actors);
  const { problems, state } = await checkScript(driver, { people, state: actorsAlone() }, steps);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { tables: store.tables(), people, state };
}

/** Runs commands on a store, and numbers their beginnings and ends. */
export class RaceTrack {
  readonly #start: RaceStart;
  readonly #values;
  #events = 0;

  constructor(start: RaceStart) {
    this.#start = start;
    this.#values = valuesIn(start.tables, start.people);
  }

  async run(store: Store, { person, acts }: RaceCommand): Promise<ObservedRequest> {
    const begunAt = (this.#events += 1);
    const userId = this.#start.people.get(person) ?? 0;
    const driver = new AuthorityDriver(store, async () => this.#start.tables);
    const answers = await this.#send(driver, userId, acts);
    const endedAt = (this.#events += 1);
    const observed = acts.map((step, index) => ({ ...step, answer: answers[index] ?? null }));
    return { person, acts: observed, begunAt, endedAt };
  }

  async #send(
    driver: Driver,
    userId: number,
    acts: RaceCommand['acts'],
  ): Promise<readonly DrivenAnswer[]> {
    const requests = acts.map(({ act, key }) => ({
      ...filledRequest(requestOf(act), this.#values),
      key: key ?? undefined,
    }));
    const [first, ...others] = requests;
    if (first !== undefined && others.length === 0) return [await driver.send(userId, first)];
    const entries = requests.map(({ key, method, url, body }) => ({
      id: key,
      method,
      url,
      data: body,
    }));
    const answer = await driver.send(userId, {
      method: 'POST',
      url: '/api/batch',
      body: { requests: entries },
    });
    // The answers of a batch that the end of the account interrupted are unknown.
    return (answer.body as { readonly results?: readonly DrivenAnswer[] }).results ?? [];
  }
}

/** Why the outcome is that of no serial order, with the commands; null if it is one. */
export function problemOfRace(
  start: RaceStart,
  observed: readonly ObservedRequest[],
  tables: StoredTables,
): string | null {
  const names = new StoredNames(start.people);
  names.learn(['batched todo', 'new todo']);
  let nearest: readonly string[] = [];
  const order = serialOrder(start.state, observed, (decision) => {
    const differences = differencesIn(decision, start.tables, tables, names);
    if (nearest.length === 0 || differences.length < nearest.length) nearest = differences;
    return differences.length === 0;
  });
  const broken = [...brokenInvariants(tables), ...remainsOfEnded(tables), ...twiceKept(tables)];
  if (order !== null && broken.length === 0) return null;
  const reports = observed.map(({ person, acts, begunAt, endedAt }) =>
    JSON.stringify({
      person,
      at: `${begunAt}-${endedAt}`,
      acts: acts.map(({ act, key, answer }) => [act, key, answer?.status]),
    }),
  );
  return [...reports, ...nearest, ...broken].join('\n');
}

/** Keys that are recorded twice. */
function twiceKept({ ops }: StoredTables): readonly string[] {
  const keys = (ops as AuthorityTables['ops']).map((op) => `${op.user_id} ${op.op_id}`);
  return new Set(keys).size === keys.length ? [] : ['I3: a key is there twice'];
}
