import type { AnsweredItem, DeltaItem, ParentSummary, WireItem } from '@foray/contract';
import { itemOf } from '@foray/domain';
import type { Person } from '@foray/domain';
import { peopleFor } from './people.ts';
import { changerOf } from '../store/changer.ts';
import type { AccessRow, ItemRow, SeenItem } from '../store/rows.ts';
import type { Reads } from '../store/store.ts';
import { tombstoneOf } from '../store/tombstone.ts';

/** Items as a delta carries them to one reader. Counts include the children that the reader sees. */
export async function deltaItems(
  reads: Reads,
  readerId: number,
  seen: readonly SeenItem[],
): Promise<readonly DeltaItem[]> {
  // A todo has no children, and asking only for the others keeps most pages cheap.
  const parents = seen.filter(({ item }) => item.type !== 'todo').map(({ item }) => item.id);
  const counts = parents.length === 0 ? [] : await reads.childCounts(parents, readerId);
  const countsOf = new Map(counts.map((count) => [count.item_id, count]));
  return seen.map(({ item, access }) => ({
    ...itemOf(item),
    updated_by: changerOf(item),
    version: item.version,
    rev: access.seq,
    permission: access.permission,
    children_count: countsOf.get(item.id)?.total ?? 0,
    completed_count: countsOf.get(item.id)?.completed ?? 0,
  }));
}

/** The owners and assignees of items. */
export function peopleIn(items: readonly ItemRow[]): readonly number[] {
  return items.flatMap((item) =>
    item.assigned_to === null ? [item.user_id] : [item.user_id, item.assigned_to],
  );
}

/** Items with their relations, in their order. A parent that the reader does not see is null. */
export async function wireItems(
  reads: Reads,
  readerId: number,
  seen: readonly SeenItem[],
): Promise<readonly WireItem[]> {
  if (seen.length === 0) return [];
  const items = seen.map(({ item }) => item);
  const people = await peopleFor(reads, readerId, peopleIn(items));
  const parents = await parentsOf(reads, readerId, items);
  return (await deltaItems(reads, readerId, seen)).map((item): WireItem => {
    const user = personOf(people, item.user_id);
    return {
      ...item,
      created_by: user,
      user,
      assignedUser: item.assigned_to === null ? null : personOf(people, item.assigned_to),
      parent: parents.get(item.parent_id ?? 0) ?? null,
    };
  });
}

/** An item with its relations; null if the reader does not see it. */
export async function wireItem(
  reads: Reads,
  readerId: number,
  itemId: number,
): Promise<WireItem | null> {
  const [wire] = await wireItems(reads, readerId, await reads.seen(readerId, [itemId]));
  return wire ?? null;
}

/**
 * The response to a repeated request whose item the reader no longer sees: its identity, without its
 * current state.
 */
export async function unseenItem(
  reads: Reads,
  readerId: number,
  itemId: number,
  version: number,
): Promise<AnsweredItem | null> {
  const [row] = await reads.items({ ids: [itemId] });
  if (row === undefined) return null;
  const [own] = await reads.access([itemId], [readerId]);
  const place = { parent_id: null, parent_uuid: null, updated_at: row.created_at };
  const item: ItemRow = { ...tombstoneOf(row), ...place, version };
  const access: AccessRow = {
    user_id: readerId,
    item_id: itemId,
    root_id: row.root_id,
    permission: 'view',
    seq: own?.seq ?? 0,
    removed: true,
    reason: 'hidden',
  };
  const [wire] = await wireItems(reads, readerId, [{ item, access }]);
  return wire === undefined
    ? null
    : { ...wire, children_count: 0, completed_count: 0, permission: null };
}

async function parentsOf(
  reads: Reads,
  readerId: number,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<number, ParentSummary>> {
  const ids = items.flatMap((item) => item.parent_id ?? []);
  if (ids.length === 0) return new Map();
  const seen = await reads.seen(readerId, ids);
  return new Map(
    seen.map(({ item: { id, uuid, type, title } }) => [id, { id, uuid, type, title }]),
  );
}

function personOf(people: ReadonlyMap<number, Person>, id: number): Person {
  const person = people.get(id);
  if (person === undefined) throw new Error(`user ${id} is missing`);
  return person;
}
