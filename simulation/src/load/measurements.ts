/** The durations of the calls of one operation, in milliseconds until the whole response had arrived. */
export interface Latency {
  readonly operation: string;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** The devices' measurements of their calls. A call that a device cut off itself is not counted. */
export class Measurements {
  readonly #durationsMs = new Map<string, number[]>();
  readonly #errors = new Map<string, number>();

  /** A response, to `GET /api/items` for example, arrived in full. */
  answered(operation: string, durationMs: number): void {
    const durations = this.#durationsMs.get(operation) ?? [];
    this.#durationsMs.set(operation, durations);
    durations.push(durationMs);
  }

  /** A call or a change failed, with a status, a code, or without a response. */
  failed(code: string): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  /** By operation, the most frequent first. */
  latencies(): readonly Latency[] {
    const all = [...this.#durationsMs].map(([operation, durations]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      const at = (percent: number): number => percentile(sorted, percent);
      return { operation, calls: sorted.length, p50Ms: at(50), p95Ms: at(95), p99Ms: at(99) };
    });
    return all.toSorted((a, b) => b.calls - a.calls);
  }

  errors(): ReadonlyMap<string, number> {
    return this.#errors;
  }
}

/** The smallest value that this percentage of all values does not exceed; 0 if there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
