import { storedName } from '../store/stored-names.ts';
import { notRun } from '@foray/contract';
import type { BatchEntry } from '@foray/contract';
import { expect, test } from 'vitest';
import { assignItem, createItem, deleteItem, editItem, removePerson } from '../actions/actions.ts';
import { discardRequest, retryRequest } from '../actions/attention.ts';
import { restoreItem } from '../actions/restore.ts';
import { renewKey } from '../queue/block.ts';
import { done } from '../testing/done.ts';
import { failUntilBlocked } from '../testing/fail-until-blocked.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { blockFirst } from '../testing/block-first.ts';
import { uuidOf } from '../testing/rows.ts';
import { userId } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

test('[I18] [CONF-04] a change that failed until it was blocked is not sent again over an undecided conflict', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'task', title: 'as it was' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuid, { title: 'mine' }));
  const mend = await failUntilBlocked(world, one);
  await world.server.hide(uuid);
  await one.engine.run('timer');
  await world.time.pass(60_000);
  await world.server.touch(uuid);
  await world.server.change(uuid, { title: 'theirs' });
  await one.engine.run('timer');
  mend();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, server: { title: 'theirs' } }]);
  await one.engine.resolve(uuid, 'local');
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('mine');
  await expectInStep(world, one);
});

/** A device with an edit of a task in its queue, and an assignment behind it. */
async function queuedBehind() {
  const { world, one } = await inStep();
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'task', title: 'as it was' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuid, { title: 'mine' }));
  await done(assignItem(one.device, uuid, userId));
  return { world, one, uuid };
}

test('[I20] [CONF-04] what was sent behind a change that takes a new key over an undecided conflict follows it', async () => {
  const { world, one, uuid } = await queuedBehind();
  one.transport.fault = (call) => (call === 'batch' ? { status: 413, code: 'too_large' } : 'none');
  await one.engine.run('timer');
  expect(await one.queue()).toMatchObject([
    { sent: true, state: { kind: storedName.blocked } },
    { sent: true, state: { kind: storedName.blocked } },
  ]);
  await world.time.pass(60_000);
  await world.server.change(uuid, { title: 'theirs' });
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  // Work on the item goes on: what was refused takes a new key, and what waited for it keeps its own.
  await done(editItem(one.device, uuid, { description: 'mine' }));
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  const queue = await one.queue();
  expect(queue.filter(({ state }) => state.kind === storedName.blocked)).toEqual([]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await one.engine.resolve(uuid, 'local');
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)).toMatchObject({
    title: 'mine',
    description: 'mine',
    assigned_to: userId,
  });
  await expectInStep(world, one);
});

test('[I12] what was sent behind a change that the store has lost is decided on, not sent for ever', async () => {
  const { world, one, uuid } = await queuedBehind();
  let sent = 0;
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('timer');
  await world.time.pass(60_000);
  await world.server.change(uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  const [first] = await one.queue();
  await one.store.write((tx) => tx.deleteRequest(first?.id ?? ''));
  one.transport.fault = (call) => {
    sent += call === 'batch' ? 1 : 0;
    return sent > 5 ? 'request_lost' : 'none';
  };
  await one.engine.run('sync_now');
  expect(sent).toBe(1);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await one.engine.resolve(uuid, 'both');
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)).toMatchObject({ title: 'theirs', assigned_to: userId });
  await expectInStep(world, one);
});

test('[I9] [SYNC-07] refused creates of what a delete took leave with it', async () => {
  const { world, one } = await inStep();
  const campaign = await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'top' });
  await one.engine.run('timer');
  const below = { parent_uuid: campaign.uuid };
  const { item: task } = await done(
    createItem(one.device, { type: 'task', title: 'bad', ...below }),
  );
  const todo = await make(one, 'below', task.uuid);
  await done(deleteItem(one.device, campaign.uuid, [task.uuid, todo.uuid]));
  refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 422);
  await one.engine.run('action');
  await one.engine.run('timer');
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 0 });
  await expectInStep(world, one);
});

/** A device that has deleted a task with a new todo in it, whose create the server answers with 500. */
async function deletedWithFailing() {
  const { world, one } = await inStep();
  const { uuid: parent } = await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'top' });
  await one.engine.run('timer');
  const todo = await make(one, 'bad', parent);
  await done(deleteItem(one.device, parent, [todo.uuid]));
  const relent = refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 500);
  return { world, one, parent, relent };
}

test('[I9] [SYNC-07] a create that failed leaves with the delete that took its item', async () => {
  const { world, one, relent } = await deletedWithFailing();
  await one.engine.run('action');
  expect(world.server.living()).toEqual([]);
  expect(await one.queue()).toEqual([]);
  relent();
  await one.engine.run('timer');
  await expectInStep(world, one);
});

test('[I1] a create that failed stays with an item that is restored before its delete is confirmed', async () => {
  const { world, one, parent, relent } = await deletedWithFailing();
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('action');
  await done(restoreItem(one.device, parent));
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  relent();
  await one.engine.run('sync_now');
  expect(world.server.living().map(({ title }) => title)).toEqual(['top', 'bad']);
  await expectInStep(world, one);
});

test('[SYNC-07] [I1] a refusal blocks the request and its dependents, and nothing else', async () => {
  const { world, one } = await inStep();
  const bad = await make(one, 'bad');
  const below = await make(one, 'below', bad.uuid);
  await make(one, 'good');
  const relent = refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 422);
  await one.engine.run('action');
  expect(world.server.living().map(({ title }) => title)).toEqual(['good']);
  const states = (await one.queue()).map(({ state }) => state);
  expect(states).toMatchObject([
    { kind: storedName.blocked, why: { kind: 'verdict', status: 422 } },
    { kind: storedName.blocked, why: { kind: 'dependency' } },
  ]);
  expect((await one.shown()).map(({ title }) => title)).toContain('bad');
  relent();
  const [first] = await one.queue();
  expect(await retryRequest(one.device, first?.id ?? '')).toMatchObject({ ok: true });
  expect((await one.queue())[0]?.id).not.toBe(first?.id);
  await one.engine.run('action');
  await expectInStep(world, one);
  expect((await one.row(below.uuid)).parent_uuid).toBe(bad.uuid);
});

test('[I1] [I11] a request that took effect behind a blocked one leaves the queue', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'task' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuidOf(1), { title: 'unlucky' }));
  await done(deleteItem(one.device, uuidOf(1)));
  // The delete is not held to the edit before it: this server lets it pass.
  const relent = refuse(one, ({ method }) => method === 'PATCH', 422);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = ({ requests }, context) => {
    const free = requests.map(({ after: _, ...entry }) => entry);
    return send({ requests: free }, context);
  };
  await one.engine.run('action');
  relent();
  expect((await one.queue()).map(({ method }) => method)).toEqual(['PATCH']);
  expect(world.server.living()).toEqual([]);
});

test('[I12] dependents of a blocked request are unblocked once it turns out to have taken effect', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'made');
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'batch') return;
    one.transport.beforeAnswer = async () => undefined;
    await done(editItem(one.device, uuid, { title: 'changed' }));
    // Another tab has received a third server error meanwhile.
    await blockFirst(one, { kind: 'server_errors', status: 500 });
  };
  await one.engine.run('action');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'changed' }]);
});

test('[I12] [I20] dependents of a blocked request are unblocked once a resolution drops it', async () => {
  const { world, one } = await inStep();
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  await world.server.seed({ uuid: parent, type: 'task', title: 'task' });
  const place = { parent_uuid: parent };
  await world.server.seed({ uuid: child, type: 'todo', title: 'todo', ...place });
  await one.engine.run('timer');
  await done(editItem(one.device, child, { title: 'refused' }));
  await done(deleteItem(one.device, parent, [child]));
  await blockFirst(one, { kind: 'verdict', code: 'limit', status: 422 });
  expect((await one.queue()).map(({ state }) => state.kind)).toEqual([
    storedName.blocked,
    storedName.blocked,
  ]);
  await world.server.change(child, { title: 'theirs' });
  await one.engine.run('timer');
  await one.engine.resolve(child, 'server');
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'theirs' }]);
});

test('[I20] dependents of a blocked request wait for it under its new key', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'refused');
  await make(one, 'below', uuid);
  await blockFirst(one, { kind: 'verdict', code: 'limit', status: 422 });
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const [first] = await tx.queue();
    if (first !== undefined) await renewKey(unit, first);
    await unit.finish();
  });
  const [first, below] = await one.queue();
  expect(below?.state).toMatchObject({ why: { kind: 'dependency', on: first?.id } });
});

test('[I20] a request that depended on a blocked one only through one that took effect is unblocked', async () => {
  const { world, one } = await inStep();
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  await world.server.seed({ uuid: parent, type: 'task', title: 'task' });
  const place = { parent_uuid: parent, assigned_to: 2 };
  await world.server.seed({ uuid: child, type: 'todo', title: 'todo', ...place });
  await one.engine.run('timer');
  await done(editItem(one.device, child, { title: 'refused' }));
  await done(removePerson(one.device, parent, 2));
  await done(editItem(one.device, parent, { title: 'goes on' }));
  world.server.refuses = ({ data }) =>
    (data as { title?: string } | undefined)?.title === 'refused';
  const { sendBatch } = one.transport;
  one.transport.sendBatch = async ({ requests }, context) => {
    one.transport.sendBatch = sendBatch;
    // The server has no time for the last.
    const reply = await one.transport.sendBatch({ requests: requests.slice(0, 2) }, context);
    if (reply.kind !== 'answer') return reply;
    const left = requests.slice(2).map(({ id }) => ({ id, status: 0, code: notRun }) as const);
    return { ...reply, body: { ...reply.body, results: [...reply.body.results, ...left] } };
  };
  await one.engine.run('action');
  expect(await one.queue()).toMatchObject([
    { itemUuid: child, state: { kind: storedName.blocked } },
  ]);
  expect(world.server.items.get(parent)?.title).toBe('goes on');
});

test('[I12] a parent that is never created leaves its child at the top level', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  const [create] = await one.queue();
  // Lost with a restored backup, or taken back while its child was on its way.
  await one.store.write((tx) => tx.deleteRequest(create?.id ?? ''));
  await one.engine.run('action');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null });
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
});

test('discarding what was refused takes what only it had made', async () => {
  const { world, one } = await inStep();
  await make(one, 'bad');
  refuse(one, () => true, 422);
  await one.engine.run('action');
  const [first] = await one.queue();
  await discardRequest(one.device, first?.id ?? '');
  await expectInStep(world, one);
});

test('[I7] a discarded delete is undone, also with other requests about its item', async () => {
  const { world, one } = await inStep();
  const { uuid } = await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'stays' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuid, { title: 'refused' }));
  await done(deleteItem(one.device, uuid));
  refuse(one, () => true, 422);
  await one.engine.run('action');
  const [edit, remove] = await one.queue();
  expect(remove?.state.kind).toBe(storedName.blocked);
  await discardRequest(one.device, remove?.id ?? '');
  expect((await one.row(uuid))._deleted).toBe(false);
  await discardRequest(one.device, edit?.id ?? '');
  await expectInStep(world, one);
  expect((await one.shown()).map(({ title }) => title)).toEqual(['stays']);
});

test('[SYNC-07] only a 500 for the request itself counts, and the third one blocks it', async () => {
  const { world, one } = await inStep();
  await make(one, 'unlucky');
  one.transport.fault = (call) => (call === 'batch' ? { status: 503 } : 'none');
  for (let n = 0; n < 5; n += 1) await one.engine.run('sync_now');
  expect((await one.queue())[0]).toMatchObject({ retries: 0, state: { kind: 'queued' } });
  one.transport.fault = () => 'none';
  await world.time.pass(600_000);
  const relent = refuse(one, () => true, 500);
  for (let n = 1; n <= 3; n += 1) {
    const [request] = await one.queue();
    expect(request?.state.kind).toBe('queued');
    await one.engine.run('timer');
  }
  expect((await one.queue())[0]).toMatchObject({
    state: { kind: storedName.blocked, why: { kind: 'server_errors', status: 500 } },
  });
  relent();
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
});

test('a parent that is gone leaves its new child at the top level, and says so', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  await one.engine.run('action');
  const todo = await make(one, 'todo', task.uuid);
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'items') return;
    one.transport.beforeAnswer = () => undefined;
    await world.server.remove(task.uuid);
  };
  await one.engine.run('action');
  await one.engine.run('timer');
  await expectInStep(world, one);
  expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null, deleted: false });
});

/** Makes the server answer some entries of each batch with an error, without any effect. */
function refuse(
  of: TestDevice,
  isRefused: (entry: BatchEntry) => boolean,
  status: 422 | 500,
): () => void {
  const send = of.transport.sendBatch.bind(of.transport);
  let isOn = true;
  of.transport.sendBatch = async (batch, context) => {
    if (!isOn) return send(batch, context);
    const refused = new Set(batch.requests.filter(isRefused).map(({ id }) => id));
    const rest = { requests: batch.requests.filter(({ id }) => !refused.has(id)) };
    const reply = await send(rest, context);
    if (reply.kind !== 'answer') return reply;
    const code = status === 422 ? 'limit' : 'internal';
    const errors = [...refused].map((id) => {
      return { id, status, body: { error: { code, message: '' } } } as const;
    });
    return { ...reply, body: { ...reply.body, results: [...errors, ...reply.body.results] } };
  };
  return () => {
    isOn = false;
  };
}
