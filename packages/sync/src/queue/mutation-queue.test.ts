import { enqueue, freshRequest, rowOfCreate, rebaseQueue, inServerTime } from './mutation-queue.ts';
import type { Conflict } from '../store/meta.ts';
import { deviceWith } from '../testing/device-with.ts';
import { writeOn } from '../testing/write-on.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { markSent } from '../testing/mark-sent.ts';
import { inStep } from '../testing/in-step.ts';

/** A device that is up to date with a server that has one task. */
async function withRow() {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'as it was' });
  return { world, one, row: await one.row(uuidOf(1)) };
}

/** Gives the requests of an item a new base: the row with another version. */
async function rebaseQueueOn(one: TestDevice, uuid: string, version: number): Promise<void> {
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const row = await unit.item(uuid);
    if (row === undefined) throw new Error('no such row');
    const base = row.base ?? (await tx.allItems()).find((other) => other.base)?.base;
    if (base == null) throw new Error('no base to stand on');
    await rebaseQueue(unit, { ...row, base: { ...base, version } });
    await unit.finish();
  });
}

test('[I3] the first request of an item is based on the new base, and each other on the request before it', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'as it was' });
  await one.edit(uuidOf(1), { title: 'first' });
  await markSent(one);
  await one.edit(uuidOf(1), { title: 'second' });
  await rebaseQueueOn(one, uuidOf(1), 7);
  const [first, second] = await one.queue();
  expect(first?.basis).toEqual({ ifMatch: `"${world.server.epoch}:7"` });
  expect(second?.basis).toEqual({ after: first?.id });
});

test('[I3] [I18] a sent request keeps the version that it is based on while its item is hidden', async () => {
  const { one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'as it was' });
  await one.edit(uuidOf(1), { title: 'sent' });
  await markSent(one);
  const before = await one.queue();
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const row = await unit.item(uuidOf(1));
    if (row !== undefined) await rebaseQueue(unit, { ...row, base: null });
    await unit.finish();
  });
  expect(before).toMatchObject([{ basis: { ifMatch: expect.any(String) } }]);
  expect(await one.queue()).toEqual(before);
});

test('[I3] a request about another item that includes this one keeps its own base', async () => {
  const { one } = await inStep(
    { uuid: uuidOf(1), type: 'campaign', title: 'above' },
    { uuid: uuidOf(2), type: 'task', title: 'below', parent_uuid: uuidOf(1) },
  );
  await one.delete(uuidOf(1), [uuidOf(2)]);
  const before = await one.queue();
  await rebaseQueueOn(one, uuidOf(2), 7);
  expect(await one.queue()).toEqual(before);
});

test('[I2] a create is based on no version, even if its item has a base', async () => {
  const { one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'another' });
  const { item } = await one.create({ type: 'task', title: 'made' });
  await markSent(one);
  await one.edit(item.uuid, { title: 'changed' });
  await rebaseQueueOn(one, item.uuid, 7);
  const [create, edit] = await one.queue();
  expect(create?.basis).toBeNull();
  expect(edit?.basis).toEqual({ after: create?.id });
});

test("[I1] a change of an item that is already on the server is not merged into the item's create", async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'made' });
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('timer');
  // A proxy in front of the server refuses the request that the server ran the first time.
  await one.runsWith((call) => (call === 'batch' ? { status: 413 } : 'none'), 'sync_now');
  await one.edit(item.uuid, { title: 'changed' });
  expect((await one.row(item.uuid)).title).toBe('changed');
  await one.engine.run('sync_now');
  expect(world.server.living().map(({ title }) => title)).toEqual(['changed']);
  expect(await one.queue()).toEqual([]);
});

test('[I1] a change of an item that the server has is not merged into the queued create', async () => {
  const { one, row } = await withRow();
  const create = queuedRequest(1, 1, { method: 'POST', url: '/api/items' });
  await one.store.write((tx) => tx.putRequest(create));
  const change = { title: 'changed' };
  await writeOn(one, (unit) =>
    enqueue(unit, row, { kind: 'patch', uuid: uuidOf(1), change, completedAt: null }),
  );
  expect(await one.queue()).toMatchObject([create, { method: 'PATCH', data: change }]);
});

test('[I1] a restore does not cancel a delete of another item that included this one', async () => {
  const { one, row } = await withRow();
  const touches = [uuidOf(2), uuidOf(1)];
  const above = queuedRequest(1, 2, { method: 'DELETE', data: null, touches });
  await one.store.write((tx) => tx.putRequest(above));
  await writeOn(one, (unit) => enqueue(unit, row, { kind: 'restore', uuid: uuidOf(1), also: [] }));
  expect(await one.queue()).toMatchObject([above, { url: `/api/items/${uuidOf(1)}/restore` }]);
});

test('[I18] a sent request keeps the version that it is based on while a conflict about its item is stored', async () => {
  const { one } = await withRow();
  await one.edit(uuidOf(1), { title: 'sent' });
  await markSent(one);
  await one.edit(uuidOf(1), { title: 'unsent' });
  const before = await one.queue();
  const conflict: Conflict = {
    uuid: uuidOf(1),
    kind: 'removed',
    base: null,
    server: null,
    removal: 'hidden',
    canKeepBoth: false,
    rev: 1,
    isAside: false,
    foundAt: '2026-01-01T00:00:00.000Z',
  };
  await one.store.write((tx) => tx.putMeta('conflict', uuidOf(1), conflict));
  await rebaseQueueOn(one, uuidOf(1), 7);
  expect(await one.queue()).toEqual(before);
});

test('a request whose base stays the same is not written again', async () => {
  const { one } = await withRow();
  await one.edit(uuidOf(1), { title: 'first' });
  const row = await one.row(uuidOf(1));
  one.published.length = 0;
  await writeOn(one, (unit) => rebaseQueue(unit, row));
  expect(one.published).toEqual([]);
});

test('[I24] a change is queued even if the epoch of its base cannot be read', async () => {
  const { one } = await withRow();
  one.tables.putRaw('meta', { kind: 'epoch', id: 'server' });
  await one.edit(uuidOf(1), { title: 'changed' });
  expect(await one.queue()).toMatchObject([{ data: { title: 'changed' }, basis: null }]);
});

test('a delete of only one item has no body', async () => {
  const { one } = await withRow();
  await one.delete(uuidOf(1));
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', data: null }]);
});

test('a new request that concerns no item touches no item and needs none', async () => {
  const one = await deviceWith([]);
  const route = { method: 'POST', url: '/api/notifications/read', data: { up_to: 3 } } as const;
  const fresh = await writeOn(one, async (unit) => freshRequest(unit, route));
  expect(fresh).toMatchObject({
    ...route,
    itemUuid: null,
    touches: [],
    needs: [],
    isImport: false,
  });
});

test('[I16] the times that a request claims are corrected once, before it is sent', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const claimed = queuedRequest(1, 1, { data: { created_at: at, completed_at: at, due_date: at } });
  const later = '2026-01-01T00:00:05.000Z';
  const corrected = inServerTime(claimed, 5000);
  expect(corrected).toEqual({
    ...claimed,
    data: { created_at: later, completed_at: later, due_date: at },
    offsetMs: 5000,
  });
  expect(inServerTime(corrected, 9000)).toEqual(corrected);
  expect(inServerTime({ ...claimed, sent: true }, 5000)).toEqual({ ...claimed, sent: true });
  expect(inServerTime({ ...claimed, data: null }, 5000).data).toBeNull();
});

test('[RESTORE-03] the row of a create counts as older than every row of the server', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await one.create({ type: 'task', title: 'made' });
  const row = await one.row(item.uuid);
  const made = await writeOn(one, async (unit) =>
    (await unit.tx.queue()).map((create) => rowOfCreate(unit, row, create)),
  );
  expect(made).toMatchObject([
    { uuid: item.uuid, title: 'made', version: 0, permission: 'manage' },
  ]);
  expect(made[0]?.rev).toBeLessThan(0);
});
