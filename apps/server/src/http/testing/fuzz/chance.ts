import { randomOf } from '../../../db/testing/random.ts';

/** A stream of chance that its seed alone decides. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomOf(seed);
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  /** True with the given probability. */
  is(probability: number): boolean {
    return this.#next() < probability;
  }

  /** One of a list that has some. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A uuid of its own. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
