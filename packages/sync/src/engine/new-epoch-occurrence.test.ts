import { occurrenceUuid } from '@foray/domain';
import { undoEffects } from '../actions/undo-effects.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { copy, daily, repeating } from '../testing/repeating-task.ts';
import { inStep, runsWithout, task } from '../testing/restored-backup.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

// Occurrences that a restored backup has lost.

/** A cycle in which nothing after the batch arrives. */
async function runsUntilSent(one: TestDevice): Promise<void> {
  let isSent = false;
  one.transport.fault = (call) => {
    isSent ||= call === 'batch';
    return isSent && call !== 'batch' ? 'request_lost' : 'none';
  };
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
}

const dueOf = (row: { readonly occurrence: number; readonly due_date: string | null }) => ({
  occurrence: row.occurrence,
  due_date: row.due_date,
});

test('[REPEAT-13] [I1] an undo takes effect if a restored backup has lost the item and the copy', async () => {
  const { world, one, restore } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'new', ...daily });
  await one.setStatus(item.uuid, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.reopen(item.uuid, 1);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  const there = world.server.items.get(item.uuid);
  expect(there).toMatchObject({ occurrence: 1, due_date: daily.due_date });
  expect(world.server.items.get(occurrenceUuid(item.uuid, 1))?.deleted).not.toBe(false);
  await expectInStep(world, one);
});

test('[REPEAT-13] [I1] an undo stays in effect if a restored backup has lost the completion', async () => {
  const { world, one, two } = await repeating();
  const restore = world.server.backup();
  await one.setStatus(task, 'completed');
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  restore();
  await one.reopen(task, 1);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 1, due_date: daily.due_date });
  expect(world.server.items.get(copy)?.deleted).not.toBe(false);
  await expectInStep(world, one);
  // The other device did not know of the completion, and asks before it completes the occurrence again.
  await two.engine.run('sync_now');
  expect(await two.engine.conflicts()).toMatchObject([{ uuid: task, server: { occurrence: 1 } }]);
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 1 });
});

test.each(['complete', 'skip'] as const)(
  '[REPEAT-10] [I1] the action %s on an occurrence is repeated by its number if a restored backup has lost it',
  async (act) => {
    const { world, one, two } = await repeating();
    const restore = world.server.backup();
    if (act === 'complete') await one.setStatus(task, 'completed');
    else await one.skip(task, { n: 1, zone: 'UTC' });
    for (const device of [one, two, one]) await device.engine.run('sync_now');
    const before = dueOf(await one.row(task));
    expect(before.occurrence).toBe(2);
    restore();
    for (const device of [one, two, one, two]) await device.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject(before);
    expect(world.server.items.get(copy)?.status).toBe(act === 'complete' ? 'completed' : undefined);
    await expectInStep(world, one, two);
  },
);

test('[REPEAT-13] [I1] an undo is repeated if a restored backup has lost it, whether pulled or only confirmed', async () => {
  for (const wasPulled of [true, false]) {
    const { world, one, two } = await repeating();
    await one.setStatus(task, 'completed');
    for (const device of [one, two, one]) await device.engine.run('sync_now');
    const restore = world.server.backup();
    await one.reopen(task, 1);
    if (wasPulled) for (const device of [one, two, one]) await device.engine.run('sync_now');
    else await runsUntilSent(one);
    expect(world.server.items.get(task)).toMatchObject({ occurrence: 1 });
    restore();
    for (const device of [one, two, one, two]) await device.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ occurrence: 1, due_date: daily.due_date });
    expect(world.server.items.get(copy)?.deleted).toBe(true);
    await expectInStep(world, one, two);
  }
});

test('[REPEAT-12] [I1] undoing a skip is repeated if a restored backup has lost it', async () => {
  const { world, one } = await repeating();
  const { effects } = await one.skip(task, { n: 1, zone: 'UTC' });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await done(undoEffects(one.device, effects));
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 1, due_date: daily.due_date });
  await expectInStep(world, one);
});

test('[REPEAT-10] [I1] a completion in another user’s item is repeated if a restored backup has lost it', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(7);
  const theirs = { user_id: otherId, assigned_to: userId } as const;
  await world.server.seed({ uuid, type: 'todo', title: 'of another', ...daily, ...theirs });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await one.setStatus(uuid, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.occurrence).toBe(2);
  const made = world.server.items.get(occurrenceUuid(uuid, 1));
  expect(made).toMatchObject({ user_id: otherId, due_date: daily.due_date, status: 'completed' });
  await expectInStep(world, one);
});

test('[REPEAT-17] [I1] a lost title that is set again does not affect the date of a waiting completion', async () => {
  const { world, one } = await repeating();
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(task, { title: 'lost' }), 'sync_now');
  restore();
  await one.setStatus(task, 'completed');
  const { due_date } = await one.row(task);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'lost', occurrence: 2, due_date });
  await expectInStep(world, one);
});

/** The date that a person gives to an occurrence. */
const chosen = '2026-06-01';

/** The dates of the copies on the server, by their occurrence. */
function copyDates({ server }: TestWorld, uuid: string, ...numbers: readonly number[]) {
  return numbers.map((n) => server.items.get(occurrenceUuid(uuid, n))?.due_date);
}

test.each(['complete', 'skip'] as const)(
  '[REPEAT-17] [I18] the date of an occurrence is sent after a waiting %s if a restored backup has lost the item',
  async (act) => {
    const { world, one, restore } = await inStep();
    const { item } = await one.create({ type: 'todo', title: 'new', ...daily });
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    await one.edit(item.uuid, { title: 'renamed' });
    if (act === 'complete') await one.setStatus(item.uuid, 'completed');
    else await one.skip(item.uuid, { n: 1, zone: 'UTC' });
    await one.edit(item.uuid, { due_date: chosen });
    restore();
    for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
    const there = world.server.items.get(item.uuid);
    expect(there).toMatchObject({ title: 'renamed', occurrence: 2, due_date: chosen });
    const made = act === 'complete' ? daily.due_date : undefined;
    expect(copyDates(world, item.uuid, 1)).toEqual([made]);
    await expectInStep(world, one);
  },
);

test('[REPEAT-17] [I9] an edit behind a waiting completion is shown while a restored backup lacks the item', async () => {
  const { one, restore } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'new', ...daily });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  await one.edit(item.uuid, { title: 'before' });
  await one.setStatus(item.uuid, 'completed');
  await one.edit(item.uuid, { title: 'behind', due_date: chosen });
  restore();
  await runsWithout(one, 'batch');
  await runsWithout(one, 'batch');
  expect(await one.row(item.uuid)).toMatchObject({ title: 'behind', due_date: chosen });
});

test('[REPEAT-17] [I18] the date of an occurrence is sent after the completions before it if a restored backup has lost some of them', async () => {
  const { world, one } = await repeating();
  const restore = world.server.backup();
  await one.setStatus(task, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  const second = (await one.row(task)).due_date;
  restore();
  await one.setStatus(task, 'completed');
  await one.edit(task, { due_date: chosen });
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 3, due_date: chosen });
  expect(copyDates(world, task, 1, 2)).toEqual([daily.due_date, second]);
  await expectInStep(world, one);
});

test('[REPEAT-17] [I18] the date of an occurrence is not given to the lost one before it', async () => {
  const { world, one } = await repeating();
  const restore = world.server.backup();
  await one.setStatus(task, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.edit(task, { due_date: chosen });
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2, due_date: chosen });
  expect(copyDates(world, task, 1)).toEqual([daily.due_date]);
  await expectInStep(world, one);
});
