/** The place of a delete among all: its moment, then its name. */
export interface DeletionPlace {
  readonly deleted_at: string;
  readonly deleted_op: string;
}

/** One delete, as far as it took what a user managed. */
export interface Deletion extends DeletionPlace {
  /** The items of that user that it took, ascending. */
  readonly item_ids: readonly number[];
}
