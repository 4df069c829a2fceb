import { endsInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';

test('[RESTORE-03] [I18] the content of an item that one history removed is not sent over the row of the next history', async () => {
  const task = uuidOf(1);
  const { world, one } = await inStep({ uuid: task, type: 'task', title: 'as it was' });
  await one.edit(task, { title: 'mine' });
  await world.changes(task, { title: 'theirs' }, 60_000);
  const restore = world.server.backup();
  world.server.epoch = 'e2';
  await world.server.change(task, { due_date: '2026-03-01' });
  await one.runsAfter(world.server.remove(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  restore();
  world.server.epoch = 'e3';
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'theirs' });
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[I7] [I8] an item that one batch created and deleted comes back under the number that the server assigned', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep();
  await one.create({ uuid, type: 'task', title: 'back again' });
  const item = await one.row(uuid);
  // The responses named no item, since it was deleted by then. Another tab has pulled its restore since.
  const [create] = await one.queue();
  if (create === undefined) throw new Error('nothing makes the item');
  await one.store.write(async (tx) => {
    await tx.deleteRequest(create.id);
    await tx.putItems([{ ...item, _syncStatus: 'synced' }]);
    await tx.putMeta('deleting', uuid, { requestId: 'delete', deletedAt: item.updated_at });
  });
  await world.server.seed({ uuid, type: 'task', title: 'back again' });
  await endsInStep(world, one, 'sync_now');
});
