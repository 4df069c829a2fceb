import { uuidOf } from './rows.ts';
import type { TestDevice, TestWorld } from './test-world.ts';
import { inStep } from './in-step.ts';

/** A task, two todos in it, and another task. */
export const [task, todo, sibling, elsewhere] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];

/** A device in step with its server. */
export interface SharedFamilyScene {
  readonly world: TestWorld;
  readonly one: TestDevice;
}

/** A device and a server that share a task with two todos, and another task. */
export async function family(): Promise<SharedFamilyScene> {
  const { world, one } = await inStep(
    { uuid: task, type: 'task', title: 'task' },
    { uuid: elsewhere, type: 'task', title: 'elsewhere' },
    { uuid: todo, type: 'todo', title: 'todo', parent_uuid: task },
    { uuid: sibling, type: 'todo', title: 'sibling', parent_uuid: task },
  );
  return { world, one };
}

/** Others change the todo after this device has, and the device finds the conflict. */
export async function changedThere(
  { world, one }: SharedFamilyScene,
  change: Parameters<TestWorld['server']['change']>[1],
): Promise<void> {
  await world.time.pass(5000);
  await one.runsAfter(world.server.change(todo, change), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo }]);
}

/** The reasons in the flight recorder for the decisions about an item. */
export function decisionsOf({ one }: SharedFamilyScene, uuid: string) {
  const log = one.engine.log();
  return log.filter(({ event, item }) => event === 'decided' && item === uuid);
}
