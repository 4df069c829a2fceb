import type { Item } from '@foray/domain';
import { expect } from 'vitest';
import { createItem } from '../actions/actions.ts';
import { done } from './done.ts';
import { TestWorld } from './test-world.ts';
import type { TestDevice } from './test-world.ts';

/** A world with one device that is in step with an empty server. */
export async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  const one = world.newDevice();
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  return { world, one };
}

/** Creates a task, or a todo in the parent that is named. */
export async function make(of: TestDevice, title: string, parentUuid: string | null = null) {
  const type = parentUuid === null ? 'task' : 'todo';
  const { item } = await done(createItem(of.device, { type, title, parent_uuid: parentUuid }));
  return item;
}

/** Server and device show the same, nothing queued. */
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
  }
}

type Seen = Pick<
  Item,
  'uuid' | 'id' | 'title' | 'status' | 'assigned_to' | 'parent_uuid' | 'labels'
>;

function seenOf({ uuid, id, title, status, assigned_to, parent_uuid, labels }: Seen): Seen {
  return { uuid, id, title, status, assigned_to, parent_uuid, labels };
}
