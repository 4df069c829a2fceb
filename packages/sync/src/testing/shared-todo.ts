import type { TestDevice, TestWorld } from './test-world.ts';
import { uuidOf } from './rows.ts';
import { inStep } from './in-step.ts';

/** The todo. */
export const x = uuidOf(1);

/** A device and a server that share one todo, `x`. */
export async function shared(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep({ uuid: x, type: 'todo', title: 'start' });
  return { world, one };
}

/** The device changes the title of `x`, and others do so later. */
export async function editBoth(world: TestWorld, one: TestDevice): Promise<void> {
  await one.edit(x, { title: 'mine' });
  await world.changes(x, { title: 'theirs' });
}
