import type { Scheduler } from '@foray/sync';
import type { Replica } from './replica.ts';

/** A first sync changes every list dozens of times a second, faster than anyone can read. */
const firstPauseMs = 200;
const maxPauseMs = 1600;

/**
 * Notifies screens of changes in a replica: of user actions at once, of a sync's pages after pauses that grow
 * from 200 ms to 1.6 s while pages arrive, so that rendering lists does not slow the sync down.
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

  /** Notifies of all pending changes. */
  now(): void {
    this.#isDue = false;
    this.#replica.notify();
  }

  /** Notifies at once after an idle time, otherwise at the end of the pause after the last notification. */
  soon(): void {
    this.#isDue = true;
    if (this.#endPause === null) this.#notifyAndPause();
  }

  end(): void {
    this.#endPause?.();
    this.#isDue = false;
  }

  #notifyAndPause(): void {
    this.#endPause = null;
    if (!this.#isDue) {
      this.#pauseMs = firstPauseMs;
      return;
    }
    this.#endPause = this.#scheduler.after(this.#pauseMs, () => this.#notifyAndPause());
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    this.now();
  }
}
