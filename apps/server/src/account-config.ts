import { maxAccountBytes, maxAccountItems } from '@foray/domain';

/** What one account may have and do at most; every node counts what is done for itself. */
export interface AccountBounds {
  readonly callsPerMinute: number;
  /** Calls that run or wait. */
  readonly callsAtOnce: number;
  /** Request bodies that arrive, wait or are worked on, in megabytes. */
  readonly megabytesAtOnce: number;
  readonly searchesPerMinute: number;
  /** Searches that run or wait. */
  readonly searchesAtOnce: number;
  /** Open event streams. */
  readonly streams: number;
  /** Items that it owns. */
  readonly items: number;
  /** Their text, in megabytes. */
  readonly megabytes: number;
}

/** In the words of `MEGABYTES_PER_ACCOUNT`. */
export const bytesPerMegabyte = 1_000_000;

/** What suits one's own machine, and a server with thousands of people. */
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
