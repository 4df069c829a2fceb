import { firstPersonId } from '@foray/domain';
import type { MemoryRuns } from './memory-runs.ts';
import type { TableName, TableRows } from './tables.ts';

/** The rows that a reader sees: what is committed, or that with its own writes over it. */
export interface View {
  /** One row by its key. */
  get<T extends TableName>(table: T, key: string | number): TableRows[T] | undefined;
  /** All rows, in no order. */
  rows<T extends TableName>(table: T): Iterable<TableRows[T]>;
}

/** Whether the account of a user was deleted: only their row is left, without a number. */
export function isEnded(view: View, userId: number): boolean {
  return userId >= firstPersonId && view.get('users', userId)?.phone === null;
}

/** The runs that a reader sees. */
export interface RunsView {
  readonly runs: MemoryRuns;
  /** The epoch of everybody whose own was never renewed. */
  readonly epoch: string;
  /** The user's head before the reader itself moved it; undefined if it has not. */
  readonly movedFrom: (userId: number) => number | undefined;
}

/** Called before each primitive with its name; where a test's scheduler puts its yields and crashes. */
export type Gate = (primitive: string) => Promise<void>;
