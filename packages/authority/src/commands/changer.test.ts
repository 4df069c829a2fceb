import { itemOf, worldOf } from '../testing/world.ts';

/** Ann's campaign with a task for Bob, which has a todo. */
async function family() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({
    type: 'task',
    title: 'task',
    parent_id: campaign.id,
    assigned_to: bob.id,
  });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const removals = async (userId: number) => {
    const page = await world.authority.delta({ userId }, { type: 'todo', since: 0, limit: 9 });
    if (!page.ok) throw new Error('another history');
    return page.value.removed;
  };
  return { ...world, ann, bob, campaign, task, todo, removals, url: `/api/items/${todo.id}` };
}

test('[CONF-09] the author of the current version is the person who created, changed, moved, assigned or restored the item, for every viewer', async () => {
  const { ann, bob, campaign, task, todo, url } = await family();
  expect(todo.updated_by).toBe(ann.id);
  const steps = [
    [bob, 'PATCH', '', { title: 'other' }],
    [ann, 'PATCH', '', { parent_id: campaign.id }],
    [ann, 'PATCH', '', { parent_id: task.id }],
    [bob, 'POST', '/assign', { user_id: bob.id }],
    [ann, 'POST', '/remove', { user_id: bob.id }],
  ] as const;
  for (const [who, method, path, data] of steps) {
    expect(itemOf(await who.send(method, url + path, data)).updated_by).toBe(who.id);
    for (const reader of [ann, bob]) {
      const seen = await reader.see(todo);
      if (seen !== null) expect(seen.updated_by).toBe(who.id);
    }
  }
  await ann.send('DELETE', url);
  expect(itemOf(await ann.send('POST', `${url}/restore`)).updated_by).toBe(ann.id);
});

test('[CONF-09] the author of the current version cannot be set by a request, and stays if a request changes nothing', async () => {
  const { ann, bob, todo, url } = await family();
  const changed = await bob.send('PATCH', url, { title: 'other', updated_by: ann.id });
  expect(itemOf(changed).updated_by).toBe(bob.id);
  for (const data of [{ title: 'other' }, { updated_by: ann.id }])
    await ann.send('PATCH', url, data);
  await ann.send('POST', `${url}/labels`, { add: ['home'] });
  expect((await ann.see(todo))?.updated_by).toBe(bob.id);
});

test('[CONF-09] the author of the current version stays when a status rolls up', async () => {
  const { ann, bob, task, url } = await family();
  await bob.send('PATCH', url, { status: 'completed' });
  expect(await ann.see(task)).toMatchObject({ status: 'completed', updated_by: ann.id });
});

test('[CONF-09] the author of the current version is unknown if a server of the last release wrote it', async () => {
  const { ann, bob, todo, url, store } = await family();
  await bob.send('PATCH', url, { title: 'other' });
  await store.tx(async (tx) => {
    const [row] = await tx.items({ ids: [todo.id] });
    if (row !== undefined) await tx.updateItems([{ ...row, title: 'old', version: 3 }]);
  });
  expect(await ann.see(todo)).toMatchObject({ version: 3, updated_by: null });
});

test('[CONF-09] the author of a delete and its time are sent to everyone who had the item, until the item is erased', async () => {
  const { ann, bob, todo, task, url, authority, clock, removals } = await family();
  clock.nowMs += 60_000;
  const deleted_at = new Date(clock.nowMs).toISOString();
  await ann.send('DELETE', url);
  expect(await removals(bob.id)).toMatchObject([
    { uuid: todo.uuid, reason: 'deleted', deleted_at, deleted_by: ann.id },
  ]);
  clock.nowMs += 40 * 86_400_000;
  await authority.cleanUp();
  expect(await removals(bob.id)).toMatchObject([{ reason: 'deleted', deleted_by: null }]);
  expect((await ann.see(task))?.updated_by).toBe(ann.id);
});

test('[CONF-09] the author of a delete is unknown if another version followed', async () => {
  const { ann, bob, task, todo, url, clock, removals } = await family();
  await ann.send('POST', `${url}/assign`, { user_id: bob.id });
  await ann.send('DELETE', url);
  clock.nowMs += 60_000;
  await ann.send('POST', `/api/items/${task.id}/remove`, { user_id: bob.id });
  expect(await removals(ann.id)).toMatchObject([{ uuid: todo.uuid, deleted_by: null }]);
});

test('[CONF-09] the author of the current version is not sent to a user who only lost access to the item', async () => {
  const { ann, bob, task, removals } = await family();
  await ann.send('POST', `/api/items/${task.id}/assign`, { user_id: null });
  const [hidden] = await removals(bob.id);
  expect(hidden?.reason).toBe('hidden');
  expect(Object.keys(hidden ?? {})).not.toContain('deleted_by');
});
