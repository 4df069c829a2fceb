import type { Clock, Scheduler } from '../store/ports.ts';

interface Alarm {
  readonly atMs: number;
  readonly order: number;
  readonly work: () => void;
}

/** A clock that advances only on request, and the timers that run by it. */
export class VirtualTime implements Clock, Scheduler {
  /** How wrong the device's clock is; it does not affect timers (invariant I16). */
  skewMs = 0;
  #nowMs: number;
  #order = 0;
  #alarms: Alarm[] = [];

  constructor(startMs: number = Date.UTC(2026, 0, 5, 8)) {
    this.#nowMs = startMs;
  }

  /** The time that the device's clock shows. */
  nowMs(): number {
    return this.#nowMs + this.skewMs;
  }

  /** The true time, as the server knows it. */
  trueMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, work: () => void): () => void {
    const alarm: Alarm = { atMs: this.#nowMs + delayMs, order: (this.#order += 1), work };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((one) => one !== alarm);
    };
  }

  every(periodMs: number, work: () => void): () => void {
    let cancel = (): void => undefined;
    const again = (): void => {
      cancel = this.after(periodMs, () => {
        again();
        work();
      });
    };
    again();
    return () => cancel();
  }

  /** Lets time pass; due timers run in order, and promises settle after each. */
  async pass(durationMs: number): Promise<void> {
    await settleMicrotasks();
    const untilMs = this.#nowMs + durationMs;
    for (;;) {
      const due = this.#alarms
        .filter((alarm) => alarm.atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0];
      if (due === undefined) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.work();
      await settleMicrotasks();
    }
    this.#nowMs = untilMs;
    await settleMicrotasks();
  }
}

/** Waits until everything that only waits for promises has finished. */
export async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) await Promise.resolve();
}
