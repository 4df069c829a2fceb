import { addedFieldNames } from '@foray/domain';
import { createEngine, type LocalChange } from '@foray/sync';
import { asEarlierTab, dropAsRepeatedCreates, renameAsEarlier } from '@foray/sync/testing';
import { withoutPrivateRows } from '../device/last-release.ts';
import { valuesOf } from '../record/fields.ts';
import { perform } from './perform.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/**
 * A tab of the release 0.2.0 runs a cycle beside today's tabs, and drops requests that it mistakes for
 * repeated creates.
 */
export async function dropRepeating(world: World, { profile, device }: TabAccount): Promise<void> {
  if (profile.isGuest || profile.browser.isLastRelease) return;
  const before = [...profile.tables.requests.keys()];
  // A write that a crash interrupts may have dropped them.
  for (const id of before) profile.droppedByEarlierTab.add(id);
  const dropped = await dropAsRepeatedCreates(device);
  const kept = before.filter((id) => !dropped.includes(id));
  for (const id of kept) profile.droppedByEarlierTab.delete(id);
  if (dropped.length > 0) world.census.note('earlier tab', 'drops');
}

/**
 * A tab of the release 0.2.0 beside today's tabs renames an item with a queued change that it does not know,
 * and writes back only the parts that it knows.
 */
export async function renameBeside(world: World, opened: TabAccount, { at }: Step): Promise<void> {
  const { profile, device } = opened;
  if (profile.isGuest || profile.browser.isLastRelease) return;
  const queued = [...profile.tables.requests.values()].filter(
    ({ method, data, sent }) =>
      method === 'PATCH' && !sent && addedFieldNames.some((name) => data?.[name] !== undefined),
  );
  const uuid = queued[at % queued.length]?.itemUuid ?? '';
  const row = profile.tables.items.get(profile.tables.idOfUuid.get(uuid) ?? -1);
  if (row === undefined) return;
  const title = `text ${world.eventLog.actions.length}`;
  const action = { kind: 'text', uuids: [uuid], writes: { title }, seen: valuesOf(row) } as const;
  const renamed = await perform(world, opened, action, () => renameAsEarlier(device, uuid, title));
  if (renamed.ok) world.census.note('earlier tab', 'renames');
}

/** A tab of the release 0.2.0 runs a cycle, and writes rows without the fields that it does not know. */
export async function runBeside(
  world: World,
  { profile, ports, device, shown }: TabAccount,
): Promise<void> {
  if (profile.isGuest || profile.browser.isLastRelease) return;
  profile.tables.hasOldRows = true;
  const channel = shown.openBeside();
  const changes = { publish: (change: LocalChange) => channel.send(change) };
  const beside = asEarlierTab({ ...device, changes }, profile.stored);
  const transport = withoutPrivateRows(ports.transport);
  const engine = createEngine({ ...ports, transport, device: beside });
  const outcome = await engine.run('sync_now');
  engine.stop();
  channel.close();
  if (outcome.kind === 'complete') world.census.note('earlier tab', 'syncs');
}
