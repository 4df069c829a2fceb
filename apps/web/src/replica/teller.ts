import type { Scheduler } from '@foray/sync';
import type { Replica } from './replica.ts';

/** A first sync changes every list dozens of times a second; nobody reads that fast. */
const pauseMs = 200;

/**
 * Tells screens what changed in a replica: of what a person did at once, of a sync's pages no more
 * often than every 200 ms, so that drawing lists anew does not take the time that the sync needs.
 */
export class Teller {
  readonly #replica: Replica;
  readonly #scheduler: Scheduler;
  #endPause: (() => void) | null = null;
  #isDue = false;

  constructor(replica: Replica, scheduler: Scheduler) {
    this.#replica = replica;
    this.#scheduler = scheduler;
  }

  /** Tells everything that waits. */
  now(): void {
    this.#isDue = false;
    this.#replica.tell();
  }

  /** Tells at once after a time of quiet, else at the end of the pause that the last telling began. */
  soon(): void {
    this.#isDue = true;
    if (this.#endPause === null) this.#tellAndPause();
  }

  /** Tells nothing any more. */
  end(): void {
    this.#endPause?.();
    this.#isDue = false;
  }

  #tellAndPause(): void {
    this.#endPause = null;
    if (!this.#isDue) return;
    this.#endPause = this.#scheduler.after(pauseMs, () => this.#tellAndPause());
    this.now();
  }
}
