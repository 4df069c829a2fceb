import { makeMutual } from '@foray/authority/testing';
import { decide, emptyFacts, filledRequest, requestOf, uuidOfItem } from '@foray/model';
import type { ModelAct, ModelFacts, ModelType } from '@foray/model';
import { sql } from 'kysely';
import { openPostgresStore } from '../../../db/store/postgres-store.ts';
import type { ServerUnderTest } from '../server-under-test.ts';
import { freshPhone, type TestClient } from '../test-client.ts';

/** The actors: their relations to the target of each family below. */
export const relations = [
  'owner',
  'owner of an ancestor',
  'assignee',
  'assignee of an ancestor',
  'viewer through a descendant',
  'former assignee',
  'stranger',
] as const;

/** People who send no request, but can be named. */
const others = ['mutual contact', 'member', 'another user', 'contact of the assignee'] as const;

/** A user with a signed-in browser. */
export interface WorldPerson {
  readonly id: number;
  readonly phone: string;
  readonly client: TestClient;
}

/** A world of items, the same on the server and as facts of the model. */
export interface RightsWorld {
  readonly people: ReadonlyMap<string, WorldPerson>;
  /** The numbers of the items. */
  readonly ids: ReadonlyMap<string, number>;
  readonly facts: ModelFacts;
}

/** The title of an item, which occurs in no response without the item itself. */
export function titleOf(name: string): string {
  return `Secret of ${name}.`;
}

/** An item that moved from one campaign to another; not everybody who sees one of them sees the other. */
export const movedThing = {
  name: 'moved todo',
  from: ownCampaign('owner of an ancestor'),
  to: 'campaign A',
} as const;

/** A user's own campaign. */
export function ownCampaign(person: string): string {
  return `campaign of ${person}`;
}

/**
 * Builds the world over HTTP. Each family has a target to which everybody has the relation of `relations`, as
 * far as its place allows; `member` has a right in the campaign of family A and is no user's contact, `mutual
 * contact` is everybody's contact, `contact of the assignee` is the assignee's.
 */
export async function buildRightsWorld(server: ServerUnderTest): Promise<RightsWorld> {
  const people = new Map<string, WorldPerson>();
  for (const name of [...relations, ...others]) {
    const client = server.client();
    const phone = freshPhone();
    const { id } = await client.signIn(`Name of ${name}.`, phone);
    people.set(name, { id, phone, client });
  }
  const store = await openPostgresStore({ database: server.database, hashPhone: Buffer.from });
  const all = [...people.values()];
  for (const [index, { id }] of all.entries()) {
    for (const other of all.slice(index + 1)) await makeMutual(store, id, other.id);
  }
  const world = new WorldInMaking(people);
  await build(world);

  // Only the contact's mutual contacts remain, through imports on both sides; others import alone.
  await sql`update feed set removed = true where kind = 'mutual'`.execute(server.database.kysely);
  const [contact, unknown] = [personOf(people, 'mutual contact'), personOf(people, 'another user')];
  for (const [name, person] of people) {
    await imports(person, [contact.phone, unknown.phone]);
    if (name !== 'mutual contact') await imports(contact, [person.phone]);
  }
  const [assignee, theirs] = ['assignee', 'contact of the assignee'] as const;
  await imports(personOf(people, assignee), [personOf(people, theirs).phone]);
  await imports(personOf(people, theirs), [personOf(people, assignee).phone]);
  const pairs = [...people.keys()].map((name) => [name, 'mutual contact'] as const);
  const { mutuals } = emptyFacts([], [...pairs, [assignee, theirs]]);
  return { people, ids: world.ids, facts: { ...world.facts, mutuals } };
}

async function imports(person: WorldPerson, phones: readonly string[]): Promise<void> {
  const contacts = phones.map((phone) => phone.slice(1));
  const { status, text } = await person.client.post('/api/contacts/sync', { contacts });
  if (status !== 200) throw new Error(`an import answered ${status}: ${text}`);
}

async function build(world: WorldInMaking): Promise<void> {
  const [owner, above, assignee, helper, viewer] = relations;
  for (const name of relations) await world.create(name, ownCampaign(name), 'campaign');
  await world.create('another user', 'campaign X', 'campaign', null, null, 'key of another user');

  // A: a task in a campaign.
  await world.create(above, 'campaign A', 'campaign');
  await world.create(above, 'todo of member', 'todo', 'campaign A', 'member');
  await world.target('task A', 'task', 'campaign A');
  await world.create(owner, 'todo A', 'todo', 'task A', viewer);

  // B: a campaign, which has no ancestors.
  await world.target('campaign B', 'campaign', null);
  await world.create(owner, 'task B', 'task', 'campaign B');
  await world.create(owner, 'todo B', 'todo', 'task B', viewer);

  // C: a todo in a task; the viewer sees its parent because of a sibling.
  await world.create(above, 'campaign C', 'campaign');
  await world.create(above, 'task C', 'task', 'campaign C');
  await world.target('todo C', 'todo', 'task C');
  // Here the owner still contributes to the parent; in A, F and H they were removed.
  await world.assign(above, 'task C', owner);
  await world.create(above, 'sibling C', 'todo', 'task C', viewer);

  // D and E: at the top level, a todo and a task.
  await world.target('todo D', 'todo', null);
  await world.target('task E', 'task', null);
  await world.create(owner, 'todo E', 'todo', 'task E', viewer);

  // F: a todo directly in a campaign.
  await world.create(above, 'campaign F', 'campaign');
  await world.target('todo F', 'todo', 'campaign F');

  // G: a task whose campaign was deleted, with an assignee who had a right before.
  await world.create(above, 'campaign G', 'campaign');
  await world.target('task G', 'task', 'campaign G');
  await world.create(owner, 'todo G', 'todo', 'task G', viewer);
  await world.assign(above, 'campaign G', helper);
  await world.remove(above, 'campaign G');

  // H: a task that was deleted with everything below it.
  await world.create(above, 'campaign H', 'campaign');
  await world.target('task H', 'task', 'campaign H');
  await world.create(owner, 'todo H', 'todo', 'task H', viewer);
  await world.create(owner, 'earlier todo H', 'todo', 'task H');
  await world.remove(above, 'earlier todo H');
  await world.remove(above, 'task H', ['todo H']);

  // I: a todo of the campaign's owner in the task of a user who contributes to the campaign.
  await world.create(above, 'campaign I', 'campaign');
  await world.assign(above, 'campaign I', owner);
  // Only items that are assigned to the owner remain theirs.
  await world.create(owner, 'kept todo I', 'todo', 'campaign I', owner);
  await world.assign(above, 'campaign I', helper);
  await world.create(helper, 'task I', 'task', 'campaign I');
  await world.create(above, 'todo I', 'todo', 'task I');
  await world.create(helper, 'own todo I', 'todo', 'task I', 'member');
  await world.assign(helper, 'task I', owner);
  await world.create(owner, 'nested todo I', 'todo', 'task I', owner);
  await world.assign(helper, 'task I', assignee);
  await world.create(above, 'deleted todo I', 'todo', 'task I');
  await world.remove(above, 'deleted todo I');
  // A second assignment of one person, and an item from a campaign that others do not see.
  await world.create(above, 'second todo I', 'todo', 'campaign I', helper);
  await world.create(above, movedThing.name, 'todo', movedThing.from);
  await world.move(above, movedThing.name, movedThing.to);

  // Last, because until here the owner works in these campaigns by that assignment.
  for (const family of ['A', 'C', 'F', 'H'])
    await world.assign(above, `campaign ${family}`, helper);
}

/** Sends each act to the server and to the model; it must succeed on both. */
class WorldInMaking {
  readonly ids = new Map<string, number>();
  facts: ModelFacts;
  readonly #people: ReadonlyMap<string, WorldPerson>;

  constructor(people: ReadonlyMap<string, WorldPerson>) {
    this.#people = people;
    const names = [...people.keys()];
    const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
    this.facts = emptyFacts(names, pairs);
  }

  async create(
    who: string,
    name: string,
    type: ModelType,
    parent: string | null = null,
    assignee: string | null = null,
    key?: string,
  ): Promise<void> {
    const place = parent === null ? 'top' : ({ item: parent, by: 'uuid' } as const);
    const fields = { title: titleOf(name) };
    const act = { kind: 'create', item: name, type, place, assignee, fields } as const;
    const body = await this.#act(who, act, key);
    this.ids.set(name, body.id);
  }

  /** An item of the owner's, assigned to the former assignee and then to the assignee. */
  async target(name: string, type: ModelType, parent: string | null): Promise<void> {
    const top = parent === null ? null : (this.facts.items.get(parent)?.parent ?? parent);
    if (top !== null) await this.assign('owner of an ancestor', top, 'owner');
    await this.create('owner', name, type, parent);
    await this.assign('owner', name, 'former assignee');
    await this.assign('owner', name, 'assignee');
  }

  async assign(who: string, item: string, assignee: string): Promise<void> {
    await this.#act(who, { kind: 'assign', item, assignee });
  }

  async move(who: string, item: string, parent: string): Promise<void> {
    await this.#act(who, { kind: 'change', item, place: { item: parent, by: 'uuid' } });
  }

  async remove(who: string, item: string, children: readonly string[] = []): Promise<void> {
    await this.#act(who, { kind: 'delete', item, children });
  }

  async #act(who: string, act: ModelAct, key?: string): Promise<{ readonly id: number }> {
    const { answer, facts } = decide(this.facts, who, act);
    const valueOf = (name: string) => valueIn({ people: this.#people, ids: this.ids }, name);
    const { method, url, body } = filledRequest(requestOf(act), valueOf);
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const got = await personOf(this.#people, who).client.send(method, url, { body, headers });
    if (answer.changes !== true || got.status !== answer.status)
      throw new Error(`${who} ${JSON.stringify(act)}: ${got.text}, not ${JSON.stringify(answer)}`);
    this.facts = facts;
    return got.body;
  }
}

/** The uuid of an item, the number of an item or person, as requests of the model name them. */
export function valueIn(
  { people, ids }: Pick<RightsWorld, 'people' | 'ids'>,
  named: string,
): string | number {
  const [, kind, name = ''] = /^(\S+) (.*)$/.exec(named) ?? [];
  if (kind === 'item') return uuidOfItem(name);
  if (kind === '#item') return ids.get(name) ?? 99_999_999;
  // A sample user, or no user.
  return people.get(name)?.id ?? Number(/\d+$/.exec(name)?.[0]);
}

function personOf(people: ReadonlyMap<string, WorldPerson>, name: string): WorldPerson {
  const person = people.get(name);
  if (person === undefined) throw new Error(`there is no ${name}`);
  return person;
}
