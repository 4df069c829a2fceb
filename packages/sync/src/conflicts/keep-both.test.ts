import type { LocalItem } from '../store/local-item.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { changedThere, elsewhere, family, todo } from '../testing/shared-family.ts';

test('Keep both keeps only the chosen colliding fields from this device', async () => {
  const { world, one } = await family();
  const mine = { title: 'mine', description: 'mine', due_date: '2026-03-04' };
  await one.edit(todo, mine);
  await changedThere({ world, one }, { title: 'theirs', description: 'theirs' });
  await one.runsAfter(one.engine.resolve(todo, { both: ['title'] }), 'timer');
  const merged = { title: 'mine', description: 'theirs', due_date: '2026-03-04' };
  expect(world.server.items.get(todo)).toMatchObject(merged);
  await expectInStep(world, one);
});

test('[TIME-02] Keep both keeps a date together with its time, on either side', async () => {
  for (const keep of ['both', { both: ['due_date'] }, { both: [] }] as const) {
    const { world, one } = await family();
    const before = { due_date: '2026-03-04', due_time: '17:00' };
    await one.runsAfter(world.server.change(todo, before), 'timer');
    await one.edit(todo, { title: 'mine', due_time: '18:00' });
    await changedThere({ world, one }, { due_date: '2026-03-05' });
    await one.runsAfter(one.engine.resolve(todo, keep), 'timer');
    const isMine = keep === 'both' || keep.both.length > 0;
    const mine = { due_date: '2026-03-04', due_time: '18:00' };
    const theirs = { due_date: '2026-03-05', due_time: '17:00' };
    expect(world.server.items.get(todo)).toMatchObject(isMine ? mine : theirs);
    expect(world.server.items.get(todo)?.title).toBe('mine');
    await expectInStep(world, one);
  }
});

test('[TIME-02] Keep both keeps a date that an earlier release queued without its time together with the time', async () => {
  const { world, one } = await family();
  await world.server.change(todo, { due_date: '2026-03-04', due_time: '17:00' });
  await one.engine.run('timer');
  await one.edit(todo, { due_date: '2026-03-06' });
  await one.store.write(async (tx) => {
    for (const request of await tx.queue()) {
      await tx.putRequest({ ...request, data: { due_date: '2026-03-06' } });
    }
  });
  await changedThere({ world, one }, { due_date: '2026-03-05', due_time: '19:00' });
  await one.runsAfter(one.engine.resolve(todo, 'local'), 'timer');
  const mine = { due_date: '2026-03-06', due_time: '17:00' };
  expect(world.server.items.get(todo)).toMatchObject(mine);
  await expectInStep(world, one);
});

test('Keep both sends nothing if no field of this device is chosen', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await changedThere({ world, one }, { title: 'theirs', description: 'theirs' });
  await one.engine.resolve(todo, { both: [] });
  await expectInStep(world, one);
  expect((await one.row(todo)).title).toBe('theirs');
});

test('Keep both does not send a change that makes no difference', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.move(todo, elsewhere);
  await changedThere({ world, one }, { title: 'theirs', status: 'in_progress' });
  await one.engine.resolve(todo, { both: [] });
  expect(await one.queue()).toMatchObject([{ data: { parent_id: elsewhere } }]);
  await endsInStep(world, one, 'timer');
  expect(await one.row(todo)).toMatchObject({ title: 'theirs', parent_uuid: elsewhere });
});

test('keeping some fields keeps all local changes if the common base is unknown', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.server.hide(todo), 'timer');
  await world.server.touch(todo);
  await one.runsAfter(world.server.change(todo, { title: 'theirs' }), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
  await one.engine.resolve(todo, { both: [] });
  expect(await one.queue()).toMatchObject([{ data: { title: 'mine' } }]);
});

test.each(['both', { both: [] }] as const)(
  '[CONF-07] a field that was set and reset here keeps the others’ value, with %j',
  async (keep) => {
    const { world, one } = await family();
    await one.edit(todo, { description: 'mine' });
    await one.setStatus(todo, 'completed');
    await one.setStatus(todo, 'pending');
    await changedThere({ world, one }, { status: 'in_progress', title: 'theirs' });
    await one.runsAfter(one.engine.resolve(todo, keep), 'timer');
    const kept = { title: 'theirs', description: 'mine', status: 'in_progress' };
    expect(world.server.items.get(todo)).toMatchObject(kept);
    await expectInStep(world, one);
  },
);

test.each(['local', 'both'] as const)(
  '[TIME-01] [LABEL-01] fields that a tab of an earlier release left out of the row are kept with %s',
  async (keep) => {
    const { world, one } = await family();
    await one.edit(todo, { title: 'mine', due_date: '2026-03-01', due_time: '17:00' });
    await one.label(todo, { add: ['home'] });
    await changedThere({ world, one }, { title: 'theirs' });
    const { due_time: _, labels: __, ...row } = await one.row(todo);
    await one.store.write((tx) => tx.putItems([row as LocalItem]));
    await one.runsAfter(one.engine.resolve(todo, keep), 'timer');
    const kept = { title: 'mine', due_time: '17:00', labels: ['home'] };
    expect(world.server.items.get(todo)).toMatchObject(kept);
    await expectInStep(world, one);
  },
);

test('[TIME-01] [LABEL-01] an item that others deleted is restored with the fields that a tab of an earlier release left out', async () => {
  const { world, one } = await family();
  await one.edit(todo, { due_date: '2026-03-01', due_time: '17:00' });
  await one.label(todo, { add: ['home'] });
  await one.runsAfter(world.server.remove(todo), 'timer');
  const { due_time: _, labels: __, ...row } = await one.row(todo);
  await one.store.write((tx) => tx.putItems([row as LocalItem]));
  await one.runsAfter(one.engine.resolve(todo, 'local'), 'timer');
  expect(world.server.living()).toContainEqual(
    expect.objectContaining({ title: 'todo', due_time: '17:00', labels: ['home'] }),
  );
  await expectInStep(world, one);
});
