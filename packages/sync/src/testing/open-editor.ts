import type { LocalItem } from '../store/local-item.ts';
import type { TestDevice, TestWorld } from './test-world.ts';
import { uuidOf } from './rows.ts';
import { inStep } from './in-step.ts';

/** The task that the editor shows, a todo in it, and two campaigns beside it. */
export const [x, child, elsewhere, third] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];

/** A device on which an editor is open. */
export interface OpenEditor {
  readonly world: TestWorld;
  readonly one: TestDevice;
  /** The item as it was shown when an editor of it opened. */
  readonly seen: LocalItem;
}

/** An editor of the task `x` is open on a device. */
export async function opened(): Promise<OpenEditor> {
  const { world, one } = await inStep(
    { uuid: x, type: 'task', title: 'start', description: 'about' },
    { uuid: child, type: 'todo', title: 'child', parent_uuid: x },
    { uuid: elsewhere, type: 'campaign', title: 'elsewhere' },
    { uuid: third, type: 'campaign', title: 'third place' },
  );
  return { world, one, seen: await one.row(x) };
}

/** Another device changes the item, and the change arrives. */
export async function arrives(
  { world, one }: OpenEditor,
  fields: Parameters<typeof world.server.change>[1],
) {
  await world.time.pass(5000);
  await one.runsAfter(world.server.change(x, fields), 'event');
  await world.time.pass(5000);
}
