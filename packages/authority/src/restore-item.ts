import type { RestoreCommand } from '@foray/contract';
import { may, permissionOf } from '@foray/domain';
import { logActivity } from './activity-log.ts';
import { climb } from './climb.ts';
import { applied, refused } from './decision.ts';
import type { Decision } from './decision.ts';
import { fits } from './family-limits.ts';
import { campaignOf, descendants, livingAncestors, livingBelow, lockItems } from './family.ts';
import { permissionFor } from './permission.ts';
import { brokenPrecondition, missingItem } from './precondition.ts';
import type { CommandRequest } from './request.ts';
import type { ItemRow } from './rows.ts';
import { isTombstone, trashBegins } from './tombstone.ts';
import { writeItems } from './work.ts';
import type { Work } from './work.ts';

/**
 * Brings an item back, with what the same delete took below it, for 30 days; it needs the right that
 * deleting needed (product.md, "The hierarchy"). Children that stayed are under it again. An item
 * that lives is answered as it is.
 */
export async function restoreItem(
  work: Work,
  command: RestoreCommand,
  request: CommandRequest,
): Promise<Decision> {
  const [item] = await lockItems(work.tx, [command.ref]);
  if (item === undefined) {
    return refused(await missingItem(work, request));
  }
  const ancestors = await livingAncestors(work.tx, item);
  const permission =
    item.deleted_at === null
      ? await permissionFor(work.tx, work.callerId, item.id)
      : permissionOf(work.callerId, item, ancestors, false);
  if (permission === null || isTooOld(work, item)) {
    return refused(await missingItem(work, request));
  }
  if (!may(permission, 'restore')) return refused({ code: 'forbidden' });
  const broken = await brokenPrecondition(work, request, item);
  if (broken !== null) return refused(broken);
  if (item.deleted_at === null) return applied(item);

  const took = (row: ItemRow): boolean => row.deleted_op === item.deleted_op && !isTombstone(row);
  const all = await descendants(work.tx, [item.id]);
  const restored = [item, ...all.filter(took)].map((row): ItemRow => ({
    ...row,
    version: row.version + 1,
    updated_at: work.now,
    deleted_at: null,
    deleted_op: null,
  }));
  const below = all.map((row) => restored.find((one) => one.id === row.id) ?? row);
  const arriving = [...restored.slice(0, 1), ...livingBelow(item.id, below)];
  if (!(await fits(work.tx, { ancestors, items: arriving, newChildren: 1 }))) {
    return refused({ code: 'limit' });
  }
  await writeItems(work, restored);
  for (const row of [...ancestors, ...below, ...restored]) work.rejudged.set(row.id, row);
  const campaignId = campaignOf(item, ancestors)?.id ?? null;
  for (const row of restored) logActivity(work, campaignId, row, 'restored');

  const ids = new Set(restored.map((row) => row.id));
  for (const row of restored) {
    // A parent that came back with its children is as it was; only one that stayed is judged again.
    if (row.parent_id === null || ids.has(row.parent_id)) continue;
    await climb(work, row.parent_id, { kind: 'added', status: row.status });
  }
  return applied(restored[0] ?? item);
}

function isTooOld(work: Work, item: ItemRow): boolean {
  if (item.deleted_at === null) return false;
  // Erased before its time, with the account of its owner.
  return isTombstone(item) || item.deleted_at < trashBegins(work.now);
}
