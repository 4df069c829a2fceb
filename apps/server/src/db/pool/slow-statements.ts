/** A statement that took long; never its values. */
export interface SlowStatement {
  /** Its text on one line, cut off after 2,000 characters. */
  readonly statement: string;
  readonly ms: number;
  /** How many were left out since the one before, so that the log is not flooded. */
  readonly leftOut: number;
}

/** Hears of slow statements. */
export type OnSlow = (slow: SlowStatement) => void;

const maxChars = 2_000;
const maxPerWindow = 20;
const windowMs = 60_000;

/** Tells of statements that take longer than `slowMs`: 20 in a minute at most, and how many others there were. */
export class SlowStatements {
  readonly #slowMs: number;
  readonly #count: () => void;
  readonly #listeners = new Set<OnSlow>();
  #windowStartMs = -Infinity;
  #told = 0;
  #leftOut = 0;

  /** @param count is called for each, told or not. */
  constructor(slowMs: number, count: () => void) {
    this.#slowMs = slowMs;
    this.#count = count;
  }

  /** Has a listener told of them, until the returned function is called. */
  listen(listener: OnSlow): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** To be called in the course of the request that waited for it. */
  answered(text: string, ms: number): void {
    if (ms < this.#slowMs) return;
    this.#count();
    const nowMs = performance.now();
    if (nowMs - this.#windowStartMs > windowMs) {
      this.#windowStartMs = nowMs;
      this.#told = 0;
    }
    if (this.#told >= maxPerWindow) {
      this.#leftOut += 1;
      return;
    }
    this.#told += 1;
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, maxChars);
    const slow = { statement, ms: Math.round(ms), leftOut: this.#leftOut };
    this.#leftOut = 0;
    for (const listener of this.#listeners) listener(slow);
  }
}
