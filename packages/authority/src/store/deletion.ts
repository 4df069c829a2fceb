/** The place of a delete among all deletes: its time, then its name. */
export interface DeletionPlace {
  readonly deleted_at: string;
  readonly deleted_op: string;
}

/** One delete, restricted to items that a user managed. */
export interface Deletion extends DeletionPlace {
  /** The ids of the user's items that it deleted, ascending. */
  readonly item_ids: readonly number[];
  /** The assignee of each of these items, 0 for nobody. */
  readonly assignee_ids: readonly number[];
}
