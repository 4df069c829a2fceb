import { uuidOf } from './rows.ts';
import { newWorld, type TestDevice, type TestWorld } from './test-world.ts';
import type { CallName } from './test-transport.ts';

/** The item of both devices. */
export const task = uuidOf(1);

interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
  readonly two: TestDevice;
  /** Restores the server to the state in which both began. */
  readonly restore: () => void;
}

/** Two devices of one user that have a task as on the server. */
export async function inStep(): Promise<Scene> {
  const { world, one } = newWorld();
  const two = world.newDevice();
  await world.server.seed({ uuid: task, type: 'task', title: 'as it was', due_date: '2026-03-01' });
  for (const device of [one, two]) await device.engine.run('start');
  return { world, one, two, restore: world.server.backup() };
}

/** A cycle in which calls of one kind do not arrive. */
export async function runsWithout(one: TestDevice, lostCall: CallName): Promise<void> {
  await one.runsWith((call) => (call === lostCall ? 'request_lost' : 'none'), 'sync_now');
}

/** A conflict about the task's title is set aside on the first device. */
export async function inConflict(): Promise<Scene> {
  const scene = await inStep();
  const { world, one } = scene;
  const restore = world.server.backup();
  await one.edit(task, { title: 'mine' });
  await world.time.pass(60_000);
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the old history ${change}` });
  }
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { version: 6 } }]);
  return { ...scene, restore };
}

/** A backup has lost an item, whose newer version the first device knows. */
export async function itemLost(): Promise<Scene & { readonly lost: string }> {
  const scene = await inStep();
  const { world, one, two } = scene;
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await two.runsAfter(world.server.seed({ uuid: lost, type: 'task', title: 'first' }), 'sync_now');
  await one.runsAfter(world.server.change(lost, { title: 'second' }), 'sync_now');
  restore();
  return { ...scene, lost };
}
