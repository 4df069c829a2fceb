import { CycleContext } from './cycle-context.ts';
import { EpochChanged } from './cycle-end.ts';
import { SyncLog } from '../store/sync-log.ts';
import { refusal } from '../testing/poison.ts';
import { inStep } from '../testing/in-step.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';

/** The stored difference to the server's clock; undefined if it was never measured. */
function offsetOf(one: TestDevice): Promise<number | undefined> {
  return one.read(async (tx) => (await tx.meta('clock', 'server'))?.offsetMs);
}

/** A cycle of a device, step by step. */
async function begunOn(world: TestWorld, one: TestDevice): Promise<CycleContext> {
  const ports = { device: one.device, transport: one.transport, scheduler: world.time };
  const cycle = new CycleContext(ports, world.user.id, new SyncLog(world.time), () => false);
  await cycle.begin();
  return cycle;
}

test("the offset of the server's clock is measured again after the device's clock was set", async () => {
  const { world, one } = await inStep();
  expect(await offsetOf(one)).toBe(0);
  for (const skewMs of [60_000, -120_000, 0]) {
    world.time.skewMs = skewMs;
    await one.engine.run('timer');
    expect(await offsetOf(one)).toBe(0 - skewMs);
  }
});

test('a clock difference no larger than half the round trip counts as none', async () => {
  const { world, one } = newWorld();
  const cycle = await begunOn(world, one);
  const measure = async (roundTripMs: number, aheadMs: number): Promise<number | undefined> => {
    await cycle.tryCall('one', async () => {
      await world.time.pass(roundTripMs);
      const middleMs = world.time.nowMs() - roundTripMs / 2;
      return { ...refusal(503), serverNow: new Date(middleMs + aheadMs).toISOString() } as never;
    });
    return offsetOf(one);
  };
  expect(await measure(10_000, 5000)).toBe(0);
  expect(await measure(10_000, 6000)).toBe(6000);
  expect(await measure(10_000, 1500)).toBe(6000);
  expect(await measure(0, 1500)).toBe(1500);
});

test('a refusal also carries the server’s time', async () => {
  const { world, one } = newWorld();
  world.time.skewMs = 60_000;
  one.transport.fault = () => ({ status: 503 });
  await one.engine.run('start');
  expect(await offsetOf(one)).toBe(-60_000);
});

test('a response from a history that another tab has left since is not applied', async () => {
  const { world, one } = await inStep();
  const cycle = await begunOn(world, one);
  const answer = { body: { epoch: 'e1' }, position: null, carried: [] };
  await cycle.write((unit) => cycle.acceptAnswer(unit, answer));
  await one.store.write((tx) => tx.deleteMeta('epoch', 'server'));
  await expect(cycle.write((unit) => cycle.acceptAnswer(unit, answer))).rejects.toThrow(
    EpochChanged,
  );
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toBeUndefined();
});
