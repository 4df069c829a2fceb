import { standardLimits, type AuthorityLimits } from '../store/authority-limits.ts';
import { brokenInvariants } from '@foray/model';
import { slotUuid } from '../testing/slot-uuid.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Ann's task, assigned to Bob: 'task' and its text are 19 bytes. */
async function shared(limits: Partial<AuthorityLimits>) {
  const changing = { ...standardLimits, ...limits };
  const world = makeWorld({}, changing);
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const told = { title: 'task', description: 'Übung macht es' };
  const task = await ann.create({ type: 'task', ...told, assigned_to: bob.id });
  const patch = (by: typeof ann, data: object) => by.send('PATCH', `/api/items/${task.id}`, data);
  const usage = (of: typeof ann) => {
    const { items, bytes } = world.store.row('heads', of.id) ?? { items: 0, bytes: 0 };
    return { items, bytes };
  };
  const holds = () => expect(brokenInvariants(world.store.tables())).toEqual([]);
  return { ...world, changing, ann, bob, task, patch, usage, holds };
}

const full = (of: object) => ({ status: 422, code: 'limit', fields: of });
const todo = (title: string) => ({ type: 'todo', title });

const limits = { accountItems: 2 };

test('[QUOTA-05] an account at its limit of items cannot create another, and the attempt leaves only its refusal', async () => {
  const { ann, bob, usage, store, holds } = await shared(limits);
  await ann.create(todo('second'));
  const before = store.tables();
  const uuid = slotUuid(7);
  const make = () => ann.send('POST', '/api/items', { ...todo('third'), uuid }, { opId: 'op-1' });
  const refused = full({ items_per_account: '2' });
  expect(refusalOf(await make())).toMatchObject(refused);
  const after = store.tables();
  expect(after.ops.map(({ code }) => code)).toEqual(['limit']);
  expect({ ...after, ops: [] }).toEqual({ ...before, ops: [] });
  await ann.send('PATCH', `/api/items/${before.items[0]?.id}`, { title: 't' });
  expect(refusalOf(await make())).toMatchObject(refused);
  expect(usage(ann).items).toBe(2);
  expect(await bob.create(todo('his own'))).toMatchObject({ title: 'his own' });
  holds();
});

test('[QUOTA-05] an account at its limit of items creates as many items of a batch as fit, in their order', async () => {
  const { ann, authority, holds } = await shared(limits);
  const entries = ['second', 'third', 'fourth'].map((title, index) => ({
    id: `op-${index}`,
    method: 'POST' as const,
    url: '/api/items',
    data: { ...todo(title), uuid: slotUuid(index + 1) },
  }));
  const { results } = await authority.batch({ userId: ann.id }, entries, Infinity);
  expect(results.map(({ status }) => status)).toEqual([201, 422, 422]);
  holds();
});

test('[QUOTA-06] at the limit of items deleted items still count until they are erased, and can be restored', async () => {
  const { ann, authority, clock, usage, holds } = await shared(limits);
  const second = await ann.create(todo('second'));
  const url = `/api/items/${second.id}`;
  expect((await ann.send('DELETE', url)).status).toBe(204);
  expect(usage(ann)).toEqual({ items: 2, bytes: 25 });
  expect(refusalOf(await ann.send('POST', '/api/items', todo('third')))).toMatchObject({
    code: 'limit',
  });
  expect(itemOf(await ann.send('POST', `${url}/restore`)).title).toBe('second');
  await ann.send('DELETE', url);
  clock.nowMs += 31 * 86_400_000;
  await authority.cleanUp();
  expect(usage(ann)).toEqual({ items: 1, bytes: 19 });
  await ann.create(todo('third'));
  holds();
});

test('[QUOTA-05] an account at its limit of items completes no occurrence that would leave a copy', async () => {
  const { ann, task, patch, holds } = await shared(limits);
  await patch(ann, { due_date: '2026-03-01', repeat: 'FREQ=DAILY' });
  const complete = (n: number) =>
    ann.send('POST', `/api/items/${task.id}/occurrences`, { n, zone: 'UTC' });
  expect((await complete(1)).status).toBe(200);
  expect(refusalOf(await complete(2))).toMatchObject(full({ items_per_account: '2' }));
  expect(await ann.see(task)).toMatchObject({ occurrence: 2 });
  expect((await ann.send('DELETE', `/api/items/${task.id}/occurrences/1`)).status).toBe(200);
  expect((await complete(1)).status).toBe(200);
  holds();
});

test('[QUOTA-06] an account at its limit of items still receives the items of an account that ends, and can erase its own', async () => {
  const { ann, bob, authority, usage, holds } = await shared({ accountItems: 3 });
  const campaign = await ann.create({ type: 'campaign', title: 'c', assigned_to: bob.id });
  const made = { ...todo('bob’s'), parent_id: campaign.id };
  for (let count = 0; count < 3; count += 1) await bob.create(made);
  expect(usage(bob)).toEqual({ items: 3, bytes: 21 });
  await authority.deleteAccount({ userId: bob.id });
  expect([usage(ann), usage(bob)]).toEqual([
    { items: 5, bytes: 41 },
    { items: 0, bytes: 0 },
  ]);
  holds();
  await authority.deleteAccount({ userId: ann.id });
  expect(usage(ann)).toEqual({ items: 0, bytes: 0 });
  holds();
});

test('[QUOTA-05] an account at its limit of text accepts no edit and no label that adds text, from anyone', async () => {
  const { ann, bob, task, patch, usage, holds } = await shared({ accountBytes: 20 });
  expect(usage(ann)).toEqual({ items: 1, bytes: 19 });
  const refused = full({ bytes_per_account: '20' });
  expect(refusalOf(await patch(bob, { title: 'task é' }))).toMatchObject(refused);
  const label = (name: string) =>
    ann.send('POST', `/api/items/${task.id}/labels`, { add: [name], remove: [] });
  expect(refusalOf(await label('é')).code).toBe('limit');
  expect((await label('e')).status).toBe(200);
  expect(refusalOf(await ann.send('POST', '/api/items', todo('s')))).toMatchObject(refused);
  expect(usage(ann)).toEqual({ items: 1, bytes: 20 });
  expect(usage(bob)).toEqual({ items: 0, bytes: 0 });
  holds();
});

test('[QUOTA-06] an account at its limit of text can be read and changed as long as no text is added, also after the limit was lowered', async () => {
  const { ann, bob, task, patch, changing, usage, holds } = await shared({});
  Object.assign(changing, { accountItems: 0, accountBytes: 3 });
  expect(await bob.see(task)).toMatchObject({ title: 'task' });
  expect((await patch(ann, { title: 'TASK', status: 'completed' })).status).toBe(200);
  expect((await patch(bob, { title: 't' })).status).toBe(200);
  expect(usage(ann)).toEqual({ items: 1, bytes: 16 });
  expect(refusalOf(await patch(bob, { title: 'tt' })).code).toBe('limit');
  expect((await ann.send('DELETE', `/api/items/${task.id}`)).status).toBe(204);
  expect((await ann.send('POST', `/api/items/${task.id}/restore`)).status).toBe(200);
  holds();
});
