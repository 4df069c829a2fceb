import { expect, test } from 'vitest';
import { expectInStep } from '../testing/in-step.ts';
import { daily } from '../testing/repeating-task.ts';
import { inStep, task } from '../testing/restored-backup.ts';

// A family of which a restored backup has lost the item that its delete names.

test('[I8] a deleted family is not made again where a restored backup has lost all of it', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const make = async (type: 'campaign' | 'task' | 'todo', parent_uuid: string | null = null) => {
    const input = { type, title: type, parent_uuid, ...(type === 'todo' && daily) };
    return (await one.create(input)).item.uuid;
  };
  const campaign = await make('campaign');
  const child = await make('task', campaign);
  const todos = [await make('todo', child), await make('todo', campaign)];
  for (const uuid of todos) await one.setStatus(uuid, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.delete(campaign, [child, ...todos]);
  one.transport.batches.length = 0;
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(one.transport.batches).toEqual([]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([task]);
  await expectInStep(world, one);
});

test('[I8] a child is deleted that a restored backup has outside of its lost parent', async () => {
  const { world, one } = await inStep();
  const { item: child } = await one.create({ type: 'todo', title: 'child' });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  const { item } = await one.create({ type: 'task', title: 'parent' });
  await one.move(child.uuid, item.uuid);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.delete(item.uuid, [child.uuid]);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
  await expectInStep(world, one);
});
