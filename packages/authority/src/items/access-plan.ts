import { firstPersonId, rightUnder } from '@foray/domain';
import type { Permission } from '@foray/domain';
import { rightsFieldsOf } from './family.ts';
import type { AccessRow, ItemRow } from '../store/rows.ts';
import { isTombstone } from '../store/tombstone.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/** An access row to write. */
export interface PlannedAccess {
  readonly item: ItemRow;
  readonly row: AccessRow;
  /** Whether the row takes a new place in the user's feed. */
  readonly isNewInFeed: boolean;
}

/** Access rows by item, then user. */
type AccessByItem = ReadonlyMap<number, ReadonlyMap<number, AccessRow>>;

/**
 * The access rows that a change requires: for everyone who could see a touched item before or sees it
 * after, and for the people of a rechecked item whose right on it changed (sync.md, section 1). All item
 * rows must have been written. Ordered by item, then user.
 */
export async function planAccess(unit: CommandUnitOfWork): Promise<readonly PlannedAccess[]> {
  const items = new Map(
    [...unit.rechecked].map(([id, { row }]) => [id, row] as const).concat([...unit.touched]),
  );
  const current = await readAccess(unit);
  const peopleBelow = await readPeopleBelow(unit);
  const rightOn = rightEvaluator(unit);
  const planned: PlannedAccess[] = [];
  for (const item of [...items.values()].toSorted((a, b) => a.id - b.id)) {
    const rows = current.get(item.id) ?? new Map<number, AccessRow>();
    const below = peopleBelow.get(item.id) ?? new Set<number>();
    const checked = unit.rechecked.get(item.id);
    const isTouched = unit.touched.has(item.id);
    const isChecked = (userId: number): boolean =>
      checked !== undefined && (checked.people === null || checked.people.has(userId));
    const people = new Set([
      ...rows.keys(),
      ...(checked?.people ?? (checked === undefined ? [] : [...peopleAbove(unit, item), ...below])),
    ]);
    for (const userId of [...people].toSorted((a, b) => a - b)) {
      if (userId < firstPersonId) continue;
      const before = rows.get(userId);
      const row = isChecked(userId)
        ? accessAfter(
            item,
            userId,
            before,
            rightOnItem(item, rightOn(userId, item), below.has(userId)),
          )
        : (before ?? null);
      if (row === null) continue;
      const isSeenOrLost = before === undefined || !before.removed || !row.removed;
      const isNewInFeed = isSeenOrLost && (isTouched || !isSameRight(row, before));
      const after = { ...row, root_id: item.root_id };
      if (isNewInFeed || !isSameAccess(after, before))
        planned.push({ item, row: after, isNewInFeed });
    }
  }
  return planned;
}

/** The rights of one person on one item. */
interface PersonRight {
  /** The right by the rules from the root down, even on a deleted item. */
  readonly strong: Permission | null;
  /** The right with which the person sees the item; null on a deleted item. */
  readonly seen: Permission | null;
}

function rightOnItem(
  item: ItemRow,
  strong: Permission | null,
  hasRightBelow: boolean,
): PersonRight {
  if (item.deleted_at !== null) return { strong, seen: null };
  return { strong, seen: strong ?? (hasRightBelow ? 'view' : null) };
}

function accessAfter(
  item: ItemRow,
  user_id: number,
  before: AccessRow | undefined,
  { strong, seen }: PersonRight,
): AccessRow | null {
  const place = { user_id, item_id: item.id, root_id: item.root_id, seq: before?.seq ?? 0 };
  if (seen !== null) return { ...place, permission: seen, removed: false, reason: null };
  // A deleted item is in the trash of everyone who may restore it now, even if they did not see it before,
  // until it becomes a tombstone.
  const isInTrash = item.deleted_at !== null && !isTombstone(item) && strong === 'manage';
  if (isInTrash) return { ...place, permission: strong, removed: true, reason: 'deleted' };
  if (before === undefined) return null;
  const reason = before.reason ?? (item.deleted_at === null ? 'hidden' : 'deleted');
  // The store lists the trash by this right: a user who may no longer restore the item keeps a lower right
  // than they lost.
  const leavesTrash = reason === 'deleted' && before.permission === 'manage';
  const permission = leavesTrash ? (strong ?? 'view') : before.permission;
  return { ...place, permission, removed: true, reason };
}

function isSameAccess(after: AccessRow, before: AccessRow | undefined): boolean {
  return (
    after.root_id === before?.root_id &&
    after.permission === before.permission &&
    after.reason === before.reason
  );
}

function isSameRight(after: AccessRow, before: AccessRow | undefined): boolean {
  if (before?.removed !== after.removed) return false;
  return after.removed || before.permission === after.permission;
}

/** The stored rows: everybody's on a touched item, and those of the affected users on a rechecked item. */
async function readAccess(unit: CommandUnitOfWork): Promise<AccessByItem> {
  const ofAll: number[] = [...unit.touched.keys()];
  const ofSome: number[] = [];
  const people = new Set<number>();
  for (const [id, { people: concerned }] of unit.rechecked) {
    if (unit.touched.has(id)) continue;
    if (concerned === null) ofAll.push(id);
    else ofSome.push(id);
    for (const userId of concerned ?? []) people.add(userId);
  }
  const known = ofAll.filter((id) => !unit.created.has(id));
  const rows = [
    ...(known.length === 0 ? [] : await unit.tx.access(known, null)),
    ...(ofSome.length === 0 ? [] : await unit.tx.access(ofSome, [...people])),
  ];
  const byItem = new Map<number, Map<number, AccessRow>>();
  for (const row of rows) {
    const ofItem = byItem.get(row.item_id) ?? new Map<number, AccessRow>();
    const checked = unit.rechecked.get(row.item_id)?.people;
    const isMeant = unit.touched.has(row.item_id) || (checked?.has(row.user_id) ?? true);
    if (isMeant) byItem.set(row.item_id, ofItem.set(row.user_id, row));
  }
  return byItem;
}

/** Evaluates rights by the rules, one level at a time from the root, each level once. */
function rightEvaluator(
  unit: CommandUnitOfWork,
): (userId: number, item: ItemRow) => Permission | null {
  const known = new Map<number, Map<number, Permission | null>>();
  const rightOn = (userId: number, item: ItemRow): Permission | null => {
    const ofItem = known.get(item.id) ?? new Map<number, Permission | null>();
    known.set(item.id, ofItem);
    const found = ofItem.get(userId);
    if (found !== undefined) return found;
    const parent = parentOf(unit, item);
    const above = parent === null ? 'top' : rightOn(userId, parent);
    const right = rightUnder(userId, rightsFieldsOf(item), above);
    ofItem.set(userId, right);
    return right;
  };
  return rightOn;
}

/** Everybody who can have a right on an item through its ancestors: the root's owner, and assignees. */
function peopleAbove(unit: CommandUnitOfWork, item: ItemRow): readonly number[] {
  const parent = parentOf(unit, item);
  const assignees = item.deleted_at === null ? [item.assigned_to ?? 0] : [];
  return parent === null
    ? [item.user_id, ...assignees]
    : [...peopleAbove(unit, parent), ...assignees];
}

function parentOf(unit: CommandUnitOfWork, item: ItemRow): ItemRow | null {
  if (item.parent_id === null) return null;
  const parent = unit.rechecked.get(item.parent_id)?.row ?? unit.above.get(item.parent_id);
  if (parent === undefined) throw new Error(`what ${item.id} stands in was not read`);
  return parent;
}

async function readPeopleBelow(
  unit: CommandUnitOfWork,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  // A todo has no children; leaving todos out keeps a campaign of thousands cheap.
  const parents = [...unit.rechecked.values()].flatMap(({ row }) =>
    row.deleted_at === null && row.type !== 'todo' && !unit.created.has(row.id) ? row.id : [],
  );
  const answers = parents.length === 0 ? [] : await unit.tx.below(parents);
  return new Map(answers.map(({ item_id, people }) => [item_id, new Set(people)]));
}
