import type { RestoreCommand } from '@foray/contract';
import { err, may, permissionOf } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { assignableUnder, assigneesOf } from '../items/assignees.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { changeBy } from '../store/changer.ts';
import { applied, unchanged } from '../store/request.ts';
import { isWithinLimits } from '../items/family-limits.ts';
import type { FamilyGrowth } from '../items/family-limits.ts';
import {
  ancestorLines,
  campaignIdOf,
  copiesIn,
  descendants,
  findItems,
  rightsFieldsOf,
  lockFound,
} from '../items/family.ts';
import { checkPrecondition, missingItem, permissionFor } from '../items/permitted-item.ts';
import type { CommandRequest, CommandDecision } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import { isTombstone, trashStart } from '../store/tombstone.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Restores an item within 30 days, with the items of the same delete that are still deleted. The caller
 * needs manage at this moment, by the rules from the root down; for anyone else the item does not exist
 * (product.md, "Rights"). Each item returns to its parent_id, even if that was moved since, and children
 * that stayed are below it again. Items that would exceed a limit do not come back. For an item that is not
 * deleted the response is the unchanged item, and a request that follows by X-After is 412: the caller has
 * not seen later changes.
 */
export async function restoreItem(
  unit: CommandUnitOfWork,
  command: RestoreCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const [item, ...taken] = await lockItemsOfDelete(unit, command);
  const ancestorsByItem = await ancestorLines(unit.tx, item === undefined ? [] : [item, ...taken]);
  if (item === undefined || !(await mayKnowOf(unit, item, ancestorsByItem))) {
    return err(await missingItem(unit, request));
  }
  if (item.deleted_at === null) {
    const permission = await permissionFor(unit.tx, unit.callerId, item.id);
    if (!may(permission, 'restore')) return err({ code: 'forbidden' });
  }
  const broken = await checkPrecondition(unit, request, item);
  if (broken !== null) return err(broken);
  if (item.deleted_at === null) return unchanged(item);

  for (const family of familiesOf(unit, item, taken, ancestorsByItem)) {
    const allowed = await assignablePeople(unit, family);
    const restored = family.restored.map((row) => withAllowedAssignee(row, allowed));
    const fitting = await isWithinLimits(unit, growthOf({ ...family, restored }));
    if (!fitting && family.head.id === item.id) return err({ code: 'limit' });
    if (fitting) await writeRestored(unit, { ...family, restored }, family.restored);
  }
  return applied(unit.touched.get(item.id) ?? item);
}

/** An item and the other items of its delete, with all their roots locked. */
async function lockItemsOfDelete(
  unit: CommandUnitOfWork,
  { ref }: RestoreCommand,
): Promise<readonly [ItemRow | undefined, ...ItemRow[]]> {
  const [found] = await findItems(unit.tx, [ref]);
  if (found === undefined) return [undefined];
  const taken = found.deleted_op === null ? [] : await unit.tx.takenBy(found.deleted_op);
  const others = taken.filter(({ id }) => id !== found.id);
  const [item, ...rest] = await lockFound(unit.tx, [found, ...others]);
  if (item?.deleted_op !== found.deleted_op) throw new RetryTransaction();
  return [item, ...rest.flatMap((row) => row ?? [])];
}

/** Items that come back in one place: the topmost item and those below it. */
interface RestoredFamily {
  readonly head: ItemRow;
  readonly ancestors: readonly ItemRow[];
  /** The rows as they are after the restore. */
  readonly restored: readonly ItemRow[];
  /** The parents that gain a child, once for each child. */
  readonly parents: readonly ItemRow[];
}

/**
 * The items and people that a family adds. A restored campaign or task counts too, because others may have
 * filled it meanwhile.
 */
function growthOf({ head, ancestors, restored, parents }: RestoredFamily): FamilyGrowth {
  return head.type === 'campaign'
    ? { ancestors: [head], items: restored.slice(1), people: assigneesOf(restored), parents }
    : { ancestors, items: restored, parents };
}

/** The caller, and the people to whom the caller could assign restored items. */
async function assignablePeople(
  unit: CommandUnitOfWork,
  { head, ancestors, restored }: RestoredFamily,
): Promise<ReadonlySet<number>> {
  const candidates = new Set(restored.flatMap(({ assigned_to }) => assigned_to ?? []));
  candidates.delete(unit.callerId);
  const root = ancestors.at(-1) ?? { ...head, assigned_to: null };
  const allowed = await assignableUnder(unit, root, [...candidates]);
  return new Set([...allowed, unit.callerId]);
}

/** The row, without its assignee unless `allowed` contains them. */
function withAllowedAssignee(row: ItemRow, allowed: ReadonlySet<number>): ItemRow {
  const isLeft = row.assigned_to !== null && !allowed.has(row.assigned_to);
  return isLeft ? { ...row, assigned_to: null } : row;
}

/**
 * The items that come back: the item with everything below it, and, if the delete was of this item, those
 * of its other items that were moved elsewhere since and that the caller now manages.
 */
function familiesOf(
  unit: CommandUnitOfWork,
  item: ItemRow,
  taken: readonly ItemRow[],
  ancestorsByItem: ReadonlyMap<number, readonly ItemRow[]>,
): readonly RestoredFamily[] {
  const ancestorsOfRow = (row: ItemRow): readonly ItemRow[] => ancestorsByItem.get(row.id) ?? [];
  const isBelow = (row: ItemRow, ids: ReadonlySet<number>): boolean =>
    ancestorsOfRow(row).some(({ id }) => ids.has(id));
  const back = taken.filter((row) => row.deleted_op === item.deleted_op && !isTombstone(row));
  const ids = new Set([item.id, ...back.map(({ id }) => id)]);
  const isOwnDelete = item.deleted_op?.startsWith(`${item.id}:`) ?? false;
  const follows = new Set(copiesIn(back, [item, ...back]));
  const elsewhere = isOwnDelete
    ? back.filter(
        (row) =>
          !follows.has(row) && !isBelow(row, ids) && isManaged(unit, row, ancestorsOfRow(row)),
      )
    : [];
  return [item, ...elsewhere].map((head) => {
    const below = back.filter((row) => isBelow(row, new Set([head.id])));
    const items = [head, ...below.filter((row) => !follows.has(row))];
    const all = [...new Set([...items, ...copiesIn(back, items)])];
    const children = items.filter((row) => row.occurrence_of === null);
    const parents = children.flatMap((row) => ancestorsOfRow(row).slice(0, 1));
    const restored = all.map((row): ItemRow => ({
      ...row,
      ...changeBy(unit, row.version + 1),
      deleted_at: null,
      deleted_op: null,
    }));
    return { head, ancestors: ancestorsOfRow(head), restored, parents };
  });
}

/** Writes restored items. `former` has the same rows with their former assignees. */
async function writeRestored(
  unit: CommandUnitOfWork,
  { head, ancestors, restored }: RestoredFamily,
  former: readonly ItemRow[],
): Promise<void> {
  const all = await descendants(unit.tx, [head.id]);
  await writeItems(unit, restored);
  // Only assignees of restored items gain rights above and below them.
  recheck(unit, [...ancestors, ...all], assigneesOf(restored));
  recheck(unit, restored, 'everybody');
  const campaignId = campaignIdOf(head, ancestors);
  const items = restored.filter((row) => row.occurrence_of === null);
  for (const row of head.occurrence_of === null ? items : restored) {
    logActivity(unit, campaignId, row, 'restored');
  }
  for (const [index, row] of restored.entries()) {
    const old = former[index]?.assigned_to ?? null;
    if (row.assigned_to === old || row.occurrence_of !== null) continue;
    logActivity(unit, campaignId, row, 'assigned', { assigned_to: { old, new: null } }, true);
  }
  const ids = new Set(restored.map((row) => row.id));
  for (const row of items) {
    // A parent that came back with its children keeps its status; only a parent that was not deleted is
    // rolled up.
    if (row.parent_id === null || ids.has(row.parent_id)) continue;
    await rollUpAncestors(unit, row.parent_id, { kind: 'added', status: row.status });
  }
}

/** Whether the caller may know of the item: they see it, or may restore it. */
async function mayKnowOf(
  unit: CommandUnitOfWork,
  item: ItemRow,
  ancestorsByItem: ReadonlyMap<number, readonly ItemRow[]>,
): Promise<boolean> {
  if (item.deleted_at === null) {
    return (await permissionFor(unit.tx, unit.callerId, item.id)) !== null;
  }
  // A tombstone can be recent: the end of its owner's account erased it.
  if (isTombstone(item) || item.deleted_at < trashStart(unit.now)) return false;
  return isManaged(unit, item, ancestorsByItem.get(item.id) ?? []);
}

function isManaged(unit: CommandUnitOfWork, item: ItemRow, ancestors: readonly ItemRow[]): boolean {
  const fields = [item, ...ancestors].map(rightsFieldsOf);
  return may(permissionOf(unit.callerId, fields, false), 'restore');
}
