import type { UnreadableRow } from '@foray/sync';

/** An unreadable row, and the database that it was put into. */
export interface DamagedRow {
  readonly store: UnreadableRow['store'];
  readonly content: object;
  /** How often that had been erased. */
  readonly erasures: number;
}
