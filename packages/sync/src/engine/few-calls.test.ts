import { keepHeartbeat } from '../pull/heartbeat.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { hearNewer } from './triggers.ts';

/** A device that has heard where the server is, and has everything. */
async function atHead() {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  for (let run = 0; run < 2; run += 1) await one.engine.run('start');
  await hear(world, one);
  one.transport.calls.length = 0;
  return { world, one, task };
}

async function hear({ server }: TestWorld, one: TestDevice): Promise<void> {
  const kept = await keepHeartbeat(one.device, { epoch: server.epoch, ...server.position() });
  expect(kept.ok).toBe(true);
}

/** The event `newer` arrives, and its cycle ends. Returns the calls. */
async function newer(world: TestWorld, one: TestDevice, place = world.server.position()) {
  one.transport.calls.length = 0;
  await hearNewer(one.device, { onServerEvent: () => undefined }, place);
  expect(await one.engine.run('event')).toEqual({ kind: 'complete' });
  return one.transport.calls;
}

test('[SYNC-20] a change is one call, whose response brings what it changed, and its event causes none', async () => {
  const { world, one, task } = await atHead();
  await one.edit(task.uuid, { title: 'mine' });
  await one.engine.run('action');
  expect(one.transport.calls).toEqual(['batch']);
  await expectInStep(world, one);
  expect(await newer(world, one)).toEqual([]);
});

test('[SYNC-20] the response to a change brings what others changed before it', async () => {
  const { world, one, task } = await atHead();
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'theirs' });
  await one.edit(task.uuid, { title: 'mine' });
  await one.engine.run('action');
  expect(one.transport.calls).toEqual(['batch']);
  expect(await one.row(uuidOf(7))).toMatchObject({ title: 'theirs' });
  await expectInStep(world, one);
});

test('[SYNC-20] [CONF-04] a conflict in a response stops the sending while the dialog is open', async () => {
  const { world, one, task } = await atHead();
  const [other, third] = [await make(one, 'other'), await make(one, 'third')];
  await one.engine.run('action');
  one.isResolving = true;
  await one.edit(task.uuid, { title: 'mine' });
  one.transport.once('beforeServer', 'batch', async () => {
    await one.edit(other.uuid, { title: 'my other' });
    await one.edit(third.uuid, { title: 'my third' });
    await world.time.pass(1_000);
    await world.server.change(other.uuid, { title: 'their other' });
  });
  expect(await one.engine.run('action')).toEqual({ kind: 'conflicts', count: 1 });
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'their other' } }]);
  expect(world.server.items.get(task.uuid)?.title).toBe('mine');
  expect(world.server.items.get(third.uuid)?.title).toBe('third');
});

test('[SYNC-20] a change without a recent heartbeat is two calls: a pull of all streams, and the batch', async () => {
  const { world, one, task } = await atHead();
  await world.time.pass(61_000);
  await one.edit(task.uuid, { title: 'mine' });
  await one.engine.run('action');
  expect(one.transport.calls).toEqual(['pull', 'batch']);
  await expectInStep(world, one);
});

test('[SYNC-20] before the first heartbeat a change is two calls, and its event causes none', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  one.transport.calls.length = 0;
  await one.engine.run('action');
  expect(one.transport.calls.toSorted()).toEqual(['batch', 'pull']);
  expect(await newer(world, one)).toEqual([]);
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'theirs' });
  expect(await newer(world, one)).toEqual(['pull']);
  await expectInStep(world, one);
});

test('[SYNC-20] an event about what is here already causes no call, and any other one pull', async () => {
  const { world, one } = await atHead();
  const before = world.server.position();
  expect(await newer(world, one)).toEqual([]);
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'theirs' });
  expect(await newer(world, one)).toEqual(['pull']);
  await expectInStep(world, one);
  // It was delayed on its way.
  expect(await newer(world, one, before)).toEqual([]);
});

test('[SYNC-20] [I10] an event of another run, or without a place, asks the server', async () => {
  const { world, one } = await atHead();
  expect(await newer(world, one, { ...world.server.position(), run: 'another' })).toEqual(['pull']);
  await hear(world, one);
  await hearNewer(one.device, { onServerEvent: () => undefined }, null);
  one.transport.calls.length = 0;
  await one.engine.run('event');
  expect(one.transport.calls).toEqual(['pull']);
});

test('[SYNC-20] at a node of an earlier release each stream is asked for by itself', async () => {
  const { world, one, task } = await atHead();
  one.transport.isEarlierNode = true;
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'theirs' });
  expect(await newer(world, one)).toEqual(['items', 'items', 'items', 'changes']);
  await one.edit(task.uuid, { title: 'mine' });
  await one.engine.run('action');
  expect(world.server.items.get(task.uuid)?.title).toBe('mine');
  await one.engine.run('event');
  await expectInStep(world, one);
});

test('[SYNC-20] [SYNC-08] after a batch that fails, a pull shows whether the server answers, and the next cycle sends again', async () => {
  const { world, one, task } = await atHead();
  await one.edit(task.uuid, { title: 'mine' });
  let failures = 1;
  one.transport.fault = (call) => (call === 'batch' && (failures -= 1) >= 0 ? 'garbled' : 'none');
  expect(await one.engine.run('action')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect(one.transport.calls).toEqual(['batch', 'pull']);
  expect(await one.queue()).toMatchObject([{ retries: 0 }]);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(world.server.items.get(task.uuid)?.title).toBe('mine');
});

test('[SYNC-20] [SYNC-13] without a network, the change waits and the cycle ends as one that could not pull', async () => {
  const { one, task } = await atHead();
  await one.edit(task.uuid, { title: 'mine' });
  one.transport.fault = () => 'request_lost';
  expect(await one.engine.run('action')).toEqual({
    kind: 'failed',
    problem: { code: 'no_answer' },
  });
  expect(one.transport.calls).toEqual(['batch', 'pull']);
  expect(one.engine.state()).toMatchObject({ phase: 'offline', pending: 1 });
});

test('[SYNC-20] [SYNC-03] a stream that fails only by itself is left out of the next combined pull', async () => {
  const { world, one } = await atHead();
  const { transport } = one;
  const fetchItems = transport.fetchItems.bind(transport);
  const fetchStreams = transport.fetchStreams.bind(transport);
  transport.fetchItems = async (type, ...rest) =>
    type === 'task' ? refusal(500) : fetchItems(type, ...rest);
  transport.fetchStreams = async (query, context) =>
    query.task === undefined ? fetchStreams(query, context) : refusal(500);
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'theirs' });
  await hearNewer(one.device, { onServerEvent: () => undefined }, world.server.position());
  expect(await one.engine.run('event')).toMatchObject({ kind: 'failed' });
  expect(await one.row(uuidOf(7))).toMatchObject({ title: 'theirs' });
  transport.calls.length = 0;
  await world.server.seed({ uuid: uuidOf(8), type: 'todo', title: 'more' });
  await hearNewer(one.device, { onServerEvent: () => undefined }, world.server.position());
  await one.engine.run('event');
  expect(transport.calls).toEqual(['pull']);
  expect(await one.row(uuidOf(8))).toMatchObject({ title: 'more' });
});
