import type { AuthorityLimits } from '../store/authority-limits.ts';
import type { Answer } from '../store/request.ts';
import { makeWorld } from './world.ts';

/** The fields of an item that repeats every day from the first day of the world on. */
export const daily = { due_date: '2026-03-01', due_time: '17:00', repeat: 'FREQ=DAILY' };

/** Ann's campaign with a daily task for Bob, which has two todos, and actions on its occurrences. */
export async function repeatingTask(limits?: AuthorityLimits) {
  const world = makeWorld({}, limits);
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({
    type: 'task',
    title: 'task',
    parent_id: campaign.id,
    assigned_to: bob.id,
    ...daily,
  });
  const child = (title: string) => ann.create({ type: 'todo', title, parent_id: task.id });
  const [first, second] = [await child('first'), await child('second')];
  const url = `/api/items/${task.uuid}`;
  const complete = (by: typeof ann, n: number, more: object = {}, headers: object = {}) =>
    by.send('POST', `${url}/occurrences`, { n, ...more }, headers);
  const undo = (by: typeof ann, n: number) => by.send('DELETE', `${url}/occurrences/${n}`);
  const copies = () =>
    world.store
      .tables()
      .items.filter((row) => row.occurrence_of === task.uuid && row.deleted_at === null);
  return { ...world, ann, bob, campaign, task, first, second, url, complete, undo, copies };
}

/** The copy in a response. */
export function copyIn({ body }: Answer) {
  return body !== null && 'copy' in body ? body.copy : undefined;
}
