import type { Chance } from './chance.ts';
import type { FuzzPerson } from './person.ts';
import type { Wire } from './wire.ts';

/**
 * Makes the sociable people mutual contacts again, except those separated by a block, and has one of them
 * block another.
 */
export async function meetAndPart(
  wire: Wire,
  people: readonly FuzzPerson[],
  chance: Chance,
): Promise<void> {
  const sociable = await importEachOther(wire, people);
  const [one, other] = [chance.pick(sociable), chance.pick(sociable)];
  await one.ask(wire, 'POST', `/api/contacts/${other.userId}/block`);
}

/** Has all sociable people import each other's numbers; returns them. */
async function importEachOther(
  wire: Wire,
  people: readonly FuzzPerson[],
): Promise<readonly FuzzPerson[]> {
  const sociable = people.filter((one) => one.isSociable);
  const contacts = sociable.map(({ phone }) => phone);
  for (const person of sociable) {
    await person.ask(wire, 'POST', '/api/contacts/sync', { contacts });
  }
  return sociable;
}

/**
 * Fills the world before the first request: mutual contacts among sociable people, campaigns of one with
 * tasks and todos of others, a former assignee, deleted and completed items, and everybody's own.
 */
export async function fillWorld(
  wire: Wire,
  people: readonly FuzzPerson[],
  chance: Chance,
): Promise<void> {
  const sociable = await importEachOther(wire, people);
  for (const [at, person] of people.entries()) {
    const create = async (fields: Readonly<Record<string, unknown>>): Promise<string> => {
      const uuid = chance.uuid();
      const item = { uuid, title: person.text(), description: person.text(), ...fields };
      const { status, text, body } = await person.ask(wire, 'POST', '/api/items', item);
      if (status !== 201) throw new Error(`create answered ${status} ${text}`);
      person.known.learn('/api/items', body);
      return uuid;
    };
    const kept = await create({ type: 'campaign' });
    await create({ type: 'task', parent_id: kept, labels: ['home'] });
    await create({ type: 'todo', due_date: '2026-03-02', repeat: 'FREQ=DAILY' });
    const gone = await create({ type: 'todo' });
    await person.ask(wire, 'DELETE', `/api/items/${gone}`);
    const other = sociable[(at + 1) % sociable.length];
    const former = sociable[(at + 2) % sociable.length];
    if (!person.isSociable || other === undefined || former === undefined) continue;
    const campaign = await create({ type: 'campaign' });
    const task = await create({ type: 'task', parent_id: campaign, assigned_to: other.userId });
    // The assignee of the task sees its campaign, but not the campaign's other items.
    await create({ type: 'task', parent_id: campaign });
    await create({ type: 'todo', parent_id: task, status: 'completed' });
    const lost = await create({ type: 'todo', parent_id: task, assigned_to: former.userId });
    await person.ask(wire, 'POST', `/api/items/${lost}/assign`, { user_id: 0 });
    await person.ask(wire, 'PATCH', `/api/items/${lost}`, { description: person.text() });
  }
}
