import { expect, test } from 'vitest';
import type { LocalItem } from '../store/local-item.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { inStep, task } from '../testing/restored-backup.ts';

test('[RESTORE-03] [I18] what an open editor did not show is asked about again after a restore', async () => {
  const { world, one } = await inStep();
  const seen = await one.row(task);
  await world.server.change(task, { title: 'theirs' });
  const restore = world.server.backup();
  await world.server.change(task, { due_date: '2026-03-02' });
  await one.engine.run('sync_now');
  await one.edit(task, { title: 'mine' }, seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

/** An editor shows version 2 of an item that a restored backup lost since, and its device made again. */
async function seenBefore(): Promise<{ world: TestWorld; one: TestDevice; seen: LocalItem }> {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const { item } = await one.create({ type: 'task', title: 'made' });
  await one.engine.run('sync_now');
  await world.server.change(item.uuid, { due_date: '2026-03-02' });
  await one.engine.run('sync_now');
  const seen = await one.row(item.uuid);
  expect(seen.base).toMatchObject({ version: 2 });
  await world.server.change(item.uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.row(item.uuid)).toMatchObject({ base: { title: 'theirs', version: 1 } });
  await world.time.pass(60_000);
  return { world, one, seen };
}

test('[RESTORE-03] [I18] a number of the old history shown by an editor hides no change of the new one', async () => {
  const { world, one, seen } = await seenBefore();
  await one.edit(seen.uuid, { title: 'mine' }, seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await world.server.change(seen.uuid, { title: 'of version 2 too' });
  await one.engine.run('sync_now');
  expect(world.server.items.get(seen.uuid)?.title).toBe('of version 2 too');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of version 2 too' } }]);
});

test('[RESTORE-03] [I18] a status of the new history is no roll-up though an editor shows its number', async () => {
  const { world, one, seen } = await seenBefore();
  await world.server.change(seen.uuid, { status: 'in_progress' });
  await one.engine.run('sync_now');
  await one.setStatus(seen.uuid, 'completed', seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { status: 'in_progress' } }]);
  await one.engine.run('sync_now');
  expect(world.server.items.get(seen.uuid)?.status).toBe('in_progress');
});
