/** The three kinds of item, from the biggest to the smallest (specification, section 1). */
export const itemTypes = ['campaign', 'task', 'todo'] as const;
/** A campaign is a big goal, a task a piece of one, a todo the smallest action. It never changes. */
export type ItemType = (typeof itemTypes)[number];

/** The states of an item, in the order of its life (specification, section 4). */
export const itemStatuses = ['pending', 'in_progress', 'completed'] as const;
/** pending is shown in Queue, in_progress in Active, completed in Completed. */
export type ItemStatus = (typeof itemStatuses)[number];

/** What a reader may do with an item, from the least to the most; see `rights.ts`. */
export const permissions = ['view', 'contribute', 'manage'] as const;
/** view: read; contribute: edit, assign, add children; manage: also move, delete, restore. */
export type Permission = (typeof permissions)[number];

/** A person as other people may see them; `phone` is empty where it must not be shown. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * The fields that people give an item, the same on server, wire and device. Every field is always
 * present; empty is null. Timestamps are UTC ISO 8601 with milliseconds, dates are civil `YYYY-MM-DD`.
 */
export interface ItemFields {
  readonly title: string;
  readonly description: string | null;
  readonly status: ItemStatus;
  readonly assigned_to: number | null;
  readonly due_date: string | null;
  readonly end_date: string | null;
  readonly completed_at: string | null;
}

/** An item without relations (specification, section 3). `uuid` is its identity, `id` its number. */
export interface Item extends ItemFields {
  readonly id: number;
  readonly uuid: string;
  readonly type: ItemType;
  /** Owner and creator; 0 for the guest. */
  readonly user_id: number;
  readonly parent_id: number | null;
  readonly parent_uuid: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
