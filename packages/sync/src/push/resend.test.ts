import { storedName } from '../store/stored-names.ts';
import { createItem } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { done } from '../testing/done.ts';
import { failUntilBlocked } from '../testing/fail-until-blocked.ts';
import { endsInStep, expectInStep, inStep } from '../testing/in-step.ts';
import { losesAnswer } from '../testing/loses-answer.ts';
import { edited } from '../testing/queued-edits.ts';
import { uuidOf } from '../testing/rows.ts';
import { newWorld } from '../testing/test-world.ts';

/*
 * A request whose response was lost is sent again and answered with the current item: another person may have
 * changed it since, which the user has not seen.
 */

for (const what of ['create', 'edit'] as const) {
  test(`a change after a resent ${what} overwrites nothing unseen`, async () => {
    const { world, one } = newWorld();
    const uuid = uuidOf(1);
    if (what === 'edit') await world.server.seed({ uuid, type: 'task', title: 'as it was' });
    await one.engine.run('start');
    await done(
      what === 'edit'
        ? editItem(one.device, uuid, { title: 'first' })
        : createItem(one.device, { uuid, type: 'task', title: 'first' }),
    );
    await losesAnswer(one);
    await one.edit(uuid, { title: 'second' });
    await one.runsAfter(world.changes(uuid, { title: 'theirs' }, 60_000), 'sync_now');
    expect(world.server.items.get(uuid)?.title).toBe('theirs');
    expect(await one.engine.conflicts()).toMatchObject([
      { base: { title: 'first' }, server: { title: 'theirs' } },
    ]);
    await one.engine.resolve(uuid, 'server');
    await endsInStep(world, one, 'sync_now');
  });
}

test('[I18] an assignment after a resent create that was undone overwrites nothing unseen', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep();
  await one.create({ uuid, type: 'task', title: 'mine' });
  await losesAnswer(one);
  await one.assign(uuid, 1);
  await one.removePerson(uuid, 1);
  await one.runsAfter(world.changes(uuid, { assigned_to: 2 }, 60_000), 'sync_now');
  expect(world.server.items.get(uuid)?.assigned_to).toBe(2);
});

test('a change after a resent edit is sent if others changed another field, or nothing', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'task', title: 'as it was' });
  await one.edit(uuid, { title: 'first' });
  await losesAnswer(one);
  await one.runsAfter(one.edit(uuid, { title: 'second' }), 'sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(uuid)?.title).toBe('second');
  await expectInStep(world, one);
});

test('[I13] a response ends the conflict that was found while its request was blocked', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'task', title: 'as it was' });
  await one.edit(uuid, { title: 'mine' });
  await losesAnswer(one);
  const mend = await failUntilBlocked(world, one);
  expect(await one.queue()).toMatchObject([{ state: { kind: storedName.blocked } }]);
  await one.runsAfter(world.server.remove(uuid), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  mend();
  await one.engine.run('sync_now');
  await expectInStep(world, one);
});

test('[I13] a response with the item ends the conflict about its removal', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'task', title: 'as it was' });
  await one.edit(uuid, { title: 'mine' });
  await losesAnswer(one);
  await one.edit(uuid, { description: 'mine too' });
  const mend = await failUntilBlocked(world, one);
  expect(await one.queue()).toMatchObject([{ state: { kind: storedName.blocked } }, {}]);
  await one.runsAfter(world.server.remove(uuid), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await world.server.restore(uuid);
  mend();
  await one.engine.run('sync_now');
  await expectInStep(world, one);
});

test('[I13] a removal received before the item was restored causes no conflict', async () => {
  const { world, one } = newWorld();
  const uuid = uuidOf(1);
  const { id, rev } = await world.server.seed({ uuid, type: 'task', title: 'as it was' });
  await one.runsAfter(world.server.change(uuid, { title: 'after the restore' }), 'start');
  await one.edit(uuid, { title: 'mine' });
  // The removal came while an earlier request about the item had no answer.
  const removal = { id, uuid, reason: 'deleted', rev } as const;
  await one.store.write((tx) =>
    tx.putMeta(storedName.buffered, uuid, { kind: 'removal', removal }),
  );
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toEqual([]);
  one.transport.fault = () => 'none';
  await one.runsAfter(world.time.pass(60_000), 'sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('mine');
  await expectInStep(world, one);
});

test('[I20] the effect of a resent edit stays part of its item after a delete and a restore', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({
    uuid,
    type: 'task',
    title: 'as it was',
    due_date: '2026-03-01',
  });
  await one.edit(uuid, { due_date: '2026-03-05' });
  await one.delete(uuid);
  await losesAnswer(one);
  one.transport.fault = (call) => (call === 'items' ? 'garbled' : 'none');
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  await one.restore(uuid);
  expect(await one.row(uuid)).toMatchObject({ due_date: '2026-03-05', _deleted: false });
  await one.delete(uuid);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  await expectInStep(world, one);
});

test('[I11] a resent create that fails leaves the queue once the feed contains its item', async () => {
  const { world, one } = await inStep();
  const made = await one.create({ type: 'task', title: 'a', assigned_to: 2 });
  await one.removePerson(made.item.uuid, 2);
  await losesAnswer(one);
  await failUntilBlocked(world, one, ({ url }) => url === '/api/items');
  expect(await one.queue()).toEqual([]);
  expect(await one.row(made.item.uuid)).toMatchObject({ assigned_to: null, _syncStatus: 'synced' });
});

test('[I20] a request keeps the head that the device had when it was first sent', async () => {
  const { world, one } = await edited(0, 1);
  const sentHead = world.server.head();
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('timer');
  expect(await one.queue()).toMatchObject([{ sent: true, sentHead }]);
  await world.server.seed({ uuid: uuidOf(9), type: 'task', title: 'news' });
  await one.runs('sync_now', 'sync_now');
  expect(world.server.head()).toBeGreaterThan(sentHead);
  expect(await one.queue()).toMatchObject([{ sent: true, sentHead }]);
});
