import type { UnreadableRow } from '@foray/sync';

/** An unreadable row, and the database that it was put into. */
export interface RowDamage {
  readonly store: UnreadableRow['store'];
  readonly content: object;
  /** The number of times that the database had been erased by then. */
  readonly erasures: number;
}
