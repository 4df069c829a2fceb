import { restoreItem } from '../actions/restore.ts';
import { endsInStep, expectInStep, inStep } from '../testing/in-step.ts';
import { losesAnswer } from '../testing/loses-answer.ts';
import { runsWithout } from '../testing/restored-backup.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { uuidOf } from '../testing/rows.ts';
import { markSent } from '../testing/mark-sent.ts';

/*
 * Requests about items that were removed, or never arrived, in another tab or device. Found by the simulation
 * (simulation/regressions); written here one at a time.
 */

const top = uuidOf(1);
const below = uuidOf(2);

async function family(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep(
    { uuid: top, type: 'campaign', title: 'top' },
    { uuid: below, type: 'task', title: 'below', parent_uuid: top },
  );
  return { world, one };
}

test('[I7] a family that is deleted, restored and deleted in part ends up as on the server', async () => {
  const { world, one } = await family();
  await one.delete(top, [below]);
  await losesAnswer(one);
  await one.restore(top);
  await one.runsAfter(one.delete(top), 'sync_now', 'sync_now');
  expect(await one.queue()).toEqual([]);
  const living = world.server.living().map(({ uuid }) => uuid);
  expect(living).toEqual([below]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual(living);
});

for (const release of ['this release', 'an earlier release']) {
  test(`[I7] an item that no response named ${release} exists after its unsent delete was undone`, async () => {
    const { world, one } = await inStep({ uuid: top, type: 'campaign', title: 'top' });
    await one.create({ uuid: below, type: 'task', title: 'below', parent_uuid: top });
    await one.delete(top, [below]);
    await losesAnswer(one);
    await one.restore(top);
    let batches = 0;
    one.transport.fault = (call) => {
      if (call === 'batch') batches += 1;
      return call === 'batch' && batches === 2 ? 'answer_lost' : 'none';
    };
    await one.engine.run('sync_now');
    const kept = await one.row(below);
    expect(kept).toMatchObject({ base: null, _deleted: false });
    if (release === 'an earlier release' && kept !== undefined) {
      // That release kept no part of the row that the create made.
      const { former: _, ...row } = kept;
      await one.store.write((tx) => tx.putItems([row]));
    }
    await one.delete(top, [below]);
    await one.runsWith((call) => (call === 'items' ? 'request_lost' : 'none'), 'sync_now');
    await one.restore(top);
    expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([top, below]);
    await endsInStep(world, one, 'sync_now');
  });
}

test('[I7] items that a restore did not return are removed again', async () => {
  const { world, one } = await family();
  await one.delete(top, [below]);
  await losesAnswer(one);
  await one.restore(top);
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  const send = world.server.run.bind(world.server);
  world.server.run = async (entry, caller) => {
    const answer = await send(entry, caller);
    // Another person permanently deletes the child before this device pulls anything.
    if (entry.url.endsWith('/restore')) await world.server.remove(below);
    return answer;
  };
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([top]);
});

test.each([
  ['before the pull', 'items'],
  ['between the pull and the push', 'batch'],
] as const)(
  '[I8] a delete includes the items that it named even if others deleted only the item %s',
  async (_, call) => {
    const { world, one } = await family();
    await one.delete(top, [below]);
    let isFirst = true;
    one.transport.beforeServer = async (name) => {
      if (name !== call || !isFirst) return;
      isFirst = false;
      await world.server.remove(top);
    };
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    expect(world.server.living()).toEqual([]);
    await expectInStep(world, one);
  },
);

test('[I8] a delete of items that a refused restore would bring back takes effect once the restore is sent again', async () => {
  const { world, one } = await family();
  await one.delete(top, [below]);
  await one.engine.run('sync_now');
  await one.restore(top);
  await one.delete(below);
  await runsWithout(one, 'batch');
  world.server.refuses = ({ url }) => url.endsWith('/restore');
  await one.engine.run('sync_now');
  expect(await one.queue()).toMatchObject([
    { state: { why: { kind: 'verdict' } } },
    { state: { why: { kind: 'dependency' } } },
  ]);
  world.server.refuses = () => false;
  await one.edit(top, { title: 'there again' });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ uuid: top, title: 'there again' }]);
  await expectInStep(world, one);
});

test('[I1] an edit of an item that others deleted before its create was answered is asked about', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'mine' });
  await losesAnswer(one);
  await world.server.remove(item.uuid);
  await one.runsAfter(one.edit(item.uuid, { title: 'mine too' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid, kind: 'removed' }]);
  await one.runsAfter(one.engine.resolve(item.uuid, 'local'), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'mine too' }]);
});

test('[I7] an item that others deleted before its create was answered is removed', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'mine' });
  await losesAnswer(one);
  await one.runsAfter(world.server.remove(item.uuid), 'sync_now');
  expect(await one.shown()).toEqual([]);
});

test('[I1] requests after a create are sent with it when its parent is deleted', async () => {
  const { world, one } = await family();
  const { item } = await one.create({ type: 'task', title: 'mine', parent_uuid: top });
  const todo = await one.create({ type: 'todo', title: 'todo' });
  await markSent(one);
  await one.edit(item.uuid, { title: 'mine too' });
  await one.move(todo.item.uuid, item.uuid);
  await one.runsAfter(world.server.remove(top), 'sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(item.uuid)).toMatchObject({ title: 'mine too', parent_uuid: null });
  expect(world.server.items.get(todo.item.uuid)).toMatchObject({ parent_uuid: item.uuid });
});

test('[I8] Keep Server restores the children of a delete that had to be asked about again', async () => {
  const { world, one } = await family();
  await one.delete(top, [below]);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    one.transport.sendBatch = send;
    await world.server.change(top, { title: 'theirs' });
    return send(batch, context);
  };
  await one.engine.run('timer');
  await one.runsAfter(one.engine.resolve(top, 'server'), 'timer');
  expect(await one.row(below)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
});

test('[I10] a change received after a conflict is not lost when the conflict is resolved', async () => {
  const { world, one } = await family();
  await one.delete(top);
  await one.runsAfter(world.server.change(top, { title: 'theirs' }), 'timer');
  await world.server.touch(top);
  await one.runsWith((call) => (call === 'changes' ? 'request_lost' : 'none'), 'sync_now');
  await one.engine.resolve(top, 'server');
  // Without a self-check, which would fetch it again.
  await world.time.pass(10_000);
  expect(await one.engine.run('action')).toEqual({ kind: 'complete' });
  expect((await one.row(top)).base?.rev).toBe(world.server.items.get(top)?.rev);
});

test("[I8] an item that another device deleted comes back once this device's delete that also named it is undone", async () => {
  const { world, one } = await family();
  const other = uuidOf(3);
  await one.runsAfter(world.server.seed({ uuid: other, type: 'todo', title: 'other' }), 'timer');
  await one.edit(other, { title: 'changed here' });
  await one.delete(top, [below]);
  await world.changes(other, { title: 'changed there' }, 60_000);
  await world.server.remove(below);
  // A dialog is open, so that nothing is sent.
  one.isResolving = true;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'conflicts' });
  expect(await restoreItem(one.device, below)).toMatchObject({ error: { code: 'not_found' } });
  await one.restore(top);
  await one.restore(below);
  one.isResolving = false;
  await one.engine.run('sync_now');
  const living = world.server.living().map(({ uuid }) => uuid);
  expect(living.toSorted()).toEqual([top, below, other]);
  expect((await one.shown()).map(({ uuid }) => uuid).toSorted()).toEqual(living.toSorted());
});

test('an item deleted here and hidden on the server cannot be restored here', async () => {
  const { world, one } = await family();
  await one.delete(top);
  await one.runsAfter(world.server.hide(top), 'action');
  expect(await one.read((tx) => tx.metaOf('trash'))).toEqual([]);
});
