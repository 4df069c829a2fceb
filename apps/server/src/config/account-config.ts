import { maxAccountBytes, maxAccountItems } from '@foray/domain';

/** The limits of an account. Every node counts its own requests separately. */
export interface AccountBounds {
  readonly callsPerMinute: number;
  /** Calls that run or wait. */
  readonly callsAtOnce: number;
  /** Request bodies that arrive, wait or are in progress, in megabytes. */
  readonly megabytesAtOnce: number;
  readonly searchesPerMinute: number;
  /** Searches that run or wait. */
  readonly searchesAtOnce: number;
  /** Open event streams. */
  readonly streams: number;
  /** The number of items that the account may own. */
  readonly items: number;
  /** The text of the account's items, in megabytes. */
  readonly megabytes: number;
}

/** A megabyte as in `MEGABYTES_PER_ACCOUNT`. */
export const bytesPerMegabyte = 1_000_000;

/** Values that suit both a single person's machine and a server with thousands of people. */
export const standardAccountBounds: AccountBounds = {
  callsPerMinute: 3_000,
  callsAtOnce: 100,
  megabytesAtOnce: 8,
  searchesPerMinute: 300,
  searchesAtOnce: 20,
  streams: 20,
  items: maxAccountItems,
  megabytes: maxAccountBytes / bytesPerMegabyte,
};
