import type { Backoff } from '../cycle/backoff.ts';
import { streams } from '../store/meta.ts';
import type { Stream } from '../store/meta.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import type { CycleEnded } from '../cycle/cycle-end.ts';

/**
 * The streams that failed although the server answered other calls. Only they are left out of cycles during
 * their pause; everything else is fetched and sent (decision 0091).
 */
export class MissedStreams {
  readonly #backoff: Backoff;
  #missed: ReadonlyMap<Stream, CycleEnded> = new Map();

  constructor(backoff: Backoff) {
    this.#backoff = backoff;
  }

  /** Leaves paused streams out of a cycle, unless the user asked for it or the network is back. */
  skipPaused(cycle: CycleContext): void {
    // A cycle that pulls nothing could not show whether the server answers.
    const isPaused =
      this.#backoff.isOn && !cycle.push.isUrgent && this.#missed.size < streams.length;
    if (!isPaused) this.#missed = new Map();
    for (const [stream, ended] of this.#missed) cycle.missed.set(stream, ended);
  }

  /** Records the streams that failed in a finished cycle. */
  noteMissed(cycle: CycleContext): void {
    const hasNewFailure = [...cycle.missed.keys()].some((stream) => !this.#missed.has(stream));
    this.#missed = new Map(cycle.missed);
    if (cycle.missed.size === 0) this.#backoff.end();
    else if (hasNewFailure) this.#backoff.begin(null);
  }

  stop(): void {
    this.#backoff.stop();
  }
}
