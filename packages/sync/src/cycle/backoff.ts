import { maxBackoffMs, maxRetryAfterMs } from '@foray/domain';
import type { SyncLog } from '../store/sync-log.ts';
import type { Ids, Scheduler } from '../store/ports.ts';

const firstMs = 1000;

/** The time during which a failed call is not retried unless the user asks for it. */
export class Backoff {
  readonly #scheduler: Scheduler;
  readonly #ids: Ids;
  readonly #log: SyncLog;
  #failures = 0;
  #cancel: (() => void) | null = null;

  constructor(scheduler: Scheduler, ids: Ids, log: SyncLog) {
    this.#scheduler = scheduler;
    this.#ids = ids;
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#cancel !== null;
  }

  /**
   * After a failure: doubles from 1 s up to `mostMs` with jitter. A wait that the server asks for is
   * respected up to an hour.
   */
  begin(retryAfterMs: number | null, mostMs: number = maxBackoffMs): void {
    this.stop();
    const steepMs = Math.min(mostMs, firstMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    const jitteredMs = steepMs * (0.5 + this.#ids.random() / 2);
    const delayMs = Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
    this.#log.note('backing_off', { delayMs });
    this.#cancel = this.#scheduler.after(delayMs, () => {
      this.#cancel = null;
    });
  }

  /** After a success: the next failure counts as the first again. */
  end(): void {
    this.#failures = 0;
    this.stop();
  }

  /** Allows the next attempt at once. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
