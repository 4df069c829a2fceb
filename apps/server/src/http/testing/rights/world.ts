import { makeMutual } from '@foray/authority/testing';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { openPostgresStore } from '../../../db/store/postgres-store.ts';
import type { Facts, Thing } from './model/facts.ts';
import { RightsModel } from './model/rights-model.ts';
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
  readonly refs: ReadonlyMap<string, { readonly id: number; readonly uuid: string }>;
  readonly facts: Facts;
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
    world.mutuals.add(`${name} mutual contact`).add(`mutual contact ${name}`);
  }
  const [assignee, theirs] = ['assignee', 'contact of the assignee'] as const;
  await imports(personOf(people, assignee), [personOf(people, theirs).phone]);
  await imports(personOf(people, theirs), [personOf(people, assignee).phone]);
  world.mutuals.add(`${assignee} ${theirs}`).add(`${theirs} ${assignee}`);
  return { people, refs: world.refs, facts: world };
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
  // A second assignment of one person, and a thing from a campaign that others do not see.
  await world.create(above, 'second todo I', 'todo', 'campaign I', helper);
  await world.create(above, movedThing.name, 'todo', movedThing.from);
  await world.move(above, movedThing.name, movedThing.to);

  // Last, because until here the owner works in these campaigns by that assignment.
  for (const family of ['A', 'C', 'F', 'H'])
    await world.assign(above, `campaign ${family}`, helper);
}

class WorldInMaking implements Facts {
  readonly things = new Map<string, Thing>();
  readonly everSeen = new Set<string>();
  readonly mutuals = new Set<string>();
  readonly refs = new Map<string, { readonly id: number; readonly uuid: string }>();
  readonly #people: ReadonlyMap<string, WorldPerson>;

  constructor(people: ReadonlyMap<string, WorldPerson>) {
    this.#people = people;
  }

  async create(
    who: string,
    name: string,
    type: Thing['type'],
    parent: string | null = null,
    assignee: string | null = null,
    key?: string,
  ): Promise<void> {
    const uuid = randomUUID();
    const body = {
      uuid,
      type,
      title: titleOf(name),
      parent_id: parent === null ? null : this.ref(parent).uuid,
      assigned_to: assignee === null ? null : this.#person(assignee).id,
    };
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await this.#person(who).client.post('/api/items', body, headers);
    if (answer.status !== 201) throw new Error(`${who} creating ${name}: ${answer.text}`);
    this.refs.set(name, { id: answer.body.id, uuid });
    this.#put({ name, type, owner: who, assignee, parent, deletedWith: null });
  }

  /** A thing of the owner's, assigned to the former assignee and then to the assignee. */
  async target(name: string, type: Thing['type'], parent: string | null): Promise<void> {
    const top = parent === null ? null : this.#topOf(parent);
    if (top !== null) await this.assign('owner of an ancestor', top, 'owner');
    await this.create('owner', name, type, parent);
    await this.assign('owner', name, 'former assignee');
    await this.assign('owner', name, 'assignee');
  }

  async assign(who: string, name: string, assignee: string): Promise<void> {
    const url = `/api/items/${this.ref(name).id}/assign`;
    const body = { user_id: this.#person(assignee).id };
    const { status, text } = await this.#person(who).client.post(url, body);
    if (status !== 200) throw new Error(`${who} assigning ${name}: ${status} ${text}`);
    this.#put({ ...this.#thing(name), assignee });
  }

  async move(who: string, name: string, parent: string): Promise<void> {
    const body = { parent_id: this.ref(parent).uuid };
    const { status } = await this.#person(who).client.patch(
      `/api/items/${this.ref(name).id}`,
      body,
    );
    if (status !== 200) throw new Error(`${who} moving ${name}: ${status}`);
    this.#put({ ...this.#thing(name), parent });
  }

  async remove(who: string, name: string, withThem: readonly string[] = []): Promise<void> {
    const body = { children: withThem.map((child) => this.ref(child).uuid) };
    const { status } = await this.#person(who).client.delete(
      `/api/items/${this.ref(name).id}`,
      body,
    );
    if (status !== 204) throw new Error(`${who} deleting ${name}: ${status}`);
    for (const gone of [name, ...withThem]) this.#put({ ...this.#thing(gone), deletedWith: name });
  }

  ref(name: string): { readonly id: number; readonly uuid: string } {
    const ref = this.refs.get(name);
    if (ref === undefined) throw new Error(`there is no ${name}`);
    return ref;
  }

  #put(thing: Thing): void {
    this.things.set(thing.name, thing);
    const model = new RightsModel(this);
    for (const person of this.#people.keys()) {
      for (const name of model.sight(person)) this.everSeen.add(`${person} ${name}`);
    }
  }

  #thing(name: string): Thing {
    const thing = this.things.get(name);
    if (thing === undefined) throw new Error(`there is no ${name}`);
    return thing;
  }

  #topOf(name: string): string {
    const { parent } = this.#thing(name);
    return parent === null ? name : this.#topOf(parent);
  }

  #person(name: string): WorldPerson {
    return personOf(this.#people, name);
  }
}

function personOf(people: ReadonlyMap<string, WorldPerson>, name: string): WorldPerson {
  const person = people.get(name);
  if (person === undefined) throw new Error(`there is no ${name}`);
  return person;
}
