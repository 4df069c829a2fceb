import { feedPageItems, maxAppliedRows, maxBatchBytes, maxBatchRequests } from '@foray/domain';

/** The sizes of a cycle's pages, batches and writes. */
export interface SyncSizes {
  /** Rows of a page of a stream. */
  readonly pageRows: number;
  /** Fetched rows that are written in one transaction. */
  readonly appliedRows: number;
  /** The limits of one batch. */
  readonly batch: { readonly requests: number; readonly bytes: number };
}

/** The sizes of the product; a simulation uses smaller ones, so that it reaches the limits often. */
export const standardSizes: SyncSizes = {
  pageRows: feedPageItems,
  appliedRows: maxAppliedRows,
  // Leaves space for the envelope around the entries.
  batch: { requests: maxBatchRequests, bytes: maxBatchBytes - 1024 },
};
