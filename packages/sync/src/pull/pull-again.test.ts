import { beginFullFetch } from '../remote/full-fetch.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

test('[SYNC-04] items that only this device has stay when everything is fetched again', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'theirs' });
  const mine = await make(one, 'mine');
  one.transport.fault = (call) => (call === 'batch' ? { status: 500 } : 'none');
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    await beginFullFetch(unit, 'self_check');
    await unit.finish();
  });
  await one.engine.run('sync_now');
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['mine', 'theirs']);
  expect(await one.engine.conflicts()).toEqual([]);
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'sync_now');
  expect(world.server.items.get(mine.uuid)?.title).toBe('mine');
});

test('[I7] a full fetch in several parts removes items that none of the parts mentions', async () => {
  const { world, one } = await inStep();
  for (let n = 0; n <= 300; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
  }
  await one.engine.run('timer');
  await world.server.forget(uuidOf(300));
  // Without a self-check, which would fetch everything once more.
  await endsInStep(world, one, 'timer');
});

test('[I7] [I12] a cursor that is lost while a new history is fetched leaves no data of the former history', async () => {
  const { world, one, restore } = await inStep();
  const theirs = { user_id: otherId, assigned_to: userId };
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'lost', ...theirs });
  await one.engine.run('timer');
  restore();
  await world.server.seed({ uuid: uuidOf(2), type: 'campaign', title: 'after' });
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) =>
    type === 'todo' ? { kind: 'garbled', status: 200 } : fetchItems(type, ...rest);
  await one.engine.run('timer');
  one.transport.fetchItems = fetchItems;
  await one.store.write((tx) => tx.deleteMeta('cursor', 'todo'));
  await one.edit(uuidOf(2), { title: 'mine' });
  await one.runsAfter(world.time.pass(10_000), 'timer');
  await endsInStep(world, one, 'timer');
});

test('[I17] a cursor that is too old causes a full fetch, and no row gets older', async () => {
  const { world, one } = await inStep();
  for (const n of [1, 2]) {
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `todo ${n}` });
  }
  await one.engine.run('timer');
  const before = await one.row(uuidOf(1));
  // The item's removal was deleted meanwhile.
  await world.server.forget(uuidOf(2));
  one.transport.fault = () => {
    one.transport.fault = () => 'none';
    return { status: 409, code: 'epoch_changed' };
  };
  const revs: (number | undefined)[] = [];
  one.device.changes.publish = ({ rows }) => revs.push(...rows.map(({ base }) => base?.rev));
  await one.engine.run('timer');
  expect(revs.every((rev) => rev === before.base?.rev)).toBe(true);
  await expectInStep(world, one);
});

test('after a restored backup everything is fetched again, and reissued numbers overwrite nothing', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'x' });
  const restore = world.server.backup();
  const lost = await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'lost' });
  await one.engine.run('timer');
  restore();
  const other = await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'other' });
  expect(other).toMatchObject({ id: lost.id, rev: lost.rev });
  world.server.epoch = 'e2';
  await one.engine.run('timer');
  await endsInStep(world, one, 'timer');
  expect((await one.shown()).map(({ title }) => title)).toEqual(['x', 'lost', 'other']);
});

test('[I9] a number that a restored server reissues replaces no row that still waits here', async () => {
  const { world, one, restore } = await inStep();
  const mine = { user_id: otherId, assigned_to: userId };
  const item = await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'theirs', ...mine });
  await one.engine.run('timer');
  await one.edit(item.uuid, { title: 'mine' });
  const made = await make(one, 'made here');
  // The server no longer knows either, and counts from its former position.
  restore();
  await one.runs('timer', 'timer');
  expect((await one.row(made.uuid)).id).toBe(item.id);
  expect((await one.row(item.uuid)).title).toBe('mine');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid }]);
});

test('[I10] a page of changes requested before everything is fetched again is ignored', async () => {
  const { one } = await inStep({ uuid: uuidOf(7), type: 'todo', title: 'moves the head' });
  const contact = { id: 1002, user_id: 1001, name: 'Ann', contact_phone: '+15550001002' };
  await one.store.write((tx) => tx.put('contacts', contact));
  one.transport.once('beforeAnswer', 'changes', async () => {
    // Another tab's self-check found a difference.
    await one.store.write(async (tx) => {
      const unit = await UnitOfWork.open(tx, one.device);
      await beginFullFetch(unit, 'self_check');
      await unit.finish();
    });
  });
  await one.engine.run('timer');
  // Only a fetch from the start shows who is no longer a contact.
  expect(await one.read((tx) => tx.contacts())).toEqual([contact]);
});

test('[I7] a full fetch removes the contacts and notifications that the server no longer mentions', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(8), type: 'todo', title: 'moves the head' });
  const at = world.server.now();
  const contact = { id: 1002, user_id: 1001, name: 'Ann', contact_phone: '+15550001002' };
  const about = { item_id: null, item_uuid: null, item_type: null, count: 1, read_at: null };
  const times = { created_at: at, updated_at: at, rev: 1 };
  await one.store.write(async (tx) => {
    await tx.put('contacts', contact);
    await tx.put('notifications', { id: 1, kind: 'mutual', actor_id: 1002, ...about, ...times });
    const unit = await UnitOfWork.open(tx, one.device);
    await beginFullFetch(unit, 'self_check');
    await unit.finish();
  });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(await one.read((tx) => tx.contacts())).toEqual([]);
  expect(await one.read((tx) => tx.notifications())).toEqual([]);
});
