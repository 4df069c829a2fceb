import type { Pool } from 'pg';
import type { Facts, ModelOutcome } from './model/facts.ts';
import { RightsModel } from './model/rights-model.ts';
import { type RightsWorld, titleOf } from './world.ts';

interface StateRow {
  readonly items: readonly (readonly [number, number, number | null, number | null, string])[];
  readonly access: readonly (readonly [number, number, string])[];
  readonly notices: readonly (readonly [number, string])[];
  readonly entries: readonly (readonly [number | null, number, string, string | null])[];
  readonly kept: readonly number[];
}

// One statement for everything, because it is read after each change.
const statement = `select
  (select coalesce(json_agg(json_build_array(id, user_id, assigned_to, parent_id, case
      when deleted_at is null then 'living'
      when strpos(lower(i::text), 'secret of') > 0 then 'deleted' else 'erased' end)), '[]')
    from items i) as items,
  (select coalesce(json_agg(json_build_array(user_id, item_id, permission)), '[]')
    from access where not removed) as access,
  (select coalesce(json_agg(distinct jsonb_build_array(user_id, kind)), '[]')
    from notifications n where n::text not in (select w::text from kept.notifications w)) as notices,
  (select coalesce(json_agg(json_build_array(
      campaign_id, item_id, action, (
        select string_agg(concat(key, ' was ', value->>'old'), ', ' order by key) from jsonb_each(metadata)
      ))), '[]') from activity
    where action in ('moved', 'updated') and id > (select max(id) from kept.activity)) as entries,
  (select coalesce(json_agg(distinct l.campaign_id), '[]') from activity l
    join items i on i.id = l.campaign_id where i.deleted_at is not null and i.title = '') as kept`;

/** The server's state after a change, compared with the model's. */
export class ServerState {
  readonly #pool: Pool;
  readonly #facts: Facts;
  readonly #people: ReadonlyMap<number, string>;
  readonly #things: ReadonlyMap<number, string>;

  constructor(pool: Pool, { facts, people, refs }: RightsWorld) {
    this.#pool = pool;
    this.#facts = facts;
    this.#people = new Map([...people].map(([name, { id }]) => [id, name]));
    this.#things = new Map([...refs].map(([name, { id }]) => [id, name]));
  }

  /** The facts that only the server has, and those that only the outcome has. */
  async differences(outcome: ModelOutcome): Promise<readonly string[]> {
    const got = await this.#read();
    const wanted = this.#wanted(outcome);
    return [
      ...[...got].filter((fact) => !wanted.has(fact)).map((fact) => `is: ${fact}`),
      ...[...wanted].filter((fact) => !got.has(fact)).map((fact) => `is not: ${fact}`),
    ];
  }

  async #read(): Promise<ReadonlySet<string>> {
    const person = (id: number | null) =>
      id === null ? 'nobody' : (this.#people.get(id) ?? (id <= 4 ? `sample ${id}` : `user ${id}`));
    const thing = (id: number | null) => {
      if (id === null) return '-';
      return this.#things.get(id) ?? 'New';
    };
    const { rows } = await this.#pool.query<StateRow>(statement);
    const [state] = rows;
    if (state === undefined) throw new Error('the state of the server could not be read');
    return new Set([
      ...state.items.map(([id, owner, assignee, parent, life]) =>
        life === 'erased'
          ? `${thing(id)}: erased`
          : factOf(thing(id), person(owner), person(assignee), thing(parent), life === 'living'),
      ),
      ...state.access.map(([who, what, right]) => `${person(who)}: ${right} on ${thing(what)}`),
      ...state.notices.map(([who, kind]) => `${person(who)}: told ${kind}`),
      ...state.entries.map(([campaign, what, action, former]) =>
        entryOf(thing(campaign), thing(what), action === 'moved' ? action : `${former}`),
      ),
      ...state.kept.map((id) => `${thing(id)}: has a history`),
    ]);
  }

  #wanted({ things, notices, entries }: ModelOutcome): ReadonlySet<string> {
    const model = new RightsModel({ ...this.#facts, things });
    const people = [...this.#people.values()];
    const erased = [...this.#facts.things.keys()].filter((name) => !things.has(name));
    return new Set([
      ...[...things.values()].map(({ name, owner, assignee, parent, deletedWith }) =>
        factOf(name, owner, assignee ?? 'nobody', parent ?? '-', deletedWith === null),
      ),
      ...erased.map((name) => `${name}: erased`),
      ...[...things.keys()].flatMap((name) =>
        people.flatMap((who) => {
          const right = model.rightOn(who, name);
          return right === null ? [] : `${who}: ${right} on ${name}`;
        }),
      ),
      ...[...notices].map((one) => one.replace(/ (\w+)$/, ': told $1')),
      ...entries.flatMap(({ campaign, thing, what }) => {
        // Every item has a title, and no other text.
        const formerly = (field: string): string =>
          `${field} was ${field === 'title' ? titleOf(thing) : ''}`;
        const said = what === 'moved' ? what : what.toSorted().map(formerly).join(', ');
        return [entryOf(campaign ?? '-', thing, said)];
      }),
    ]);
  }
}

function factOf(
  name: string,
  owner: string,
  assignee: string,
  parent: string,
  isLiving: boolean,
): string {
  const life = isLiving ? 'living' : 'deleted';
  return `${name}: of ${owner}, assigned to ${assignee}, in ${parent}, ${life}`;
}

function entryOf(campaign: string, name: string, what: string): string {
  return `history of ${campaign}: ${name} ${what}`;
}
