import { discardedWith, discardRequest, retryRequest } from './attention.ts';
import type { Conflict } from '../store/meta.ts';
import type { BlockReason } from '../store/queued-request.ts';
import { blockFirst } from '../testing/block-first.ts';
import { deviceWith } from '../testing/device-with.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { blockedFor, madeHere, pending, queuedCreate } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';

const refusal: BlockReason = { kind: 'verdict', code: 'limit', status: 422 };
const blocked = { state: blockedFor(refusal) };
const succeeded = { ok: true, value: undefined };

/** Discards the first request of the queue, after it was refused. */
async function discardFirst(one: TestDevice): Promise<void> {
  await blockFirst(one, refusal);
  const [first] = await one.queue();
  expect(await discardRequest(one.device, first?.id ?? '')).toEqual(succeeded);
}

test('only a request in Needs attention can be retried or discarded', async () => {
  const { one } = await inStep();
  await make(one, 'task');
  const [waiting] = await one.queue();
  const notFound = { ok: false, error: 'not_found' };
  for (const id of ['request-404', waiting?.id ?? '']) {
    expect(await discardRequest(one.device, id)).toEqual(notFound);
    expect(await retryRequest(one.device, id)).toEqual(notFound);
  }
  expect(await discardedWith(one.device, 'request-404')).toEqual({ ok: true, value: [] });
  expect(await one.queue()).toEqual([waiting]);
  expect(await one.shown()).toHaveLength(1);
});

test('[I7] a discarded move leaves no trace on a parent that the item only passed through', async () => {
  const { one } = await inStep();
  const [from, by, to] = [await make(one, 'from'), await make(one, 'by'), await make(one, 'to')];
  const open = await make(one, 'open', from.uuid);
  await one.runsAfter(one.setStatus(by.uuid, 'completed'), 'action', 'timer');
  await one.move(open.uuid, by.uuid);
  await one.move(open.uuid, to.uuid);
  await discardFirst(one);
  expect(await one.row(by.uuid)).toMatchObject({ status: 'completed', rolled: null });
});

test('[I1] a discarded delete restores its items at once', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  await one.engine.run('action');
  await one.delete(parent.uuid, [child.uuid]);
  expect(await one.shown()).toEqual([]);
  await discardFirst(one);
  await expectInStep(world, one);
});

test('[I7] an item created here is removed with its discarded create, even if it was deleted with others', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  await one.delete(parent.uuid, [child.uuid]);
  expect(await one.queue()).toHaveLength(3);
  await discardFirst(one);
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
  await expectInStep(world, one);
});

test('[I7] no delete names an item that will never be created, as long as nothing was sent', async () => {
  const { one } = await inStep();
  const parent = await make(one, 'parent');
  await one.engine.run('action');
  const child = await make(one, 'never made', parent.uuid);
  await one.delete(parent.uuid, [child.uuid]);
  await discardFirst(one);
  expect(await one.queue()).toMatchObject([{ itemUuid: parent.uuid, touches: [parent.uuid] }]);
  expect((await one.read((tx) => tx.allItems())).map(({ uuid }) => uuid)).toEqual([parent.uuid]);
});

test('the roll-up of a discarded change is undone together with the change', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  await one.engine.run('action');
  await one.setStatus(child.uuid, 'completed');
  expect(await one.row(parent.uuid)).toMatchObject({ status: 'completed' });
  await discardFirst(one);
  expect(await one.row(parent.uuid)).toMatchObject({ status: 'pending', rolled: null });
  await expectInStep(world, one);
});

test('after the first of two moves is discarded, the former parent is computed from the second', async () => {
  const { one } = await inStep();
  const [from, by, to] = [await make(one, 'from'), await make(one, 'by'), await make(one, 'to')];
  const open = await make(one, 'open', from.uuid);
  const finished = await make(one, 'finished', from.uuid);
  await one.runsAfter(one.setStatus(finished.uuid, 'completed'), 'action', 'timer');
  await one.move(open.uuid, by.uuid);
  await one.setStatus(from.uuid, 'in_progress');
  await one.move(open.uuid, to.uuid);
  expect(await one.row(from.uuid)).toMatchObject({ status: 'in_progress' });
  await discardFirst(one);
  expect(await one.row(open.uuid)).toMatchObject({ parent_uuid: to.uuid });
  expect(await one.row(from.uuid)).toMatchObject({ status: 'completed' });
});

test('discarding a change of an item causes no new fetch', async () => {
  const { one } = await inStep();
  const task = await make(one, 'task');
  await one.engine.run('action');
  const before = await one.read((tx) => tx.meta('cursor', 'changes'));
  await one.edit(task.uuid, { title: 'renamed' });
  await discardFirst(one);
  expect(await one.read((tx) => tx.meta('cursor', 'changes'))).toEqual(before);
});

test('a request that is discarded may name an item that has left the device', async () => {
  const touches = [uuidOf(1), uuidOf(2)];
  const request = queuedRequest(1, 1, { method: 'DELETE', data: null, touches, ...blocked });
  const row = pending(1, {}, { _deleted: true, deletedBy: request.id });
  const one = await deviceWith([row], request);
  expect(await discardRequest(one.device, request.id)).toEqual(succeeded);
  expect(await one.shown()).toMatchObject([{ uuid: uuidOf(1), _syncStatus: 'synced' }]);
});

test('[I1] an item that the server has stays when its create is discarded', async () => {
  const create = queuedCreate(1, 1, { sent: true, ...blocked });
  const one = await deviceWith([pending(1, { title: 'known' })], create);
  expect(await discardRequest(one.device, create.id)).toEqual(succeeded);
  expect(await one.shown()).toMatchObject([{ title: 'known', _syncStatus: 'synced' }]);
});

test('[I1] an item of a former history stays when a change of it is discarded', async () => {
  const former = { base: serverRow(1, { title: 'former' }), isLost: true };
  const request = queuedRequest(1, 1, blocked);
  const one = await deviceWith([madeHere(1, { title: 'mine', former })], request);
  expect(await discardRequest(one.device, request.id)).toEqual(succeeded);
  expect(await one.shown()).toMatchObject([{ title: 'former', former, _syncStatus: 'synced' }]);
});

test('[I6] the text of a hidden item is removed with its discarded change and with its conflict', async () => {
  const conflict: Conflict = {
    uuid: uuidOf(1),
    kind: 'removed',
    base: null,
    server: null,
    removal: 'hidden',
    canKeepBoth: false,
    rev: 5,
    isAside: false,
    foundAt: '2026-01-01T00:00:00.000Z',
  };
  for (const isInConflict of [false, true]) {
    const request = queuedRequest(1, 1, blocked);
    const one = await deviceWith([madeHere(1, { title: 'own text', former: null })], request);
    if (isInConflict) await one.store.write((tx) => tx.putMeta('conflict', uuidOf(1), conflict));
    expect(await discardRequest(one.device, request.id)).toEqual(succeeded);
    expect(await one.read((tx) => tx.allItems())).toEqual([]);
    expect(await one.engine.conflicts()).toEqual([]);
    expect(await one.read((tx) => tx.metaOf('conflict'))).toEqual([]);
  }
});
