import type { Position } from '@foray/contract';
import type { Reads, Standbys } from '../store/store.ts';

/** A copy of a memory store that follows it when told to. */
export class MemoryStandby implements Standbys {
  /** The places that the feed of everybody is said to have reached. */
  heard: readonly Position[] = [];
  /** How often it was read. */
  reads = 0;
  isAway = false;
  readonly #look: () => Reads;
  #snapshot: Reads;

  /** `look` takes a snapshot of the store. */
  constructor(look: () => Reads) {
    this.#look = look;
    this.#snapshot = look();
  }

  /** Shows from now on what the store shows now. */
  catchUp(): void {
    this.#snapshot = this.#look();
  }

  heardOf(): readonly Position[] {
    return this.heard;
  }

  async read<T>(fn: (reads: Reads) => Promise<T>): Promise<{ readonly value: T } | null> {
    if (this.isAway) return null;
    this.reads += 1;
    return { value: await fn(this.#snapshot) };
  }
}
