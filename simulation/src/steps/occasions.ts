import type { LocalItem } from '@foray/sync';
import type { Profile } from '../story/profile.ts';
import { rightOn, sightOf } from '../record/rights.ts';
import type { Step } from '../story/story.ts';
import type { World } from '../world/world.ts';

/*
 * Situations that random choices would hardly ever reach: items on which somebody has just lost rights, and
 * assignments that leave somebody with only the right to view. A step takes such an occasion one time in
 * four.
 */

/** From most to least. */
const rights: readonly string[] = ['manage', 'contribute', 'view', 'none'];

/** Whether a step looks for an occasion before it chooses among everything. */
export function takesOccasions({ salt }: Step): boolean {
  return salt % 4 === 0;
}

/**
 * The items on which their user has fewer rights than the device has received; only those that the user still
 * sees, if there are any.
 */
export function withLostRights(
  { server }: World,
  { tables, user, isGuest }: Profile,
): readonly LocalItem[] {
  if (isGuest) return [];
  const sight = sightOf(user.id, server.store.rows('items'));
  const lost = [...tables.items.values()].filter(({ uuid, permission, base, _deleted }) => {
    const right = sight.get(uuid) ?? 'none';
    return base !== null && !_deleted && rights.indexOf(right) > rights.indexOf(permission);
  });
  const seen = lost.filter(({ uuid }) => sight.has(uuid));
  return seen.length > 0 ? seen : lost;
}

/** Items that a device offers to restore although its person no longer has the right to. */
export function withLostRestores(
  { server }: World,
  { user, isGuest }: Profile,
  uuids: readonly string[],
): readonly string[] {
  if (isGuest || uuids.length === 0) return [];
  const items = new Map([...server.store.rows('items')].map((item) => [item.id, item]));
  const offered = new Set(uuids);
  const lost = [...items.values()].filter(
    (item) => offered.has(item.uuid) && rightOn(user.id, item, items) !== 'manage',
  );
  return lost.map(({ uuid }) => uuid);
}

/**
 * An assignment that leaves somebody, or prepares to leave them, with an item that they may see only because
 * something below it is theirs.
 */
export function strandingAssignment({
  tables,
  user,
}: Profile): { readonly row: LocalItem; readonly assignee: number | null } | null {
  const rows = [...tables.items.values()].filter(({ _deleted }) => !_deleted);
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  let prepared: { readonly row: LocalItem; readonly assignee: number } | null = null;
  for (const row of rows) {
    const parent = byUuid.get(row.parent_uuid ?? '');
    const assignee = parent?.assigned_to ?? null;
    if (parent === undefined || assignee === null || assignee === user.id) continue;
    if (row.assigned_to === assignee) return { row: parent, assignee: null };
    prepared ??= { row, assignee };
  }
  return prepared;
}
