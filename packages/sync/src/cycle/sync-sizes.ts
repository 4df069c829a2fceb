import { feedPageItems, maxAppliedRows, maxBatchBytes, maxBatchRequests } from '@foray/domain';

/** How much a cycle asks for, sends and writes at once. */
export interface SyncSizes {
  /** Rows of a page of a stream. */
  readonly pageRows: number;
  /** Fetched rows that are written in one transaction. */
  readonly appliedRows: number;
  /** What a batch may carry. */
  readonly batch: { readonly requests: number; readonly bytes: number };
}

/** The sizes of the product; a simulation takes smaller ones, so that edges are met often. */
export const standardSizes: SyncSizes = {
  pageRows: feedPageItems,
  appliedRows: maxAppliedRows,
  // With room for the frame around the entries.
  batch: { requests: maxBatchRequests, bytes: maxBatchBytes - 1024 },
};
