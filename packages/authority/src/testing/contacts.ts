import type { MemoryHooks } from './memory-hooks.ts';
import { brokenInvariants, remainsOfEnded } from '@foray/model';
import { makeWorld, type AuthorityWorld } from './world.ts';

type Person = Awaited<ReturnType<typeof numbered>>;

async function numbered(world: AuthorityWorld, name: string) {
  const person = await world.stranger(name);
  const phone = (await world.authority.me({ userId: person.id }))?.phone ?? '';
  return { ...person, name, phone, caller: { userId: person.id } };
}

/** People who have imported each other's numbers, and what they can do to each other. */
export async function contacts(hooks?: MemoryHooks) {
  const world = makeWorld(hooks);
  const { authority } = world;
  const [ann, bob, cid] = [
    await numbered(world, 'Ann'),
    await numbered(world, 'Bob'),
    await numbered(world, 'Cid'),
  ];
  const imports = (who: Person, ...others: readonly Person[]) =>
    authority.importContacts(
      who.caller,
      others.map(({ phone }) => ({ typed: phone, readings: [phone] })),
    );
  const people = [ann, bob, cid];
  for (const one of people) {
    await imports(one, ...people.filter((other) => other !== one));
  }
  const namesOf = async (who: Person) =>
    (await authority.mutuals(who.caller)).map(({ name }) => name);
  const changesOf = async (who: Person, since = 0) => {
    const page = await authority.changes(who.caller, { since, limit: 100 });
    if (!page.ok) throw page.error;
    return page.value;
  };
  const noticesOf = async (who: Person) =>
    (await changesOf(who)).notifications.map(({ kind, actor_id }) => `${kind} by ${actor_id}`);
  const assign = (by: Person, item: { readonly id: number }, to: Person) =>
    by.send('POST', `/api/items/${item.id}/assign`, { user_id: to.id });
  /** Another account gets a number that somebody had, and imports the numbers of others. */
  const takeNumber = async (of: Person, name: string, ...others: readonly Person[]) => {
    const who = { phone: of.phone, name, placeholder: false, verified: false };
    const { id } = await authority.signIn(who);
    await imports({ ...of, id, caller: { userId: id } }, ...others);
    return id;
  };
  const holds = () => {
    const tables = world.store.tables();
    expect([...brokenInvariants(tables), ...remainsOfEnded(tables)]).toEqual([]);
  };
  const asks = { namesOf, changesOf, noticesOf, holds };
  return { ...world, ...asks, ann, bob, cid, imports, takeNumber, assign };
}
