import { keepHeartbeat } from '../pull/heartbeat.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import type { SyncState } from './sync-state.ts';
import { startTriggers } from './triggers.ts';

const visibility = { isVisible: () => true, subscribe: () => () => undefined };

/** Opens a page on the device; the browser says that it has no network. */
function openOffline(world: TestWorld, { engine, connectivity, device }: TestDevice) {
  connectivity.set(false);
  const phases: SyncState['phase'][] = [engine.state().phase];
  engine.subscribe(({ phase }) => {
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  const { ids } = device;
  const triggers = startTriggers({ engine, connectivity, visibility, scheduler: world.time, ids });
  return { triggers, phases };
}

function hearHeartbeat({ server }: TestWorld, { device }: TestDevice) {
  return keepHeartbeat(device, { epoch: server.epoch, ...server.position() });
}

test('[SYNC-13] a browser that reports offline over a working network sends at the next timer', async () => {
  const { world, one } = await inStep();
  const { triggers } = openOffline(world, one);
  await make(one, 'mine');
  one.transport.calls.length = 0;
  triggers.requestSync();
  await world.time.pass(20_000);
  expect(one.transport.calls).toEqual([]);
  expect(one.engine.state().phase).toBe('offline');
  await world.time.pass(10_000);
  expect(one.engine.state().phase).toBe('idle');
  await expectInStep(world, one);
});

test('[SYNC-13] once a call has been answered, every trigger starts a cycle even if the browser reports offline', async () => {
  const { world, one } = await inStep();
  const { triggers } = openOffline(world, one);
  await world.time.pass(30_000);
  await make(one, 'mine');
  triggers.requestSync();
  await world.time.pass(1000);
  await expectInStep(world, one);
  expect(await one.engine.run('visible')).toEqual({ kind: 'complete' });
  // The browser reports it once more, so it may be true this time.
  one.connectivity.set(true);
  await world.time.pass(1000);
  one.connectivity.set(false);
  expect(one.engine.state().phase).toBe('offline');
  expect(await one.engine.run('action')).toEqual({ kind: 'skipped', why: 'offline' });
});

test('[SYNC-13] Offline stays while the calls of the timer fail, and also during them', async () => {
  const { world, one } = await inStep();
  one.transport.fault = () => 'request_lost';
  const { phases } = openOffline(world, one);
  one.transport.calls.length = 0;
  await world.time.pass(600_000);
  expect(one.transport.calls.length).toBeGreaterThan(0);
  expect(phases).toEqual(['offline']);
  one.transport.fault = () => 'none';
  await world.time.pass(330_000);
  expect(phases.slice(0, 3)).toEqual(['offline', 'syncing', 'idle']);
  expect(phases.slice(3)).not.toContain('offline');
});

test('[SYNC-13] a response to a call from before the network was lost proves nothing', async () => {
  const { one } = await inStep();
  one.transport.beforeAnswer = () => {
    one.transport.beforeAnswer = () => undefined;
    one.connectivity.set(false);
  };
  expect(await one.engine.run('action')).toEqual({ kind: 'complete' });
  expect(one.engine.state().phase).toBe('offline');
});

test('[SYNC-13] a heartbeat from before the network was lost proves nothing, but one later call does', async () => {
  const { world, one } = await inStep();
  const { engine } = one;
  openOffline(world, one);
  await hearHeartbeat(world, one);
  one.transport.calls.length = 0;
  await engine.run('timer');
  expect(one.transport.calls).not.toEqual([]);
  expect(engine.state().phase).toBe('idle');
  // From now on an idle device is quiet again.
  await hearHeartbeat(world, one);
  one.transport.calls.length = 0;
  await engine.run('timer');
  expect(one.transport.calls).toEqual([]);
});

test('[SYNC-13] an event comes from the server itself, so it starts a cycle even if the browser reports offline', async () => {
  const { world, one } = await inStep();
  const { triggers } = openOffline(world, one);
  one.transport.calls.length = 0;
  triggers.onServerEvent();
  await world.time.pass(1000);
  expect(one.transport.calls).not.toEqual([]);
  expect(one.engine.state().phase).toBe('idle');
});
