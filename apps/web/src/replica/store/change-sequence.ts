import type { ChangePart } from './change-queue.ts';

/** The numbers of the writes that are in memory, by which a missing one is noticed. */
export class ChangeSequence {
  /** Every write up to this number is in memory. */
  newest = 0;
  /** Writes already applied, beyond a gap that is being read. */
  readonly #ahead = new Set<number>();
  /** For each unfinished change, the number of its parts received. */
  readonly #parts = new Map<number, number>();

  /** Notes that a change is in memory. True if it shows a gap that no earlier change has shown. */
  note(change: ChangePart): boolean {
    const { localSeq } = change;
    const isTorn = this.#notePart(change);
    const isBehindGap = localSeq > this.newest + 1 && !this.#ahead.has(localSeq - 1);
    const isGap = isTorn ? localSeq > this.newest : isBehindGap;
    if (!isTorn) this.#ahead.add(localSeq);
    this.advance(this.newest);
    return isGap;
  }

  /** True for the last part of a change of which another part is missing. */
  #notePart({ localSeq, part }: ChangePart): boolean {
    if (part === undefined) return false;
    const received = this.#parts.get(part.of) ?? 0;
    if (localSeq === 0) this.#parts.set(part.of, received + 1);
    return localSeq > 0 && received < part.before;
  }

  /** Every write up to a number is in memory. */
  advance(toSeq: number): void {
    this.newest = Math.max(this.newest, toSeq);
    while (this.#ahead.has(this.newest + 1)) this.newest += 1;
    for (const seq of this.#ahead) if (seq <= this.newest) this.#ahead.delete(seq);
    for (const seq of this.#parts.keys()) if (seq <= this.newest) this.#parts.delete(seq);
  }

  /** Leaves a gap open, so that the next change finds it. */
  forgetAhead(): void {
    this.#ahead.clear();
  }
}
