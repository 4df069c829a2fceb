import type { DeleteCommand } from '@foray/contract';
import { logActivity } from '../items/activity-log.ts';
import { assigneesOf } from '../items/assignees.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { changeBy } from '../store/changer.ts';
import { applied } from '../store/request.ts';
import { ancestorsOf, campaignIdOf, copiesIn, living } from '../items/family.ts';
import { belowAndCopies } from '../items/move.ts';
import { lockPermitted } from '../items/permitted-item.ts';
import type { CommandRequest, CommandDecision } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Deletes an item and exactly those undeleted items below it that `children` names, so that no unseen item is
 * deleted; other names have no effect. Copies of occurrences are deleted with their item. Items that stay
 * keep their parent_id and become orphans (product.md, "The hierarchy"). All rows of one delete carry the
 * same `deleted_op`.
 */
export async function deleteItem(
  unit: CommandUnitOfWork,
  command: DeleteCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const found = await lockPermitted(unit, command.ref, 'delete', request);
  if (!found.ok) return found;
  const { item } = found.value;

  const ancestors = await ancestorsOf(unit.tx, item);
  const below = await belowAndCopies(unit, item);
  const named = new Set(command.children);
  const chosen = [item, ...living(below).filter((row) => named.has(row.uuid))];
  const taken = [...new Set([...chosen, ...copiesIn(living(below), chosen)])];
  const deleted = taken.map((row): ItemRow => ({
    ...row,
    ...changeBy(unit, row.version + 1),
    deleted_at: unit.now,
    deleted_op: `${item.id}:${item.version + 1}`,
  }));
  await writeItems(unit, deleted);
  // The assignees of deleted items lose their rights; everybody else keeps theirs on the rest.
  recheck(unit, [...ancestors, ...below], assigneesOf(taken));
  recheck(unit, deleted, 'everybody');
  const campaignId = campaignIdOf(item, ancestors);
  const items = deleted.filter((row) => row.occurrence_of === null);
  for (const row of item.occurrence_of === null ? items : deleted) {
    logActivity(unit, campaignId, row, 'deleted');
  }

  const parents = new Set(items.map((row) => row.parent_id));
  for (const parentId of parents) await rollUpAncestors(unit, parentId, { kind: 'removed' });
  return applied(deleted[0] ?? item, 204);
}
