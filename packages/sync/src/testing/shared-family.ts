import { expect } from 'vitest';
import { uuidOf } from './rows.ts';
import { TestWorld } from './test-world.ts';
import type { TestDevice } from './test-world.ts';

/** A task, two todos in it, and another task. */
export const [task, todo, sibling, elsewhere] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];

/** A device in step with its server. */
export interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
}

/** A device and a server that share a task with two todos, and another task. */
export async function family(): Promise<Scene> {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: task, type: 'task', title: 'task' });
  await world.server.seed({ uuid: elsewhere, type: 'task', title: 'elsewhere' });
  await world.server.seed({ uuid: todo, type: 'todo', title: 'todo', parent_uuid: task });
  await world.server.seed({ uuid: sibling, type: 'todo', title: 'sibling', parent_uuid: task });
  await one.engine.run('start');
  return { world, one };
}

/** Others change the todo after this device has, and the device finds the conflict. */
export async function changedThere(
  { world, one }: Scene,
  change: Parameters<TestWorld['server']['change']>[1],
): Promise<void> {
  await world.time.pass(5000);
  await world.server.change(todo, change);
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo }]);
}

/** The reasons that the flight recorder has of the decisions about an item. */
export function decisionsOf({ one }: Scene, uuid: string) {
  const log = one.engine.log();
  return log.filter(({ event, item }) => event === 'decided' && item === uuid);
}
