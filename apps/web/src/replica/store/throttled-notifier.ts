import type { Scheduler } from '@foray/sync';
import type { Replica } from './replica.ts';

/** A first sync changes every list dozens of times a second; nobody reads that fast. */
const firstPauseMs = 200;
const maxPauseMs = 1600;

/**
 * Tells screens what changed in a replica: of what a person did at once, of a sync's pages after
 * pauses that grow from 200 ms to 1.6 s while pages come, so that drawing lists again does not take
 * the time that the sync needs.
 */
export class ThrottledNotifier {
  readonly #replica: Replica;
  readonly #scheduler: Scheduler;
  #endPause: (() => void) | null = null;
  #isDue = false;
  #pauseMs = firstPauseMs;

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
    if (!this.#isDue) {
      this.#pauseMs = firstPauseMs;
      return;
    }
    this.#endPause = this.#scheduler.after(this.#pauseMs, () => this.#tellAndPause());
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    this.now();
  }
}
