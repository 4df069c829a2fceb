import { expect, test } from 'vitest';
import { editItem } from './actions.ts';
import { done } from './testing/done.ts';
import { uuidOf } from './testing/rows.ts';
import { TestWorld } from './testing/test-device.ts';

test('[RESTORE-03] [I18] what one history removed is not offered over what the next one tells of it', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  const task = uuidOf(1);
  world.server.seed({ uuid: task, type: 'task', title: 'as it was' });
  await one.engine.run('start');
  await done(editItem(one.device, task, { title: 'mine' }));
  await world.time.pass(60_000);
  world.server.change(task, { title: 'theirs' });
  const restore = world.server.backup();
  world.server.epoch = 'e2';
  world.server.change(task, { due_date: '2026-03-01' });
  world.server.remove(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  restore();
  world.server.epoch = 'e3';
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'theirs' });
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});
