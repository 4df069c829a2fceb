import type { Heartbeat } from '@foray/contract';
import { dayMs } from '@foray/domain';
import { startTriggers } from '../engine/triggers.ts';
import type { WriteTransaction } from '../store/ports.ts';
import { storedName } from '../store/stored-names.ts';
import { inStep, make } from '../testing/in-step.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { keepHeartbeat } from './heartbeat.ts';

const heartbeatMs = 25_000;

/** A device that has created a task and pulled everything since, after the self-check of the day. */
async function atRest() {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  for (let run = 0; run < 2; run += 1) await one.engine.run('start');
  one.transport.calls.length = 0;
  return { world, one, task };
}

function heartbeatOf({ server }: TestWorld): Heartbeat {
  return { epoch: server.epoch, ...server.position() };
}

async function hear(world: TestWorld, one: TestDevice, fields: Partial<Heartbeat> = {}) {
  const kept = await keepHeartbeat(one.device, { ...heartbeatOf(world), ...fields });
  expect(kept.ok).toBe(true);
}

/** The calls of a cycle started by the timer. */
async function calls(one: TestDevice): Promise<readonly string[]> {
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  return one.transport.calls;
}

test('[SYNC-10] an idle device with a healthy event stream makes no call in ten minutes', async () => {
  const { world, one } = await atRest();
  await hear(world, one);
  const { engine, connectivity, device } = one;
  const visibility = { isVisible: () => true, subscribe: () => () => undefined };
  const triggers = startTriggers({
    engine,
    connectivity,
    visibility,
    scheduler: world.time,
    ids: device.ids,
  });
  await world.time.pass(0);
  one.transport.calls.length = 0;
  world.time.every(heartbeatMs, () => void hear(world, one));
  await world.time.pass(10 * 60_000);
  expect(one.transport.calls).toEqual([]);
  const lastSyncMs = Date.parse(engine.state().lastSyncAt ?? '');
  expect(world.time.nowMs() - lastSyncMs).toBeLessThanOrEqual(30_000);
  triggers.stop();
});

test('[SYNC-10] the other triggers of the specification make a call for each stream, up to date or not', async () => {
  const { world, one } = await atRest();
  for (const trigger of ['start', 'online', 'visible', 'sync_now'] as const) {
    await hear(world, one);
    one.transport.calls.length = 0;
    await one.engine.run(trigger);
    expect(one.transport.calls.length, trigger).toBeGreaterThanOrEqual(4);
  }
});

test('[SYNC-10] [I10] a heartbeat with another epoch, run or head does not end a cycle of the timer', async () => {
  const { world, one } = await atRest();
  const { head } = world.server.position();
  for (const other of [{ epoch: 'e2' }, { run: 'r2' }, { head: head + 1 }, { head: head - 1 }]) {
    await hear(world, one, other);
    expect((await calls(one)).length, JSON.stringify(other)).toBe(4);
  }
  await hear(world, one);
  expect(await calls(one)).toEqual([]);
});

test('[SYNC-10] a heartbeat counts neither after a minute, nor before it has arrived', async () => {
  const { world, one } = await atRest();
  expect(await calls(one)).toHaveLength(4);
  await hear(world, one);
  await world.time.pass(60_000);
  expect(await calls(one)).toEqual([]);
  await world.time.pass(1);
  expect(await calls(one)).toHaveLength(4);
  await hear(world, one);
  world.time.skewMs = -60_001;
  expect(await calls(one)).toHaveLength(4);
});

test('[SYNC-10] changes by others are pulled by the next cycle of the timer, even if their event was lost', async () => {
  const { world, one, task } = await atRest();
  const other = world.newDevice();
  await other.engine.run('start');
  await other.runsAfter(other.edit(task.uuid, { title: 'theirs' }), 'action');
  await hear(world, one);
  await calls(one);
  expect(await one.row(task.uuid)).toMatchObject({ title: 'theirs' });
});

test('[SYNC-10] waiting requests do not wait any longer than without heartbeats', async () => {
  const waiting: Readonly<Record<string, (tx: WriteTransaction, uuid: string) => Promise<void>>> = {
    'a roll-up that is not confirmed': (tx, uuid) => tx.putMeta('rolled', uuid, { uuid }),
    'a confirmed delete': (tx, uuid) =>
      tx.putMeta('deleting', uuid, { requestId: 'r', deletedAt: '2026-01-01T00:00:00.000Z' }),
    'a buffered change': async (tx, uuid) => {
      const base = (await tx.itemByUuid(uuid))?.base;
      if (base != null) await tx.putMeta(storedName.buffered, uuid, { kind: 'row', row: base });
    },
    'a stream in a full fetch': async (tx) => {
      const state = await tx.meta('cursor', 'todo');
      if (state !== undefined) await tx.putMeta('cursor', 'todo', { ...state, fullSince: 1 });
    },
  };
  for (const [what, put] of Object.entries(waiting)) {
    const { world, one, task } = await atRest();
    await one.store.write((tx) => put(tx, task.uuid));
    await hear(world, one);
    expect((await calls(one)).length, what).toBeGreaterThanOrEqual(4);
    await hear(world, one);
    expect(await calls(one), `after ${what}`).toEqual([]);
  }
  const { world, one, task } = await atRest();
  await one.edit(task.uuid, { title: 'mine' });
  await hear(world, one);
  expect(await calls(one)).toContain('batch');
});

test('[SYNC-10] the daily self-check is still made', async () => {
  const { world, one } = await atRest();
  await world.time.pass(dayMs);
  await hear(world, one);
  expect(await calls(one)).toEqual(['selfCheck']);
});
