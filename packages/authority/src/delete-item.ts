import type { DeleteCommand } from '@foray/contract';
import { may } from '@foray/domain';
import { logActivity } from './activity-log.ts';
import { climb } from './climb.ts';
import { applied, refused } from './decision.ts';
import type { Decision } from './decision.ts';
import { campaignOf, descendants, livingAncestors, livingBelow, lockItems } from './family.ts';
import { permissionFor } from './permission.ts';
import { brokenPrecondition, missingItem } from './precondition.ts';
import type { CommandRequest } from './request.ts';
import type { ItemRow } from './rows.ts';
import { writeItems } from './work.ts';
import type { Work } from './work.ts';

/**
 * Deletes an item and, of what lives below it, exactly what `children` names, so that nothing unseen
 * dies; names of anything else mean nothing. What stays keeps its parent_id and becomes an orphan
 * (product.md, "The hierarchy"). All that one delete takes carries the same `deleted_op`.
 */
export async function deleteItem(
  work: Work,
  command: DeleteCommand,
  request: CommandRequest,
): Promise<Decision> {
  const [item] = await lockItems(work.tx, [command.ref]);
  const permission = item ? await permissionFor(work.tx, work.callerId, item.id) : null;
  if (item === undefined || permission === null) {
    return refused(await missingItem(work, request));
  }
  if (!may(permission, 'delete')) return refused({ code: 'forbidden' });
  const broken = await brokenPrecondition(work, request, item);
  if (broken !== null) return refused(broken);

  const ancestors = await livingAncestors(work.tx, item);
  const below = await descendants(work.tx, [item.id]);
  const named = new Set(command.children);
  const taken = [item, ...livingBelow(item.id, below).filter((row) => named.has(row.uuid))];
  const deleted = taken.map((row): ItemRow => ({
    ...row,
    version: row.version + 1,
    updated_at: work.now,
    deleted_at: work.now,
    deleted_op: `${item.id}:${item.version + 1}`,
  }));
  await writeItems(work, deleted);
  for (const row of [...ancestors, ...below, ...deleted]) work.rejudged.set(row.id, row);
  const campaignId = campaignOf(item, ancestors)?.id ?? null;
  for (const row of deleted) logActivity(work, campaignId, row, 'deleted');

  const parents = new Set(deleted.map((row) => row.parent_id));
  for (const parentId of parents) await climb(work, parentId, { kind: 'removed' });
  return applied(deleted[0] ?? item, 204);
}
