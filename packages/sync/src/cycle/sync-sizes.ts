import { feedPageItems, maxAppliedRows, maxBatchBytes, maxBatchRequests } from '@foray/domain';

/** What a batch may carry. */
export interface BatchLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** The limits of `POST /api/batch`, with room for the frame around the entries. */
export const batchLimits: BatchLimits = {
  requests: maxBatchRequests,
  bytes: maxBatchBytes - 1024,
};

/** How much a cycle asks for, sends and writes at once. */
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
