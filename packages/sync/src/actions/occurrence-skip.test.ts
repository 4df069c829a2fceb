import { createItem, setStatus } from './actions.ts';
import { skipOccurrence } from './occurrence.ts';
import { undoEffects } from './undo-effects.ts';
import { newGuest } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { copy, daily, repeating, zone } from '../testing/repeating-task.ts';
import { inStep, task } from '../testing/restored-backup.ts';
import { TestWorld } from '../testing/test-world.ts';

test('[REPEAT-12] skipping moves the item to its next date and leaves no copy', async () => {
  const { world, one } = await repeating();
  await one.skip(task, { n: 1, zone });
  expect(await one.row(task)).toMatchObject({ due_date: '2026-01-06', occurrence: 2 });
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ due_date: '2026-01-06', occurrence: 2 });
  expect(world.server.items.get(copy)).toBeUndefined();
  await expectInStep(world, one);
});

test.each(['guest', 'waiting', 'sent'])(
  '[REPEAT-12] [REPEAT-24] undoing a skip by a %s restores the reset children, and the undo can be repeated',
  async (state) => {
    const { world, one } = await inStep();
    const device = state === 'guest' ? newGuest(new TestWorld()) : one.device;
    const sync = async () => {
      if (state === 'sent') for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    };
    const held = async (uuid: string) => device.store.read((tx) => tx.itemByUuid(uuid));
    const input = { type: 'task', title: 'new', ...daily } as const;
    const { item } = await done(createItem(device, input));
    const inIt = { type: 'todo', title: 'in it', parent_uuid: item.uuid } as const;
    const { item: child } = await done(createItem(device, inIt));
    await done(setStatus(device, child.uuid, 'completed'));
    const skipped = { due_date: '2026-01-06', occurrence: 2, status: 'pending' };
    const shown = { due_date: daily.due_date, occurrence: 1, status: 'in_progress' };
    await sync();
    let { effects } = await done(skipOccurrence(device, item.uuid, { n: 1, zone }));
    for (const expected of [shown, skipped, shown]) {
      await sync();
      const back = await done(undoEffects(device, effects));
      expect(back).toMatchObject({ exemptions: [] });
      effects = back.effects;
      expect(await held(item.uuid)).toMatchObject({ value: expected });
      await sync();
      const status = expected === shown ? 'completed' : 'pending';
      expect(await held(child.uuid)).toMatchObject({ value: { status } });
    }
    if (state === 'guest') return;
    for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
    expect(world.server.items.get(item.uuid)).toMatchObject(shown);
    expect(world.server.items.get(child.uuid)?.status).toBe('completed');
    await expectInStep(world, one);
  },
);

test('[REPEAT-24] a skip is not undone if the item was moved or the occurrence completed since, and this is reported', async () => {
  const { world, one, two } = await repeating();
  const stays = { ok: true, value: { exemptions: [{ fields: ['due_date'] }], effects: [] } };
  const { effects } = await one.skip(task, { n: 1, zone });
  await one.edit(task, { due_date: '2026-03-01' });
  expect(await undoEffects(one.device, effects)).toMatchObject(stays);
  expect(await one.row(task)).toMatchObject({ due_date: '2026-03-01', occurrence: 2 });
  const later = await one.skip(task, { n: 2, zone });
  for (const device of [one, two]) await device.engine.run('sync_now');
  await two.complete(task, { n: 2, zone });
  for (const device of [two, one]) await device.engine.run('sync_now');
  expect(await undoEffects(one.device, later.effects)).toMatchObject(stays);
  // An occurrence that is no longer current cannot be skipped.
  expect((await one.skip(task, { n: 1, zone })).effects).toEqual([]);
  await expectInStep(world, one, two);
});

test('[REPEAT-12] [REPEAT-24] an occurrence whose skip was undone can be completed by another person meanwhile', async () => {
  const { world, one, two } = await repeating();
  const { effects } = await one.skip(task, { n: 1, zone });
  for (const device of [one, two]) await device.engine.run('sync_now');
  await two.complete(task, { n: 1, zone });
  await done(undoEffects(one.device, effects));
  // A tab of an earlier release would mistake it for a completion.
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', shape: 2 }]);
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  // The skipped day is completed exactly once.
  expect(world.server.items.get(copy)).toMatchObject({ due_date: daily.due_date });
  expect(world.server.items.get(task)).toMatchObject({ due_date: '2026-01-06', occurrence: 2 });
  await expectInStep(world, one, two);
});
