import { maxLabelsGiven } from '@foray/domain';
import type { DurableAction } from './action-unit.ts';
import { createItems } from './actions.ts';
import type { Effect } from './effect.ts';
import { undoEffects } from './undo-effects.ts';
import { PushResults, pushQueue, resendInFlight } from '../push/push.ts';
import { cycleOf } from '../testing/cycle-of.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { losesAnswer } from '../testing/loses-answer.ts';
import { inStep, runsWithout, task } from '../testing/restored-backup.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

async function takenBack(one: TestDevice, effects: readonly Effect[]) {
  const result = await undoEffects(one.device, effects);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The server accepts no changes for a while; the others' changes arrive. */
async function takesNothing(one: TestDevice): Promise<void> {
  one.transport.fault = (call) => (call === 'batch' ? { status: 503 } : 'none');
  await one.create({ type: 'todo', title: 'of something else' });
  await one.engine.run('timer');
}

/** Sets a title over another person's title, which has arrived below it. */
async function titledAbove(world: TestWorld, one: TestDevice): Promise<DurableAction> {
  await world.server.change(task, { title: 'theirs' });
  await world.time.pass(1);
  const edited = await one.edit(task, { title: 'mine' });
  await one.engine.run('event');
  expect(await one.row(task)).toMatchObject({ title: 'mine', base: { title: 'theirs' } });
  return edited;
}

/** Undoes a title that was set over another person's title, which has arrived below it. */
async function takenBackFromAbove(world: TestWorld, one: TestDevice): Promise<void> {
  const { effects } = await titledAbove(world, one);
  const { exemptions: kept } = await takenBack(one, effects);
  expect(kept).toMatchObject([{ fields: ['title'] }]);
}

/** Requests are sent one by one; the response to the first one on that path is lost. */
async function losesTheAnswerOf(world: TestWorld, one: TestDevice, path: string): Promise<void> {
  one.transport.fault = () =>
    one.transport.batches.at(-1)?.requests.some(({ url }) => url.endsWith(path))
      ? 'answer_lost'
      : 'none';
  await pushQueue(
    await cycleOf(world, one, { batch: { requests: 1, bytes: 1e6 } }),
    new PushResults(),
  );
  one.transport.fault = () => 'none';
}

describe('a change by others while this device was offline', () => {
  test('[UNDO-04] does not conflict with a change that was undone before it was sent', async () => {
    const { world, one } = await inStep();
    const edit = { title: 'mine', due_date: '2026-03-04', due_time: '09:30' };
    const { effects } = await one.edit(task, edit);
    await world.server.change(task, { title: 'theirs' });
    await world.time.pass(60_000);
    await takenBack(one, effects);
    expect(await one.queue()).toEqual([]);
    await one.engine.run('sync_now');
    expect(await one.row(task)).toMatchObject({ title: 'theirs', due_date: '2026-03-01' });
    await expectInStep(world, one);
  });

  test('[UNDO-04] leaves the other fields of the same request to be sent', async () => {
    const { world, one } = await inStep();
    await one.edit(task, { description: 'text' });
    const { effects } = await one.edit(task, { title: 'mine' });
    await takenBack(one, effects);
    expect(await one.queue()).toMatchObject([{ data: { description: 'text' } }]);
    expect((await one.queue())[0]?.data).not.toHaveProperty('title');
    await endsInStep(world, one, 'sync_now');
  });

  test('[UNDO-04] is asked about, however early it was made, if the undone change had been sent', async () => {
    const { world, one } = await inStep();
    const { effects } = await one.edit(task, { title: 'mine' });
    await one.engine.run('sync_now');
    await world.server.change(task, { title: 'theirs' });
    await world.time.pass(60_000);
    await takenBack(one, effects);
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ title: 'theirs' });
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  });

  test('[UNDO-04] is shown again below a later unsent change', async () => {
    const { world, one } = await inStep();
    await takesNothing(one);
    await takenBackFromAbove(world, one);
    expect(await one.queue()).toHaveLength(1);
    expect(await one.row(task)).toMatchObject({ title: 'theirs', _syncStatus: 'synced' });
  });

  test('[UNDO-04] is shown again below a later change that waits behind others', async () => {
    const { world, one } = await inStep();
    await takesNothing(one);
    await one.edit(task, { description: 'text' });
    await one.assign(task, 1);
    await takenBackFromAbove(world, one);
    expect(await one.row(task)).toMatchObject({ title: 'theirs', assigned_to: 1 });
  });

  test('[UNDO-04] is shown again below a change that waits behind a request which may have arrived', async () => {
    const { world, one } = await inStep();
    await takesNothing(one);
    await one.assign(task, 1);
    const { effects } = await titledAbove(world, one);
    await losesTheAnswerOf(world, one, '/assign');
    expect(await one.queue()).toMatchObject([{ sent: true }, { sent: false }]);
    const { exemptions: kept } = await takenBack(one, effects);
    expect(kept).toMatchObject([{ fields: ['title'] }]);
    expect(await one.row(task)).toMatchObject({ title: 'theirs', assigned_to: 1 });
    await one.engine.run('sync_now');
    await expectInStep(world, one);
  });

  test('[UNDO-04] is shown again below a later refused change', async () => {
    const { world, one } = await inStep();
    await world.server.change(task, { title: 'theirs' });
    await world.time.pass(1);
    const { effects } = await one.edit(task, { title: 'mine' });
    world.server.refuses = () => true;
    await one.engine.run('sync_now');
    expect(await one.queue()).toMatchObject([{ sent: true, state: { why: { kind: 'verdict' } } }]);
    expect(await one.row(task)).toMatchObject({ title: 'mine', base: { title: 'theirs' } });
    const { exemptions: kept } = await takenBack(one, effects);
    expect(kept).toMatchObject([{ fields: ['title'] }]);
    expect(await one.queue()).toEqual([]);
    expect(await one.row(task)).toMatchObject({ title: 'theirs', _syncStatus: 'synced' });
  });

  test('[UNDO-03] does not count as the result of the user’s later action', async () => {
    const { world, one } = await inStep();
    const first = await one.edit(task, { title: 'first' });
    const second = await one.edit(task, { title: 'second' });
    await one.engine.run('sync_now');
    expect(await takenBack(one, second.effects)).toMatchObject({ exemptions: [] });
    expect(await takenBack(one, first.effects)).toMatchObject({ exemptions: [] });
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ title: 'as it was' });
    await expectInStep(world, one);
  });

  test("[UNDO-03] is not mistaken for the value of the user's change that was in flight", async () => {
    const { world, one } = await inStep();
    await one.edit(task, { title: 'first' });
    await losesAnswer(one);
    const { effects } = await one.edit(task, { title: 'second' });
    await resendInFlight(await cycleOf(world, one), new PushResults());
    expect(await one.queue()).toMatchObject([{ sent: false }]);
    expect(await one.row(task)).toMatchObject({ title: 'second', base: { title: 'first' } });
    expect(await takenBack(one, effects)).toMatchObject({ exemptions: [] });
    expect(await one.row(task)).toMatchObject({ title: 'first' });
  });

  test('[UNDO-03] does not block the user’s change in flight', async () => {
    const { world, one } = await inStep();
    const first = await one.edit(task, { title: 'first' });
    await runsWithout(one, 'batch');
    const second = await one.edit(task, { title: 'second' });
    expect(await takenBack(one, second.effects)).toMatchObject({ exemptions: [] });
    expect(await takenBack(one, first.effects)).toMatchObject({ exemptions: [] });
    expect(await one.row(task)).toMatchObject({ title: 'as it was' });
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ title: 'as it was' });
    await expectInStep(world, one);
  });
});

describe('labels', () => {
  test('[UNDO-03] are removed and added again for other people too', async () => {
    const { world, one, two } = await inStep();
    await world.server.label(task, { add: ['old'] });
    await one.engine.run('sync_now');
    const labels = { add: ['new'], remove: ['old'] };
    const { effects } = await one.label(task, labels);
    await one.engine.run('sync_now');
    const back = await takenBack(one, effects);
    expect(await one.row(task)).toMatchObject({ labels: ['old'] });
    await one.engine.run('sync_now');
    await two.engine.run('sync_now');
    await expectInStep(world, one, two);
    await takenBack(one, back.effects);
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ labels: ['new'] });
  });

  test('[UNDO-04] that others have added or removed since are not reverted', async () => {
    const { world, one } = await inStep();
    await world.server.label(task, { add: ['old'] });
    await one.engine.run('sync_now');
    const labels = { add: ['mine', 'old too'], remove: ['old'] };
    const { effects } = await one.label(task, labels);
    await one.engine.run('sync_now');
    await world.server.label(task, { add: ['theirs'], remove: ['mine'] });
    await one.engine.run('sync_now');
    expect(await takenBack(one, effects)).toMatchObject({ exemptions: [] });
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ labels: ['old', 'theirs'] });
    await expectInStep(world, one);
  });

  test('[UNDO-04] that others added too stay if the user’s own were never sent', async () => {
    const { world, one } = await inStep();
    const { effects } = await one.label(task, { add: ['home'] });
    await world.server.label(task, { add: ['Home'] });
    expect(await takenBack(one, effects)).toMatchObject({ exemptions: [] });
    expect(await one.queue()).toEqual([]);
    await one.engine.run('sync_now');
    expect(await one.row(task)).toMatchObject({ labels: ['Home'] });
    await expectInStep(world, one);
  });

  test('[UNDO-04] that others added too, known before the user’s own were sent, stay and are named', async () => {
    const { world, one } = await inStep();
    await takesNothing(one);
    const { effects } = await one.label(task, { add: ['home', 'mine'] });
    await world.server.label(task, { add: ['home'] });
    await one.engine.run('event');
    expect(await takenBack(one, effects)).toMatchObject({ exemptions: [{ fields: ['labels'] }] });
    expect(await one.queue()).toHaveLength(1);
    expect(await one.row(task)).toMatchObject({ labels: ['home'] });
  });

  test('[UNDO-03] come back even if there are more than a user may add', async () => {
    const { one } = await inStep();
    const many = Array.from({ length: maxLabelsGiven }, (_, number) => `label ${number}`);
    await one.label(task, { add: many });
    const { effects } = await one.label(task, { remove: many.slice(0, 2) });
    await one.label(task, { add: ['one', 'two'] });
    await takenBack(one, effects);
    expect((await one.row(task)).labels).toHaveLength(maxLabelsGiven + 2);
  });

  test('[UNDO-04] that an item has got since keep it from being deleted', async () => {
    const { world, one } = await inStep();
    const { item, effects } = await one.create({ type: 'todo', title: 'mine' });
    await one.engine.run('sync_now');
    await world.server.label(item.uuid, { add: ['theirs'] });
    await one.engine.run('sync_now');
    expect(await takenBack(one, effects)).toMatchObject({ exemptions: [{ fields: ['labels'] }] });
    expect(await one.row(item.uuid)).toMatchObject({ _deleted: false });
  });
});

test('[UNDO-03] items created together are removed and restored together, except those changed since', async () => {
  const { world, one } = await inStep();
  const titles = ['one', 'two', 'three'];
  const [first, ...others] = titles.map((title) => ({ type: 'todo', title }) as const);
  if (first === undefined) throw new Error('no title');
  const { item, effects } = await done(createItems(one.device, [first, ...others]));
  expect(item.title).toBe('three');
  await one.engine.run('sync_now');
  await world.time.pass(5000);
  await world.server.change(item.uuid, { description: 'theirs' });
  await one.engine.run('sync_now');
  const back = await takenBack(one, effects);
  expect(back.exemptions).toMatchObject([{ item: { title: 'three' }, fields: ['description'] }]);
  expect(await one.shown()).toHaveLength(2);
  await one.engine.run('sync_now');
  await takenBack(one, back.effects);
  expect(await one.shown()).toHaveLength(4);
  await endsInStep(world, one, 'sync_now');
});
