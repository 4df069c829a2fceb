import { mayLeaveRoot } from '@foray/domain';
import { logActivity } from './activity-log.ts';
import { assignableUnder, assigneesOf } from './assignees.ts';
import { rollUpAncestors } from './roll-up-ancestors.ts';
import { campaignIdOf, descendants, living } from './family.ts';
import type { ParentPlacement } from './parent-place.ts';
import type { ItemRow } from '../store/rows.ts';
import { isTombstone } from '../store/tombstone.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/** A changed item, moved or not, with everything below it. */
interface Moving {
  readonly item: ItemRow;
  /** The item after the change. */
  readonly next: ItemRow;
  /** The request also names a new assignee, who was checked. */
  readonly isReassigned: boolean;
  readonly below: readonly ItemRow[];
  readonly from: ParentPlacement;
  readonly to: ParentPlacement;
}

/** The result of a move. */
export interface Move {
  readonly after: ItemRow;
  /** The items below the item before the move. */
  readonly below: readonly ItemRow[];
  /** The items that move along, in their new state. */
  readonly taken: readonly ItemRow[];
  /** The items that stay under the item's former parent, in their new state. */
  readonly left: readonly ItemRow[];
}

/**
 * Plans which items move along (product.md, "Rights"). Out of another owner's root only the mover's own
 * descendants do; the others stay under the item's former parent. Under another root, assignees stay only
 * if the caller could assign the item to them there.
 */
export async function planMove(unit: CommandUnitOfWork, moving: Moving): Promise<Move> {
  const { item, next, below, from, to } = moving;
  const [fromRoot, toRoot] = [from.ancestors.at(-1) ?? item, to.ancestors.at(-1) ?? next];
  if (fromRoot.id === toRoot.id) {
    return { after: next, below, taken: below.map((row) => withPlaceOfItem(row, next)), left: [] };
  }
  const staysBehind = (row: ItemRow): boolean =>
    !mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');
  const left = below.filter(staysBehind).map((row): ItemRow => ({
    ...row,
    parent_id: item.parent_id,
    parent_uuid: item.parent_uuid,
    position: null,
  }));
  const taken = below
    .filter((row) => !staysBehind(row))
    .map((row): ItemRow => ({ ...withPlaceOfItem(row, next), root_id: next.root_id }));
  if (to.parent === null) return { after: next, below, taken, left };

  const moved = moving.isReassigned ? taken : [next, ...taken];
  const candidates = moved.flatMap(({ assigned_to }) => assigned_to ?? []);
  const allowed = await assignableUnder(unit, toRoot, [...new Set(candidates)]);
  const cleared = (row: ItemRow): ItemRow =>
    row.assigned_to === null || allowed.has(row.assigned_to) ? row : { ...row, assigned_to: null };
  const after = moving.isReassigned ? next : cleared(next);
  return { after, below, taken: taken.map((row) => withPlaceOfItem(cleared(row), after)), left };
}

/** The items below an item, and the copies of its occurrences, which are beside it. */
export async function belowAndCopies(
  { tx }: CommandUnitOfWork,
  item: ItemRow,
): Promise<readonly ItemRow[]> {
  // Copies of all numbers, because the completion of a later occurrence may have arrived before earlier
  // ones.
  return [...(await descendants(tx, [item.id])), ...(await tx.copies(item.uuid, null))];
}

/**
 * A copy gets the place of its item and, unless it is a tombstone, the assignee. Any other row stays
 * unchanged.
 */
function withPlaceOfItem(row: ItemRow, item: ItemRow): ItemRow {
  if (row.occurrence_of !== item.uuid) return row;
  const { parent_id, parent_uuid } = item;
  const assigned_to = isTombstone(row) ? null : item.assigned_to;
  return { ...row, parent_id, parent_uuid, assigned_to };
}

/** The items that a move changes besides their root. */
export function followersIn({ below, taken }: Move): readonly ItemRow[] {
  const before = new Map(below.map((row) => [row.id, row]));
  return taken.filter((row) => {
    const former = before.get(row.id);
    return row.assigned_to !== former?.assigned_to || row.parent_id !== former.parent_id;
  });
}

/** Writes the move of everything except the item itself, with the consequences for rights and the log. */
export async function writeMove(
  unit: CommandUnitOfWork,
  item: ItemRow,
  move: Move,
  from: ParentPlacement,
  to: ParentPlacement,
): Promise<void> {
  const { after, below, taken, left } = move;
  const before = new Map(below.map((row) => [row.id, row]));
  const isCleared = (row: ItemRow) => row.assigned_to !== before.get(row.id)?.assigned_to;
  const reRooted = taken.filter((row) => row.root_id !== before.get(row.id)?.root_id);
  if (reRooted.length > 0) await unit.tx.updateItems(reRooted);
  await writeItems(unit, [...followersIn(move), ...left]);

  recheck(unit, [after, ...taken, ...left], 'everybody');
  // Only assignees below can gain or lose the view of ancestors, on either side.
  const assignees = assigneesOf([item, after, ...below]);
  recheck(unit, [...from.ancestors, ...to.ancestors], assignees);

  const [old, now] = [campaignIdOf(item, from.ancestors), campaignIdOf(after, to.ancestors)];
  for (const row of living(taken.filter(isCleared))) {
    const assigned_to = { old: before.get(row.id)?.assigned_to ?? null, new: null };
    if (row.occurrence_of === null) logActivity(unit, now, row, 'assigned', { assigned_to }, true);
  }
  for (const row of living(left)) {
    const parent_id = { old: item.id, new: row.parent_id };
    logActivity(unit, old, row, 'moved', { parent_id }, true);
  }
}

/** Rolls up a move: the former parent, the item if something stayed behind, and the new parent. */
export async function rollUpMove(
  unit: CommandUnitOfWork,
  item: ItemRow,
  { after, left }: Move,
): Promise<void> {
  const stayed = living(left);
  await rollUpAncestors(unit, item.parent_id, { kind: 'removed' });
  for (const { status } of stayed)
    await rollUpAncestors(unit, item.parent_id, { kind: 'added', status });
  if (stayed.length > 0) await rollUpAncestors(unit, after.id, { kind: 'removed' });
  const { status } = unit.touched.get(after.id) ?? after;
  await rollUpAncestors(unit, after.parent_id, { kind: 'added', status });
}
