import { ancestorsOf, firstPersonId, permissionOf } from '@foray/domain';
import type { Permission } from '@foray/domain';
import type { AccessRow, ItemRow } from './rows.ts';
import type { Work } from './work.ts';

/** An access row to be written; `isNew` ones still need their seq. */
export interface PlannedAccess {
  readonly row: AccessRow;
  readonly isNews: boolean;
}

/**
 * The access rows that a change makes necessary: for everyone who could see a touched item before or
 * sees it after, and for everyone whose right on a rejudged item changed (sync.md, section 1). All
 * item rows must have been written. Ordered by item, then user.
 */
export async function planAccess(work: Work): Promise<readonly PlannedAccess[]> {
  const items = new Map([...work.rejudged, ...work.touched]);
  const current = new Map<number, Map<number, AccessRow>>();
  const known = [...items.keys()].filter((id) => !work.created.has(id));
  for (const row of known.length === 0 ? [] : await work.tx.access(known, null)) {
    const ofItem = current.get(row.item_id) ?? new Map<number, AccessRow>();
    current.set(row.item_id, ofItem.set(row.user_id, row));
  }
  const peopleBelow = await peopleBelowEach(work);
  const living = new Map(
    [...work.above.values(), ...work.rejudged.values()].flatMap((row) =>
      row.deleted_at === null ? [[row.uuid, row]] : [],
    ),
  );
  const planned: PlannedAccess[] = [];
  for (const item of [...items.values()].toSorted((a, b) => a.id - b.id)) {
    const rows = current.get(item.id) ?? new Map<number, AccessRow>();
    const rights = work.rejudged.has(item.id)
      ? rightsOn(item, living, peopleBelow.get(item.id) ?? [])
      : rightsOf(rows);
    const users = new Set([...rows.keys(), ...rights.keys()]);
    for (const user_id of [...users].toSorted((a, b) => a - b)) {
      const change = rowAfter(item, user_id, rows.get(user_id), rights.get(user_id) ?? null);
      if (change === null) continue;
      const sees = !change.removed || rows.get(user_id)?.removed === false;
      const isNews = sees && (work.touched.has(item.id) || !sameRight(change, rows.get(user_id)));
      if (isNews || change.root_id !== rows.get(user_id)?.root_id) {
        planned.push({ row: change, isNews });
      }
    }
  }
  return planned;
}

function rowAfter(
  item: ItemRow,
  user_id: number,
  before: AccessRow | undefined,
  right: Permission | null,
): AccessRow | null {
  const place = { user_id, item_id: item.id, root_id: item.root_id, seq: before?.seq ?? 0 };
  if (right !== null) return { ...place, permission: right, removed: false, reason: null };
  if (before === undefined) return null;
  if (before.removed) return { ...before, root_id: item.root_id };
  return {
    ...place,
    permission: before.permission,
    removed: true,
    reason: item.deleted_at === null ? 'hidden' : 'deleted',
  };
}

function sameRight(after: AccessRow, before: AccessRow | undefined): boolean {
  return before?.removed === after.removed && before.permission === after.permission;
}

/** The rights that rows already give. */
function rightsOf(rows: ReadonlyMap<number, AccessRow>): ReadonlyMap<number, Permission> {
  return new Map(
    [...rows].flatMap(([userId, row]) => (row.removed ? [] : [[userId, row.permission] as const])),
  );
}

/** The rights that the rules give (product.md, "Who sees and may do what"). */
function rightsOn(
  item: ItemRow,
  living: ReadonlyMap<string, ItemRow>,
  below: readonly number[],
): ReadonlyMap<number, Permission> {
  const rights = new Map<number, Permission>();
  if (item.deleted_at !== null) return rights;
  const ancestors = ancestorsOf(item, (uuid) => living.get(uuid));
  const candidates = new Set([...[item, ...ancestors].flatMap(holders), ...below]);
  for (const userId of candidates) {
    if (userId < firstPersonId) continue;
    const right = permissionOf(userId, item, ancestors, below.includes(userId));
    if (right !== null) rights.set(userId, right);
  }
  return rights;
}

/** Whom an item gives a right of their own: its owner and its assignee, sample people aside. */
export function holders(item: ItemRow): readonly number[] {
  return [item.user_id, item.assigned_to ?? 0].filter((id) => id >= firstPersonId);
}

async function peopleBelowEach(work: Work): Promise<ReadonlyMap<number, readonly number[]>> {
  // A todo holds nothing; asking only for the others keeps a campaign of thousands cheap.
  const parents = [...work.rejudged.values()]
    .filter((row) => row.deleted_at === null && row.type !== 'todo' && !work.created.has(row.id))
    .map((row) => row.id);
  const answers = parents.length === 0 ? [] : await work.tx.below(parents);
  return new Map(answers.map(({ item_id, people }) => [item_id, people]));
}
