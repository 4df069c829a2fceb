/** The number of queued requests, and of those that need attention. */
interface QueueCounts {
  readonly pending: number;
  readonly blocked: number;
}

const storageKey = 'sync-queue-storage';
const none: QueueCounts = { pending: 0, blocked: 0 };

/** The last displayed counts of the queue, in localStorage: numbers only, never a request. */
export const browserQueueCounts = {
  load(): QueueCounts {
    try {
      return readCounts(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    } catch {
      return none;
    }
  },
  save({ pending, blocked }: QueueCounts): void {
    try {
      localStorage.setItem(storageKey, JSON.stringify({ pending, blocked }));
    } catch {
      // Without storage the counts are known only once the database has been read.
    }
  },
};

function readCounts(value: unknown): QueueCounts {
  if (typeof value !== 'object' || value === null) return none;
  const counts = value as Partial<Record<keyof QueueCounts, unknown>>;
  return { pending: countOf(counts.pending), blocked: countOf(counts.blocked) };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
