import type { DeltaItem, ItemCommand, Ref, WireItem } from '@foray/contract';
import { clampInstant } from '@foray/domain';

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
    description: null,
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    due_date: null,
    end_date: null,
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

/** What an answer tells of an item's parent. */
export function summaryOf(parent: Stored | undefined): WireItem['parent'] {
  if (parent === undefined) return null;
  const { id, uuid, type, title } = parent;
  return { id, uuid, type, title };
}
