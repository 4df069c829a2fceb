import type { DeltaItem, ItemCommand, Ref, WireItem } from '@foray/contract';
import { plainOf, clampInstant } from '@foray/domain';
import type { Person } from '@foray/domain';

/** An item as the fake server keeps it. */
export type Stored = DeltaItem & { deleted: boolean; deletedBy: string | null };

/** What makes one; the rest has its default. */
export type NewStored = Partial<DeltaItem> & Pick<DeltaItem, 'uuid' | 'type' | 'title'>;

/** What only the server gives. */
interface Birth {
  readonly id: number;
  readonly rev: number;
  readonly userId: number;
  readonly now: string;
}

/** A new item, its claimed times brought into what the server believes. */
export function storedItem(fields: NewStored, { id, rev, userId, now }: Birth): Stored {
  const status = fields.status ?? 'pending';
  return {
    ...plainOf({}),
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    user_id: userId,
    ...fields,
    status,
    id,
    created_at: clampInstant(fields.created_at ?? now, now),
    updated_at: now,
    completed_at: status === 'completed' ? clampInstant(fields.completed_at ?? now, now) : null,
    version: 1,
    rev,
    permission: 'manage',
    children_count: 0,
    completed_count: 0,
    deleted: false,
    deletedBy: null,
  };
}

/** The parent that a command puts its item under; undefined if it moves nothing or to the top. */
export function parentOf(command: ItemCommand): Ref | undefined {
  if (command.kind === 'create') return command.parent;
  return command.kind === 'patch' ? (command.changes.parent ?? undefined) : undefined;
}

/** Somebody of whom nothing is known but the id. */
export function fakePerson(id: number): Person {
  const at = '2026-01-01T00:00:00.000Z';
  return { id, name: `Person ${id}`, phone: '', created_at: at, updated_at: at };
}

/** An item as a single answer tells it. */
export function wireItem(item: DeltaItem, above: Stored | undefined): WireItem {
  const owner = fakePerson(item.user_id);
  const assignedUser = item.assigned_to === null ? null : fakePerson(item.assigned_to);
  return { ...item, created_by: owner, user: owner, assignedUser, parent: summaryOf(above) };
}

function summaryOf(parent: Stored | undefined): WireItem['parent'] {
  if (parent === undefined) return null;
  const { id, uuid, type, title } = parent;
  return { id, uuid, type, title };
}

/** Those of an item and what is below it that are assigned to somebody. */
export function assignedIn(all: Iterable<Stored>, top: Stored, userId: number): readonly Stored[] {
  const items = [...all];
  const isIn = (item: Stored): boolean => {
    const parent = items.find(({ uuid }) => uuid === item.parent_uuid);
    return item.uuid === top.uuid || (parent !== undefined && isIn(parent));
  };
  return items.filter((item) => item.assigned_to === userId && isIn(item));
}
