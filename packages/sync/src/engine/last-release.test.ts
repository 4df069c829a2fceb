import { formatEtag } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import { createData } from '../store/operation.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';

/*
 * The last release's rows of ended histories: rows with the number 0, creates that may be duplicates,
 * conflicts that do not name their history (decision 0070).
 */

const task = uuidOf(1);

/** A device that has a task as the last release would have stored it. */
async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = newWorld();
  await one.runsAfter(world.server.seed({ uuid: task, type: 'task', title: 'as it was' }), 'start');
  await leave(one);
  return { world, one };
}

/** The device as the last release would have left it, without positions. */
async function leave(one: TestDevice): Promise<void> {
  const epoch = await one.read((tx) => tx.meta('epoch', 'server'));
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', { epoch: epoch?.epoch ?? '' });
    for (const { id } of await tx.metaOf('position')) await tx.deleteMeta('position', id);
  });
}

/** The row as an ended history left it. */
async function leaveOver(of: TestDevice, uuid: string): Promise<LocalItem> {
  const row = await of.row(uuid);
  if (row.base === null) throw new Error('not fetched');
  const left = { ...row, base: { ...row.base, rev: 0, version: 0 } };
  await of.store.write((tx) => tx.putItems([left]));
  return left;
}

test('[I7] [I1] a row of a history that has ended is compared with the server’s', async () => {
  const { world, one } = await inStep();
  await leaveOver(one, task);
  await one.edit(task, { title: 'mine' });
  await one.runsAfter(world.changes(task, { description: 'theirs' }, 60_000), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { description: 'theirs' } }]);
  await one.engine.resolve(task, 'server');
  await endsInStep(world, one, 'timer');
});

test('[I1] a row of a history that has ended is created again if the server does not have it', async () => {
  const { world, one } = await inStep();
  await leaveOver(one, task);
  const { store } = world.server;
  store.begin({ ...store.tables(), items: [], access: [] });
  await one.engine.run('timer');
  expect(world.server.living()).toMatchObject([{ uuid: task, title: 'as it was' }]);
  await expectInStep(world, one);
});

test('a create that may repeat another is compared with the existing item', async () => {
  const { world, one } = await inStep();
  const row = await one.row(task);
  const create = queuedRequest(1, 1, {
    method: 'POST',
    url: '/api/items',
    data: createData(row),
    isImport: true,
    isAgain: true,
  });
  const change = queuedRequest(2, 1, { data: { title: 'mine' }, basis: { after: create.id } });
  const pending = { _syncStatus: 'pending', title: 'mine', base: null } as const;
  await one.store.write(async (tx) => {
    await tx.putItems([{ ...row, ...pending }]);
    await tx.putRequest(create);
    await tx.putRequest(change);
  });
  await one.runsAfter(world.changes(task, { title: 'theirs' }, 60_000), 'timer');
  expect(world.server.living()).toMatchObject([{ title: 'theirs' }]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[RESTORE-03] [I1] a row counts neither as lost nor as kept before the items could be read, with or without a conflict', async () => {
  const { world, one } = await inStep();
  await one.engine.run('timer');
  await one.edit(task, { title: 'mine' });
  await one.runsAfter(world.changes(task, { title: 'theirs' }, 60_000), 'timer');
  expect(await one.engine.conflicts()).toHaveLength(1);
  const restore = world.server.backup();
  const { item: made } = await one.create({ type: 'todo', title: 'made' });
  for (let run = 0; run < 2; run += 1) await one.engine.run('timer');
  expect(world.server.items.has(made.uuid)).toBe(true);
  await leave(one);
  restore();
  for (let at = 0; at < 9; at += 1)
    await world.server.seed({ uuid: uuidOf(20 + at), type: 'todo', title: 'of others' });
  await one.runsWith((call) => (call === 'items' ? { status: 500 } : 'none'), 'timer');
  for (let run = 0; run < 4; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(made.uuid)).toMatchObject({ title: 'made' });
});

test('[I13] a conflict without a history is detected again', async () => {
  const { world, one } = await inStep();
  const other = uuidOf(2);
  await world.server.seed({ uuid: other, type: 'task', title: 'as it was' });
  await one.engine.run('timer');
  for (const uuid of [task, other]) await one.edit(uuid, { title: 'mine' });
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', { epoch: world.server.epoch });
    for (const uuid of [task, other]) {
      const row = await tx.itemByUuid(uuid);
      if (row?.base == null) throw new Error('not fetched');
      const server = { ...row.base, title: 'of another history', version: 9, rev: 100 };
      const rest = { removal: null, canKeepBoth: false, isAside: true, foundAt: row.created_at };
      const conflict = { uuid, kind: 'update', base: row.base, server, rev: 100, ...rest } as const;
      await tx.putMeta('conflict', uuid, conflict);
      await tx.putItems([{ ...row, _conflictType: 'update' }]);
    }
  });
  await one.runsAfter(world.changes(task, { title: 'theirs' }, 60_000), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid: task, server: { title: 'theirs', version: 2 } },
  ]);
  expect(world.server.items.get(other)?.title).toBe('mine');
});

test('[I7] a history that was being entered is kept with its waiting requests', async () => {
  const { world, one } = await inStep();
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'former', { epoch: 'another' });
    await tx.deleteMeta('epoch', 'server');
    for (const stream of ['campaign', 'task', 'todo', 'changes'] as const) {
      await tx.putMeta('cursor', stream, { cursor: 0, fullSince: 1, isComplete: true });
    }
  });
  await one.edit(task, { title: 'mine' });
  const [request] = await one.queue();
  expect(request?.basis).toEqual({ ifMatch: formatEtag({ epoch: 'another', version: 1 }) });
  await one.engine.run('timer');
  expect(world.server.living()).toMatchObject([{ title: 'mine' }]);
  await expectInStep(world, one);
});

/** A server that lost, at the upgrade, changes that the device had pulled; `overtaken` by others since. */
async function upgradeAfterRestore(isOvertaken: boolean) {
  const { world, one } = newWorld();
  const seeded = { edited: uuidOf(11), deleted: uuidOf(12), theirs: uuidOf(13) };
  for (const uuid of Object.values(seeded))
    await world.server.seed({ uuid, type: 'task', title: 'kept' });
  const waiting = uuidOf(14);
  await one.runsAfter(world.server.seed({ uuid: waiting, type: 'task', title: 'kept' }), 'start');
  const restore = world.server.backup();

  const made = (await one.create({ type: 'task', title: 'made' })).item;
  await one.edit(seeded.edited, { title: 'edited' });
  await one.runsAfter(one.delete(seeded.deleted), 'sync_now', 'sync_now');
  expect(await one.queue()).toEqual([]);
  await one.edit(waiting, { title: 'waiting' });
  await leave(one);

  restore();
  await world.time.pass(60_000);
  for (let count = 0; isOvertaken && count < 9; count += 1) {
    await world.server.seed({ uuid: uuidOf(20 + count), type: 'task', title: 'of others' });
  }
  await world.server.change(seeded.theirs, { description: 'of others' });
  return { world, one, made, waiting, ...seeded };
}

test.each([true, false])(
  '[RESTORE-03] [I1] [I7] rows that the last release pulled and a restored backup lacks are offered again, even if its head has passed theirs (%s)',
  async (isOvertaken) => {
    const { world, one, ...uuids } = await upgradeAfterRestore(isOvertaken);
    await one.runs('start', 'sync_now');
    expect(await one.engine.conflicts()).toEqual([]);
    const living = new Map(world.server.living().map((item) => [item.uuid, item]));
    expect(living.get(uuids.made.uuid)).toMatchObject({ title: 'made' });
    expect(living.get(uuids.edited)).toMatchObject({ title: 'edited' });
    expect(living.get(uuids.theirs)).toMatchObject({ description: 'of others' });
    expect(living.get(uuids.waiting)).toMatchObject({ title: 'waiting' });
    expect(living.has(uuids.deleted)).toBe(false);
    await expectInStep(world, one);
  },
);

test('[I20] without a loss the data of the last release is used without conflicts', async () => {
  const { world, one } = newWorld();
  const [mine, theirs, removed, hidden] = [uuidOf(11), uuidOf(12), uuidOf(13), uuidOf(14)];
  for (const uuid of [mine, theirs, removed, hidden]) {
    await world.server.seed({ uuid, type: 'task', title: 'as it was' });
  }
  await one.engine.run('start');
  await one.runsAfter(one.edit(mine, { title: 'confirmed' }), 'sync_now');
  await one.edit(mine, { description: 'waiting' });
  const keys = (await one.queue()).map(({ id }) => id);
  await leave(one);
  await world.changes(theirs, { title: 'of others' }, 60_000);
  await world.server.remove(removed);
  await world.server.hide(hidden);
  await world.server.seed({ uuid: uuidOf(15), type: 'task', title: 'of others' });
  await one.runsWith((call) => (call === 'batch' ? 'request_lost' : 'none'), 'start');
  expect((await one.queue()).map(({ id }) => id)).toEqual(keys);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(mine)).toMatchObject({
    title: 'confirmed',
    description: 'waiting',
  });
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([mine, theirs, uuidOf(15)]);
});

test.each([['todo'], ['campaign', 'task', 'todo']])(
  '[I23] streams that fail every time hold back no request that the last release queued: %s %s %s',
  async (...failing: string[]) => {
    const { world, one } = await inStep();
    await one.edit(task, { title: 'mine' });
    const { fetchItems } = one.transport;
    one.transport.fetchItems = async (...asked) => {
      const [type] = asked;
      const unsent = { position: null, knownHead: null, retryAfterMs: null, serverNow: null };
      if (failing.includes(type)) return { kind: 'refusal', status: 500, error: null, ...unsent };
      return fetchItems.apply(one.transport, asked);
    };
    await one.engine.run('start');
    expect(world.server.living()).toMatchObject([{ title: 'mine' }]);
  },
);
