import { storedName } from '../store/stored-names.ts';
import { discardRequest, retryRequest } from '../actions/attention.ts';
import { failUntilBlocked } from '../testing/fail-until-blocked.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { userId } from '../testing/test-server.ts';
import { refuse } from '../testing/refuse.ts';

test('[I18] [CONF-04] a change that failed until it was blocked is not sent again over an undecided conflict', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'task', title: 'as it was' });
  await one.edit(uuid, { title: 'mine' });
  const mend = await failUntilBlocked(world, one);
  await one.runsAfter(world.server.hide(uuid), 'timer');
  await world.time.pass(60_000);
  await world.server.touch(uuid);
  await one.runsAfter(world.server.change(uuid, { title: 'theirs' }), 'timer');
  mend();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, server: { title: 'theirs' } }]);
  await one.runsAfter(one.engine.resolve(uuid, 'local'), 'sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('mine');
  await expectInStep(world, one);
});

/** A device with an edit of a task in its queue, and an assignment behind it. */
async function queuedBehind() {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'task', title: 'as it was' });
  await one.edit(uuid, { title: 'mine' });
  await one.assign(uuid, userId);
  return { world, one, uuid };
}

test('[I20] [CONF-04] a request sent behind a change that gets a new key over an undecided conflict follows it', async () => {
  const { world, one, uuid } = await queuedBehind();
  one.transport.fault = (call) => (call === 'batch' ? { status: 413, code: 'too_large' } : 'none');
  await one.engine.run('timer');
  expect(await one.queue()).toMatchObject([
    { sent: true, state: { kind: storedName.blocked } },
    { sent: true, state: { kind: storedName.blocked } },
  ]);
  await one.runsAfter(world.changes(uuid, { title: 'theirs' }, 60_000), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  // Changes of the item continue: the refused request gets a new key, and those that waited for it keep
  // theirs.
  await one.edit(uuid, { description: 'mine' });
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  const queue = await one.queue();
  expect(queue.filter(({ state }) => state.kind === storedName.blocked)).toEqual([]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await one.runsAfter(one.engine.resolve(uuid, 'local'), 'sync_now');
  expect(world.server.items.get(uuid)).toMatchObject({
    title: 'mine',
    description: 'mine',
    assigned_to: userId,
  });
  await expectInStep(world, one);
});

test('[I12] a request sent behind a change that the store has lost is decided on, not sent forever', async () => {
  const { world, one, uuid } = await queuedBehind();
  let sent = 0;
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('timer');
  await one.runsAfter(world.changes(uuid, { title: 'theirs', assigned_to: 3 }, 60_000), 'sync_now');
  const [first] = await one.queue();
  await one.store.write((tx) => tx.deleteRequest(first?.id ?? ''));
  one.transport.fault = (call) => {
    sent += call === 'batch' ? 1 : 0;
    return sent > 5 ? 'request_lost' : 'none';
  };
  await one.engine.run('sync_now');
  expect(sent).toBe(1);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await one.runsAfter(one.engine.resolve(uuid, 'both'), 'sync_now');
  expect(world.server.items.get(uuid)).toMatchObject({ title: 'theirs', assigned_to: userId });
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
  await endsInStep(world, one, 'action');
  expect((await one.row(below.uuid)).parent_uuid).toBe(bad.uuid);
});

test('[I12] a parent that is never created leaves its child at the top level', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  const [create] = await one.queue();
  // The create was lost with a restored backup, or undone while its child was in transit.
  await one.store.write((tx) => tx.deleteRequest(create?.id ?? ''));
  await one.engine.run('action');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null });
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
});

test('discarding a refused request removes what only it had created', async () => {
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
  await one.edit(uuid, { title: 'refused' });
  await one.delete(uuid);
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

test('a deleted parent leaves its new child at the top level, and that is reported', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  await one.engine.run('action');
  const todo = await make(one, 'todo', task.uuid);
  one.transport.once('beforeAnswer', 'pull', () => world.server.remove(task.uuid));
  await one.engine.run('action');
  await endsInStep(world, one, 'timer');
  expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null, deleted: false });
});
