import { mayLeaveRoot } from '@foray/domain';
import { logActivity } from './activity-log.ts';
import { assignableUnder, assigneesOf } from './assignees.ts';
import { rollUpAncestors } from './roll-up-ancestors.ts';
import { campaignIdOf, descendants, living } from './family.ts';
import type { Place } from './parent-place.ts';
import type { ItemRow } from '../store/rows.ts';
import { isTombstone } from '../store/tombstone.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** An item that is put elsewhere, or only changed, with what that does to what is below it. */
interface Moving {
  readonly item: ItemRow;
  /** The item as it is to be. */
  readonly next: ItemRow;
  /** Its new assignee was named with the move, and checked. */
  readonly isReassigned: boolean;
  readonly below: readonly ItemRow[];
  readonly from: Place;
  readonly to: Place;
}

/** What a move leaves. */
export interface Move {
  readonly after: ItemRow;
  /** What was below the item before. */
  readonly below: readonly ItemRow[];
  /** What moves along, as it is afterwards. */
  readonly taken: readonly ItemRow[];
  /** What stays under the item's former parent, as it is afterwards. */
  readonly left: readonly ItemRow[];
}

/**
 * What moves along with an item (product.md, "Rights"): out of a root whose owner is
 * another only descendants that the mover owns, the others go under the item's former parent. Under
 * another root assignees stay assigned only if they could be assigned there.
 */
export async function planMove(unit: UnitOfWork, moving: Moving): Promise<Move> {
  const { item, next, below, from, to } = moving;
  const [fromRoot, toRoot] = [from.line.at(-1) ?? item, to.line.at(-1) ?? next];
  if (fromRoot.id === toRoot.id) {
    return { after: next, below, taken: below.map((row) => following(row, next)), left: [] };
  }
  const staysBehind = (row: ItemRow): boolean =>
    !mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');
  const left = below.filter(staysBehind).map((row): ItemRow => ({
    ...row,
    parent_id: item.parent_id,
    parent_uuid: item.parent_uuid,
  }));
  const taken = below
    .filter((row) => !staysBehind(row))
    .map((row): ItemRow => ({ ...following(row, next), root_id: next.root_id }));
  if (to.parent === null) return { after: next, below, taken, left };

  const arriving = moving.isReassigned ? taken : [next, ...taken];
  const candidates = arriving.flatMap(({ assigned_to }) => assigned_to ?? []);
  const allowed = await assignableUnder(unit, toRoot, [...new Set(candidates)]);
  const cleared = (row: ItemRow): ItemRow =>
    row.assigned_to === null || allowed.has(row.assigned_to) ? row : { ...row, assigned_to: null };
  const after = moving.isReassigned ? next : cleared(next);
  return { after, below, taken: taken.map((row) => following(cleared(row), after)), left };
}

/** What is below an item, and the copies of its occurrences, which are where it is. */
export async function belowAndCopies(
  { tx }: UnitOfWork,
  item: ItemRow,
): Promise<readonly ItemRow[]> {
  // Whatever its number is: a completion of a later one may have arrived before those of the others.
  return [...(await descendants(tx, [item.id])), ...(await tx.copies(item.uuid, null))];
}

/** A copy of an item has its place and, unless it was undone, its assignee; anything else stays as it is. */
function following(row: ItemRow, item: ItemRow): ItemRow {
  if (row.occurrence_of !== item.uuid) return row;
  const { parent_id, parent_uuid } = item;
  const assigned_to = isTombstone(row) ? null : item.assigned_to;
  return { ...row, parent_id, parent_uuid, assigned_to };
}

/** What a move changes of what goes along, beside its root. */
export function followersIn({ below, taken }: Move): readonly ItemRow[] {
  const before = new Map(below.map((row) => [row.id, row]));
  return taken.filter((row) => {
    const former = before.get(row.id);
    return row.assigned_to !== former?.assigned_to || row.parent_id !== former.parent_id;
  });
}

/** Writes what a move changes beside the item itself, and what it means for rights and the log. */
export async function writeMove(
  unit: UnitOfWork,
  item: ItemRow,
  move: Move,
  from: Place,
  to: Place,
): Promise<void> {
  const { after, below, taken, left } = move;
  const before = new Map(below.map((row) => [row.id, row]));
  const isCleared = (row: ItemRow) => row.assigned_to !== before.get(row.id)?.assigned_to;
  const reRooted = taken.filter((row) => row.root_id !== before.get(row.id)?.root_id);
  if (reRooted.length > 0) await unit.tx.updateItems(reRooted);
  await writeItems(unit, [...followersIn(move), ...left]);

  recheck(unit, [after, ...taken, ...left], 'everybody');
  // On what is above, both here and there, only those gain or lose a view who are assigned below it.
  const assignees = assigneesOf([item, after, ...below]);
  recheck(unit, [...from.line, ...to.line], assignees);

  const [old, now] = [campaignIdOf(item, from.line), campaignIdOf(after, to.line)];
  for (const row of living(taken.filter(isCleared))) {
    const assigned_to = { old: before.get(row.id)?.assigned_to ?? null, new: null };
    if (row.occurrence_of === null) logActivity(unit, now, row, 'assigned', { assigned_to }, true);
  }
  for (const row of living(left)) {
    const parent_id = { old: item.id, new: row.parent_id };
    logActivity(unit, old, row, 'moved', { parent_id }, true);
  }
}

/** Rolls a move up: where the item was, in the item if something stayed behind, and where it is. */
export async function rollUpMove(
  unit: UnitOfWork,
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
