import type { DeltaItem, ParentSummary, WireItem } from '@foray/contract';
import type { Person } from '@foray/domain';
import { peopleFor } from './people.ts';
import type { ItemRow, SeenItem } from './rows.ts';
import type { Reads } from './store.ts';

/** Items as a delta carries them to one reader; counts are of the children that the reader sees. */
export async function deltaItems(
  reads: Reads,
  readerId: number,
  seen: readonly SeenItem[],
): Promise<readonly DeltaItem[]> {
  // A todo has no children: asking only for the others keeps most pages cheap.
  const parents = seen.filter(({ item }) => item.type !== 'todo').map(({ item }) => item.id);
  const counts = parents.length === 0 ? [] : await reads.childCounts(parents, readerId);
  const countsOf = new Map(counts.map((count) => [count.item_id, count]));
  return seen.map(({ item, access }) => ({
    id: item.id,
    uuid: item.uuid,
    type: item.type,
    title: item.title,
    description: item.description,
    status: item.status,
    user_id: item.user_id,
    assigned_to: item.assigned_to,
    parent_id: item.parent_id,
    parent_uuid: item.parent_uuid,
    due_date: item.due_date,
    end_date: item.end_date,
    created_at: item.created_at,
    updated_at: item.updated_at,
    completed_at: item.completed_at,
    version: item.version,
    rev: access.seq,
    permission: access.permission,
    children_count: countsOf.get(item.id)?.total ?? 0,
    completed_count: countsOf.get(item.id)?.completed ?? 0,
  }));
}

/** Everyone that items name: owners and assignees. */
export function peopleIn(items: readonly ItemRow[]): readonly number[] {
  return items.flatMap((item) =>
    item.assigned_to === null ? [item.user_id] : [item.user_id, item.assigned_to],
  );
}

/** Items with their relations, in their order; a parent that the reader does not see is null. */
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

/** One item with its relations, or null if the reader does not see it. */
export async function wireItem(
  reads: Reads,
  readerId: number,
  itemId: number,
): Promise<WireItem | null> {
  const [wire] = await wireItems(reads, readerId, await reads.seen(readerId, [itemId]));
  return wire ?? null;
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
