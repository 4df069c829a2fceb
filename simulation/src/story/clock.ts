import type { Clock } from '@foray/sync';

interface Alarm {
  readonly atMs: number;
  readonly work: () => void;
}

/** No alarm is left that could settle the awaited promise. */
class Standstill extends Error {
  override readonly name = 'Standstill';
}

/**
 * The virtual time of a world, and its scheduler. Between two alarms every promise settles, so that the
 * alarms alone determine the order of all events.
 */
export class VirtualClock implements Clock {
  #nowMs = Date.UTC(2026, 0, 5, 8);
  /** Ascending by time; among equal times, in the order in which they were set. */
  readonly #alarms: Alarm[] = [];
  readonly #outside = new Set<Promise<unknown>>();

  nowMs(): number {
    return this.#nowMs;
  }

  /** Calls `work` after `delayMs`; the returned function cancels that. */
  after(delayMs: number, work: () => void): () => void {
    const alarm = { atMs: this.#nowMs + delayMs, work };
    let place = this.#alarms.length;
    while (place > 0 && (this.#alarms[place - 1] as Alarm).atMs > alarm.atMs) place -= 1;
    this.#alarms.splice(place, 0, alarm);
    return () => {
      const at = this.#alarms.indexOf(alarm);
      if (at !== -1) this.#alarms.splice(at, 1);
    };
  }

  /** Resolves after `delayMs`. */
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  /** Stops virtual time until the promise settles: it waits for the real world, not for an alarm. */
  outside<T>(promise: Promise<T>): Promise<T> {
    this.#outside.add(promise);
    const settled = (): void => void this.#outside.delete(promise);
    promise.then(settled, settled);
    return promise;
  }

  /** Lets this much time pass, alarm by alarm. */
  async pass(durationMs: number): Promise<void> {
    const untilMs = this.#nowMs + durationMs;
    // Node reports an unhandled rejection only in a turn of its own.
    await ownTurn();
    await this.#atRest();
    while ((this.#alarms[0]?.atMs ?? Infinity) <= untilMs) await this.#next();
    this.#nowMs = untilMs;
  }

  /** Lets time pass until `promise` settles; throws {@link Standstill} if it never can. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const note = (): void => void (isSettled = true);
    promise.then(note, note);
    await this.#atRest();
    while (!isSettled) {
      if (this.#alarms.length === 0) throw new Standstill();
      await this.#next();
    }
    return promise;
  }

  async #next(): Promise<void> {
    const alarm = this.#alarms.shift();
    if (alarm === undefined) return;
    this.#nowMs = Math.max(this.#nowMs, alarm.atMs);
    alarm.work();
    await this.#atRest();
  }

  async #atRest(): Promise<void> {
    await atRest();
    while (this.#outside.size > 0) {
      await Promise.allSettled(this.#outside);
      await ownTurn();
    }
  }
}

/**
 * Resolves when every promise that waits only for promises has settled: Node runs its ticks once no such
 * promise is left, and a turn of the event loop costs several times as much.
 */
function atRest(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Like {@link atRest}, after a turn of the event loop. */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
