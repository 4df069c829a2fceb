import type { Item } from '@foray/domain';
import type { CycleTrigger } from '../engine/sync-state.ts';
import { newWorld, type TestDevice, type TestWorld } from './test-world.ts';
import type { SeededItem } from './test-server.ts';

/**
 * A world with one device that is up to date with a server that has these items, and no others; `restore`
 * restores the server to that state.
 */
export async function inStep(
  ...items: SeededItem[]
): Promise<{ world: TestWorld; one: TestDevice; restore: () => void }> {
  const { world, one } = newWorld();
  for (const item of items) await world.server.seed(item);
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  return { world, one, restore: world.server.backup() };
}

/** Creates a task, or a todo in the given parent. */
export async function make(of: TestDevice, title: string, parentUuid: string | null = null) {
  const type = parentUuid === null ? 'task' : 'todo';
  const { item } = await of.create({ type, title, parent_uuid: parentUuid });
  return item;
}

/** A cycle that completes, after which server and device agree. */
export async function endsInStep(world: TestWorld, one: TestDevice, trigger: CycleTrigger) {
  expect(await one.engine.run(trigger)).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
}

/** Server and device show the same, with nothing queued or in conflict. */
export async function expectInStep(world: TestWorld, ...devices: TestDevice[]): Promise<void> {
  for (const one of devices) {
    const shown = (await one.shown()).map(({ base, ...row }) => {
      return { ...seenOf(row), version: base?.version };
    });
    const living = world.server
      .living()
      .map((item) => ({ ...seenOf(item), version: item.version }))
      .sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    expect(shown).toEqual(living);
    expect(await one.queue()).toEqual([]);
    expect(await one.engine.conflicts()).toEqual([]);
  }
}

type Seen = Pick<
  Item,
  'uuid' | 'id' | 'title' | 'status' | 'assigned_to' | 'parent_uuid' | 'labels' | 'position'
>;

function seenOf(row: Seen): Seen {
  const { uuid, id, title, status, assigned_to, parent_uuid, labels, position } = row;
  return { uuid, id, title, status, assigned_to, parent_uuid, labels, position };
}
