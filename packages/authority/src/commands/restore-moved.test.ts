import { standardLimits } from '../store/authority-limits.ts';
import { brokenInvariants } from '@foray/model';
import { makeWorld } from '../testing/world.ts';

/** Ann's campaign and todo, which a delete can include while the task between them stays and moves. */
async function deletedAround() {
  const before: { lockRoots: (() => Promise<unknown>) | null } = { lockRoots: null };
  const world = makeWorld(
    {
      beforePrimitive: async (name) => {
        const { lockRoots } = before;
        if (name !== 'lockRoots' || lockRoots === null) return;
        before.lockRoots = null;
        await lockRoots();
      },
    },
    { ...standardLimits, taskChildren: 1 },
  );
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const remove = (item: { id: number }, children: readonly string[] = []) =>
    ann.send('DELETE', url(item), { children });
  const restore = (item: { id: number }) => ann.send('POST', url(item, '/restore'));
  const move = (parent_id: number) => ann.send('PATCH', url(task), { parent_id });
  const holds = () => expect(brokenInvariants(world.store.tables())).toEqual([]);
  return { ...world, before, ann, bob, campaign, task, todo, url, remove, restore, move, holds };
}

test('restoring brings back the items of the same delete, except those for which there is no room', async () => {
  const { ann, campaign, task, todo, remove, restore, move, holds } = await deletedAround();
  await remove(campaign, [todo.uuid]);
  const other = await ann.create({ type: 'campaign', title: 'other' });
  await move(other.id);
  await ann.create({ type: 'todo', title: 'in its place', parent_id: task.id });
  expect((await restore(campaign)).status).toBe(200);
  expect(await ann.see(campaign)).toMatchObject({ title: 'campaign' });
  expect(await ann.see(todo)).toBe(null);
  holds();
});

test('a delete during the restore of its item is undone completely if it came first', async () => {
  const { before, ann, campaign, task, todo, remove, restore, holds } = await deletedAround();
  before.lockRoots = () => remove(campaign, [task.uuid, todo.uuid]);
  expect((await restore(campaign)).status).toBe(200);
  for (const item of [campaign, task, todo])
    expect(await ann.see(item)).toMatchObject(versionThree);
  holds();
});

test('a delete during the restore of its item takes precedence over an earlier delete of only that item', async () => {
  const { before, ann, campaign, task, todo, remove, restore, holds } = await deletedAround();
  await remove(campaign, [task.uuid, todo.uuid]);
  before.lockRoots = async () => {
    await restore(todo);
    await remove(todo);
  };
  expect((await restore(campaign)).status).toBe(200);
  expect(await ann.see(task)).toMatchObject(versionThree);
  expect(await ann.see(todo)).toBe(null);
  holds();
});

const versionThree = { version: 3 };
