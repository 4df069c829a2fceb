import type { DeltaItem } from '@foray/contract';
import { storedName, type LocalItem } from '@foray/sync';
import { inventedUuid } from '../story/invented.ts';
import type { Profile } from '../story/profile.ts';
import type { Step } from '../story/story.ts';
import type { World } from '../world/world.ts';

/**
 * Damages a database behind the store's back: a row is lost, an older row is back, or there is a row that no
 * server sent. Queued requests stay. The self-check has to find it.
 */
export function damage(world: World, profile: Profile, { at, to }: Step): void {
  const { stored, isGuest } = profile;
  const rows = givenAgain(world, profile);
  const row = rows[at % rows.length];
  // Two damages at a time may cancel out in count and sum. On a device of the last release, which keeps no
  // positions, such a row looks like a restored backup.
  const isOfLastRelease = profile.tables.meta('position').size === 0;
  if (isGuest || isOfLastRelease || profile.isDamaged || !row?.base) return;
  profile.isDamaged = true;
  world.imports.lose(row.uuid);
  const how = (['lost', 'older', 'invented'] as const)[to % 3] ?? 'lost';
  world.census.note('damage', how);
  if (how === 'lost') stored.deleteItem(row.id);
  else if (how === 'older') stored.putItem({ ...row, base: olderThan(row.base) });
  else stored.putItem(inventedLike(row, row.base, at));
  stored.commit();
}

/**
 * An older row, by its own version: if the version stayed, other devices' changes of it would count as seen.
 * Before version 1 it is the row that a create makes, with version 0.
 */
function olderThan({ rev, version, ...row }: DeltaItem): DeltaItem {
  return { ...row, rev: rev - 1, version: version - 1 };
}

/** The row belongs to another user and can only be viewed, so that no step continues to work with it. */
function inventedLike(row: LocalItem, base: NonNullable<LocalItem['base']>, at: number): LocalItem {
  const uuid = inventedUuid(at);
  const own = { id: 99_000_000 + at, uuid, user_id: 1, title: 'nobody wrote this' } as const;
  const seen = { permission: 'view', assigned_to: null, description: null } as const;
  return { ...row, ...own, ...seen, base: { ...base, ...own, ...seen } };
}

/** The rows that the server can send again: no request about them waits, and no restored backup lost them. */
export function givenAgain({ server }: World, profile: Profile): readonly LocalItem[] {
  const there = new Set([...server.store.rows('items')].map(({ uuid }) => uuid));
  const rows = [...profile.tables.items.values()];
  return rows.filter((row) => isAtRest(profile, row) && there.has(row.uuid));
}

/** Whether no request about a row waits, on either side. */
function isAtRest({ tables }: Profile, { uuid, base }: LocalItem): boolean {
  const kinds = ['conflict', storedName.buffered, 'restoring', 'deleting'] as const;
  const isQueued = (tables.requestIds.get(uuid)?.size ?? 0) > 0;
  return base !== null && !isQueued && kinds.every((kind) => !tables.meta(kind).has(uuid));
}
