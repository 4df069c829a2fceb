import { expectInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { losesAnswer } from '../testing/loses-answer.ts';

const task = uuidOf(1);

/**
 * An edit behind the create conflicts with the others' change. Returns backups from before the create, and
 * from before and after that change.
 */
async function asked() {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: task, type: 'task', title: 'as it was' });
  const beforeCreate = world.server.backup();
  const { item } = await one.create({ type: 'task', title: 'mine' });
  await losesAnswer(one);
  await one.edit(item.uuid, { due_date: '2026-04-01' });
  const beforeChange = world.server.backup();
  await world.time.pass(60_000);
  await world.server.change(item.uuid, { title: 'theirs', due_date: '2026-05-01' });
  const afterChange = world.server.backup();
  // A change that every backup lacks: the device has received more than they contain.
  await one.runsAfter(world.server.change(task, { title: 'lost' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  return { world, one, uuid: item.uuid, beforeCreate, beforeChange, afterChange };
}

test('[RESTORE-03] [I18] a create answered after others changed its item is still asked about in a history that contains the change', async () => {
  const { world, one, uuid, afterChange } = await asked();
  afterChange();
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)).toMatchObject({ title: 'theirs' });
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  expect(await one.row(uuid)).toMatchObject({ title: 'mine', due_date: '2026-04-01' });
});

test.each([
  ['the change', 'beforeChange'],
  ['the item', 'beforeCreate'],
] as const)(
  '[RESTORE-03] [I1] a create answered after others changed its item exists with its edits in a history that has lost %s',
  async (_, backup) => {
    const { world, one, uuid, [backup]: restore } = await asked();
    restore();
    await one.engine.run('sync_now');
    expect(world.server.items.get(uuid)).toMatchObject({ title: 'mine', due_date: '2026-04-01' });
    expect(await one.engine.conflicts()).toEqual([]);
    expect(await one.row(uuid)).toMatchObject({ title: 'mine', due_date: '2026-04-01' });
    await expectInStep(world, one);
  },
);
