import { blockRequest } from '../queue/block.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { inStep, itemLost, task } from '../testing/restored-backup.ts';
import { userId } from '../testing/test-server.ts';

// Creates of items that a restored backup contains or has lost.

/**
 * A backup has lost an item that the first device created without a response, and that the second received.
 */
async function createLost() {
  const scene = await inStep();
  const { world, one, two } = scene;
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(task, { title: 'lost' }), 'sync_now');
  const { item } = await one.create({ type: 'task', title: 'made' });
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('sync_now');
  await two.engine.run('sync_now');
  restore();
  return { ...scene, item };
}

test('[I1] a request behind a create that came second overwrites nothing unseen', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
  await one.engine.run('sync_now');
  restore();
  await one.edit(lost, { title: 'mine' });
  one.transport.once('beforeServer', 'batch', async () => {
    // Another device of this user was faster, and another person has changed the item since.
    await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
    await world.server.change(lost, { title: 'theirs' });
  });
  await one.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: lost }]);
});

test('[I11] a create that came after another device’s leaves nothing pending', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(2);
  const tooLarge = { kind: 'verdict', code: 'too_large', status: 413 } as const;
  const restore = world.server.backup();
  await one.create({ uuid, type: 'todo', title: 'of a file' });
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const [create] = await tx.queue();
    if (create !== undefined) await blockRequest(unit, create, tooLarge);
    await unit.finish();
  });
  // Another device imported the same file.
  await one.runsAfter(world.server.seed({ uuid, type: 'todo', title: 'of a file' }), 'sync_now');
  restore();
  // The first page has the new epoch, and no other arrives.
  let pages = 0;
  one.transport.fault = (call) => (call === 'items' && (pages += 1) > 3 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  expect(pages).toBeGreaterThan(3);
  const held = new Set((await one.queue()).flatMap(({ touches }) => touches));
  for (const row of await one.shown()) {
    expect(row._syncStatus).toBe(held.has(row.uuid) ? 'pending' : 'synced');
  }
});

test('[RESTORE-03] [I1] an item that another device recreated first is asked about by the device that has the newer state', async () => {
  const { world, one, two, lost } = await itemLost();
  one.transport.once('beforeServer', 'batch', () => two.engine.run('sync_now'));
  await one.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('first');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', uuid: lost, server: { title: 'first' } },
  ]);
  expect((await one.row(lost)).title).toBe('second');
});

test('[RESTORE-03] [I8] a create that may have arrived in the former history is not cancelled by a delete', async () => {
  const { world, one, two, item } = await createLost();
  // The first page has the new epoch, and no other arrives.
  let pages = 0;
  one.transport.fault = (call) => (call === 'items' && (pages += 1) > 1 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  expect(await one.queue()).toMatchObject([{ itemUuid: item.uuid, sent: false }]);
  one.transport.fault = () => 'none';
  await two.runsAfter(one.delete(item.uuid), 'sync_now');
  expect(world.server.items.get(item.uuid)?.deleted).toBe(false);
  for (const device of [one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.deleted).toBe(true);
  await expectInStep(world, one, two);
});

test('[RESTORE-03] [I1] an edit behind a create that may be a duplicate outlives the other create', async () => {
  const { world, one, two, item } = await createLost();
  // The new history has been fetched, and nothing is sent.
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  await one.edit(item.uuid, { title: 'edited' });
  // The other device creates the item again as it had received it.
  await two.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('made');
  one.transport.fault = () => 'none';
  for (const device of [one, one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('edited');
  await expectInStep(world, one, two);
});

test('[RESTORE-03] a request behind a create that may be a duplicate is sent once the create is answered', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
  await one.engine.run('sync_now');
  restore();
  await one.edit(lost, { title: 'mine' });
  one.transport.batches.length = 0;
  await one.engine.run('sync_now');
  const sent = one.transport.batches.map(({ requests }) => requests.map(({ method }) => method));
  expect(sent).toEqual([['POST'], ['PATCH']]);
  expect(world.server.items.get(lost)?.title).toBe('mine');
  await expectInStep(world, one);
});

test('[RESTORE-03] [DAY-06] an item with the date and the rule of an earlier release is created again', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  const stored = { due_date: '0026-05-01', repeat: 'FREQ=MONTHLY;BYDAY=53MO' };
  const data = { uuid: lost, type: 'todo', title: 'kept', ...stored };
  const create = { method: 'POST', url: '/api/items', data, isImport: true } as const;
  await one.runsAfter(world.server.authority.request({ userId }, create), 'sync_now');
  restore();
  await one.engine.run('sync_now');
  expect(world.server.items.get(lost)).toMatchObject({ title: 'kept', ...stored });
  expect(await one.queue()).toEqual([]);
});
