import { dropAsRepeatedCreates } from '@foray/sync/testing';
import type { Opened } from './tab.ts';
import type { World } from './world.ts';

/** A tab of the release 0.2.0 beside today's runs a cycle, and drops what it takes for repeated creates. */
export async function dropRepeating(world: World, { profile, device }: Opened): Promise<void> {
  if (profile.isGuest || profile.browser.isLastRelease) return;
  const before = [...profile.tables.requests.keys()];
  // A write that a crash cuts off may have dropped them.
  for (const id of before) profile.droppedByEarlierTab.add(id);
  const dropped = await dropAsRepeatedCreates(device);
  const kept = before.filter((id) => !dropped.includes(id));
  for (const id of kept) profile.droppedByEarlierTab.delete(id);
  if (dropped.length > 0) world.census.note('earlier tab', 'drops');
}
