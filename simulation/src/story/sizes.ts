import type { AuthorityLimits } from '@foray/authority';
import { maxAccountBytes, maxAccountItems, maxAssignmentsADay } from '@foray/domain';
import type { SyncSizes } from '@foray/sync';
import type { Random } from './random.ts';

/** Limits of batches, pages and storage in one story; as in the product if absent. */
export interface Sizes {
  /** Rows of a page of a stream. */
  readonly page: number;
  /** Fetched rows that are written in one transaction. */
  readonly applied: number;
  /** Requests of a batch, and its bytes. */
  readonly batch: number;
  readonly batchBytes: number;
  /** Limits of the server, null for those of the product. */
  readonly limits: AuthorityLimits | null;
}

/** Sizes small enough that a story of a hundred steps reaches their limits. */
export function drawSizes(random: Random): Sizes {
  const limits = {
    campaignItems: 3 + random.below(6),
    taskChildren: 1 + random.below(4),
    campaignPeople: 1 + random.below(3),
    contacts: 1 + random.below(4),
    copies: 1 + random.below(4),
    accountItems: maxAccountItems,
    accountBytes: maxAccountBytes,
    assignmentsADay: maxAssignmentsADay,
  };
  return {
    page: random.pick([3, 4, 7, 500]),
    applied: random.pick([2, 3, 200]),
    batch: random.pick([3, 4, 9, 200]),
    batchBytes: random.pick([900, 2000, 500_000, 500_000]),
    limits: random.chance(0.4) ? limits : null,
  };
}

/** The engine's share of a story's sizes. */
export function syncSizesOf({ page, applied, batch, batchBytes }: Sizes): SyncSizes {
  return { pageRows: page, appliedRows: applied, batch: { requests: batch, bytes: batchBytes } };
}
