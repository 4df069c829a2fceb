/** Where a delete stands among all: at a moment, and by its name. */
export interface DeletionPlace {
  readonly deleted_at: string;
  readonly deleted_op: string;
}

/** One delete, as far as it took what a user managed. */
export interface Deletion extends DeletionPlace {
  /** What it took of that, ascending. */
  readonly item_ids: readonly number[];
}
