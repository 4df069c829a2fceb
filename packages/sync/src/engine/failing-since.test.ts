import type { StoreFailure } from '../store/ports.ts';
import { inStep } from '../testing/in-step.ts';

const minuteMs = 60_000;
const startedAt = '2026-01-05T08:00:00.000Z';

test('[SYNC-18] the time of the first failing cycle is remembered until one succeeds, even in a new tab', async () => {
  const { world, one } = await inStep();
  const since = async (device = one) => {
    await device.engine.refresh();
    return device.engine.state().failingSince;
  };
  expect(await since()).toBeNull();
  one.transport.fault = () => ({ status: 500, code: 'unavailable' });
  for (let minute = 0; minute < 3; minute += 1) {
    await one.engine.run('sync_now');
    expect(one.engine.state().failingSince).toBe(startedAt);
    await world.time.pass(minuteMs);
  }
  const another = world.newTab(one);
  expect(await since(another)).toBe(startedAt);
  await another.engine.run('sync_now');
  expect(another.engine.state().failingSince).toBeNull();
  expect(await since(another)).toBeNull();
});

test('[SYNC-18] the time of the first failing cycle is remembered even if the store cannot save it', async () => {
  const { world, one } = await inStep();
  const failure: StoreFailure = { code: 'quota', detail: 'full' };
  one.store.faults.beforeCommit = () => failure;
  await one.engine.run('sync_now');
  await one.runsAfter(world.time.pass(minuteMs), 'sync_now');
  expect(one.engine.state()).toMatchObject({
    failingSince: startedAt,
    lastError: { code: 'store', detail: 'quota' },
  });
});

test('[SYNC-18] a missing network is not a failure', async () => {
  const { one } = await inStep();
  one.transport.fault = () => 'request_lost';
  await one.engine.run('sync_now');
  expect(one.engine.state()).toMatchObject({
    failingSince: null,
    lastError: { code: 'no_answer' },
  });
});
