import { createEngine } from './engine.ts';
import type { Conflict } from '../store/meta.ts';
import { inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';
import { TestTransport } from '../testing/test-transport.ts';
import { personOf, TestWorld } from '../testing/test-world.ts';

test('an engine that has never run shows an empty queue and no cycle', () => {
  expect(new TestWorld().newDevice().engine.state()).toEqual({
    phase: 'idle',
    pending: 0,
    blocked: 0,
    conflicts: 0,
    lastSyncAt: null,
    inStepAt: null,
    lastError: null,
    failingSince: null,
    orphanedUuids: [],
  });
});

test('requests queued before the first cycle are counted', async () => {
  const one = new TestWorld().newDevice();
  await make(one, 'mine');
  await one.engine.refresh();
  expect(one.engine.state()).toMatchObject({ pending: 1, lastSyncAt: null, inStepAt: null });
});

test('a complete cycle has a time of the server’s clock, which outlasts its tab', async () => {
  const { world, one } = await inStep();
  expect(one.engine.state().lastSyncAt).toBe(world.server.now());
  await one.runsAfter(world.time.pass(60_000), 'timer');
  expect(one.engine.state().lastSyncAt).toBe(world.server.now());
  const reloaded = world.newTab(one);
  await reloaded.engine.refresh();
  expect(reloaded.engine.state().lastSyncAt).toBe(world.server.now());
});

test('a subscription that has ended receives nothing', async () => {
  const { one } = await inStep();
  let told = 0;
  const end = one.engine.subscribe(() => (told += 1));
  await one.engine.refresh();
  expect(told).toBe(1);
  end();
  await one.engine.refresh();
  expect(told).toBe(1);
});

test('conflicts are listed oldest first, and those of the same time in the order in which they are stored', async () => {
  const { one } = await inStep();
  const found = { 1: '10:00:00.000', 2: '09:00:00.000', 3: '10:00:00.000', 4: '08:00:00.000' };
  await one.store.write(async (tx) => {
    for (const [number, time] of Object.entries(found)) {
      const conflict = conflictOf(Number(number), `2026-01-05T${time}Z`);
      await tx.putMeta('conflict', conflict.uuid, conflict);
    }
  });
  const listed = (await one.engine.conflicts()).map(({ uuid }) => uuid);
  expect(listed).toEqual([4, 2, 1, 3].map(uuidOf));
});

test('no conflicts are listed from a closed store', async () => {
  const { one } = await inStep();
  await one.store.close();
  expect(await one.engine.conflicts()).toEqual([]);
});

test('an unexpected error ends a cycle as a failure of the store, and the next cycle runs', async () => {
  const { one } = await inStep();
  const write = one.store.write.bind(one.store);
  one.store.write = () => Promise.reject(new TypeError('broken'));
  const problem = { code: 'store', detail: 'unexpected: TypeError: broken' };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(one.engine.state()).toMatchObject({ phase: 'idle', lastError: problem });
  one.store.write = write;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
});

test.each([
  ['cannot be read', { ok: false, error: { code: 'closed', detail: '' } }],
  ['break the read', null],
] as const)('counts that %s stay unchanged, and no listener is called', async (_, result) => {
  const { one } = await inStep();
  await make(one, 'mine');
  await one.engine.refresh();
  let told = 0;
  one.engine.subscribe(() => (told += 1));
  one.store.read = () =>
    result === null ? Promise.reject(new Error('broken')) : Promise.resolve(result);
  await one.engine.refresh();
  expect(one.engine.state().pending).toBe(1);
  expect(told).toBe(0);
});

test('[SYNC-02] a cycle does not wait for a cycle of another account in the same browser', async () => {
  const { world, one } = await inStep();
  const device = world.newDevice();
  const other = createEngine({
    device: { ...device.device, account: { kind: 'user', user: personOf(otherId) } },
    transport: new TestTransport(world.server, otherId),
    scheduler: world.time,
    locks: one.locks,
    connectivity: one.connectivity,
    isResolvingConflicts: () => false,
  });
  let outcome: unknown = null;
  one.transport.beforeAnswer = async () => {
    one.transport.beforeAnswer = () => undefined;
    outcome = await other.run('timer');
  };
  await one.engine.run('timer');
  expect(outcome).toEqual({ kind: 'complete' });
});

function conflictOf(number: number, foundAt: string): Conflict {
  return {
    uuid: uuidOf(number),
    kind: 'removed',
    base: null,
    server: null,
    removal: 'deleted',
    canKeepBoth: false,
    rev: 1,
    isAside: true,
    foundAt,
  };
}
