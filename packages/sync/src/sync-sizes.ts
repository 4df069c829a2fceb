import { feedPageItems, maxAppliedRows } from '@foray/domain';
import { batchLimits } from './plan.ts';
import type { BatchLimits } from './plan.ts';

/** How much a run asks for, sends and writes at once. */
export interface SyncSizes {
  /** Rows of a page of a stream. */
  readonly pageRows: number;
  /** Fetched rows that are written in one transaction. */
  readonly appliedRows: number;
  readonly batch: BatchLimits;
}

/** The sizes of the product; a simulation takes smaller ones, so that edges are met often. */
export const standardSizes: SyncSizes = {
  pageRows: feedPageItems,
  appliedRows: maxAppliedRows,
  batch: batchLimits,
};
