import { reviseItem } from './revise-item.ts';
import { undoEffects } from './undo-effects.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep } from '../testing/in-step.ts';

const made = { type: 'task', title: 'Call mum tomorrow #family' } as const;
const wanted = {
  type: 'task',
  title: 'Call mum',
  due_date: '2026-03-04',
  due_time: '18:00',
  repeat: 'FREQ=WEEKLY',
  repeat_from: 'due',
  priority: 'high',
  labels: ['family'],
  assigned_to: 2,
} as const;

test.each([false, true])(
  '[TYPE-17] a revised item equals one created with the new values, and one undo removes it (sent before: %s)',
  async (isSent) => {
    const { world, one } = await inStep();
    const { item: place } = await one.create({ type: 'campaign', title: 'Home' });
    const { item: seen } = await one.create(made);
    if (isSent) await one.engine.run('action');
    const revised = await done(
      reviseItem(one.device, seen, { ...wanted, parent_uuid: place.uuid }),
    );
    expect(revised.item).toMatchObject({ ...wanted, parent_uuid: place.uuid });
    await endsInStep(world, one, 'action');
    expect(world.server.items.get(seen.uuid)).toMatchObject(wanted);
    await done(undoEffects(one.device, revised.effects));
    const { title, due_date, due_time, repeat, priority, labels, assigned_to, parent_uuid } = seen;
    const former = {
      title,
      due_date,
      due_time,
      repeat,
      priority,
      labels,
      assigned_to,
      parent_uuid,
    };
    expect(await one.row(seen.uuid)).toMatchObject(former);
    await endsInStep(world, one, 'action');
  },
);

test('[TYPE-17] an item with a value that has changed since is not revised', async () => {
  const { one } = await inStep();
  const { item: seen } = await one.create(made);
  await one.edit(seen.uuid, { due_date: '2026-04-01' });
  const before = await one.queue();
  expect(await reviseItem(one.device, seen, wanted)).toMatchObject({ ok: false });
  expect(await one.queue()).toEqual(before);
  // Other values of the item may have changed.
  const { title, labels } = wanted;
  const part = { type: 'task', title, labels } as const;
  expect((await done(reviseItem(one.device, seen, part))).item).toMatchObject({
    title,
    labels,
    due_date: '2026-04-01',
  });
});

test('[TYPE-17] an item that was deleted since is not revised', async () => {
  const { one } = await inStep();
  const { item: seen } = await one.create(made);
  await one.delete(seen.uuid);
  expect(await reviseItem(one.device, seen, wanted)).toEqual({
    ok: false,
    error: { code: 'not_found' },
  });
});
