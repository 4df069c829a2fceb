import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Response } from '@playwright/test';

const ofRuns = /\/api\/(items|changes|batch|self-check)\b/;
const quietMs = 1_500;
const waitMs = 180_000;

/** The calls of a device's runs, recorded as they are answered. */
export class ApiCalls {
  readonly #calls: Response[] = [];
  #lastAtMs = performance.now();

  /**
   * Listens from now on. Events of the server start cycles at times beyond the benchmark's control: pages
   * that open after this do not receive them.
   */
  static async listen(context: BrowserContext): Promise<ApiCalls> {
    const calls = new ApiCalls();
    await context.route('**/api/events', (route) => route.abort());
    context.on('response', (response) => {
      if (!ofRuns.test(response.url())) return;
      calls.#calls.push(response);
      calls.#lastAtMs = performance.now();
    });
    return calls;
  }

  /** Waits until at least `count` calls were answered and no other came for a while. */
  async settle(count: number): Promise<void> {
    const endMs = performance.now() + waitMs;
    while (this.#calls.length < count || performance.now() - this.#lastAtMs < quietMs) {
      if (performance.now() > endMs) throw new Error(`only ${this.#calls.length} calls came`);
      await delay(50);
    }
  }

  /** The calls recorded since the last time, oldest first. */
  take(): Response[] {
    return this.#calls.splice(0);
  }
}

/** Whether a call brought requests to the server. */
export function isBatch(call: Response): boolean {
  return call.url().includes('/api/batch');
}
