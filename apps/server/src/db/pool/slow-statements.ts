/** A statement that took long; never its values. */
export interface SlowStatement {
  /** Its text on one line, cut off after 2,000 characters. */
  readonly statement: string;
  readonly ms: number;
  /** How many slow statements were left out since the last one, so that the log is not flooded. */
  readonly leftOut: number;
}

/** Receives slow statements. */
export type OnSlow = (slow: SlowStatement) => void;

const maxChars = 2_000;
const maxPerWindow = 20;
const windowMs = 60_000;

/**
 * Reports statements that take longer than `slowMs`: at most 20 a minute, and how many others there were.
 */
export class SlowStatements {
  readonly #slowMs: number;
  readonly #count: () => void;
  readonly #listeners = new Set<OnSlow>();
  #windowStartMs = -Infinity;
  #told = 0;
  #leftOut = 0;

  /** @param count is called for each, reported or not. */
  constructor(slowMs: number, count: () => void) {
    this.#slowMs = slowMs;
    this.#count = count;
  }

  /** Reports slow statements to a listener, until the returned function is called. */
  listen(listener: OnSlow): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it within the request that waited for the statement. */
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
