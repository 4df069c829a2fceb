import { randomOf } from '../../../db/testing/random.ts';

/** A stream of random values that its seed alone determines. */
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

  /** A random element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A new random uuid. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
