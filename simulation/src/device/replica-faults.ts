import type { ReplicaSizes } from '@foray/web/open-replica';
import { Random } from '../story/random.ts';

/** The faults of one story for the data that its tabs show, from a random stream of its own. */
export class ReplicaFaults {
  readonly sizes: ReplicaSizes;
  /**
   * Reads take no time here: the world checks its tabs, and then continues as it would have without the
   * check.
   */
  isCalm = false;
  readonly #random: Random;
  /** The maximum duration of a journey or a read, in ms. */
  readonly #mostMs: number;
  readonly #lossChance: number;
  readonly #lateChance: number;

  constructor(seed: number) {
    const random = new Random(seed, 0x7ab5);
    this.#random = random;
    this.#mostMs = random.pick([4, 40, 400]);
    this.#lossChance = random.pick([0, 0, 0.1, 0.3]);
    this.#lateChance = random.pick([0.1, 0.1, 0.5]);
    this.sizes = { loadedRows: random.pick([2, 5, 500]), changedRows: random.pick([1, 2, 1000]) };
  }

  /** Whether a message never arrives at a tab that is awake. */
  isLost(): boolean {
    return this.#random.chance(this.#lossChance);
  }

  /** Whether a message never arrives at a tab that is frozen. */
  isLostFrozen(): boolean {
    return this.#random.chance(0.5);
  }

  /** The travel time of a message; some are late. */
  journeyMs(): number {
    const most = this.#mostMs * (this.#random.chance(this.#lateChance) ? 10 : 1);
    return 1 + this.#random.below(most);
  }

  /** The delay of the store before a read; null for none. */
  readMs(): number | null {
    return this.isCalm ? null : 1 + this.#random.below(this.#mostMs);
  }

  /** The page's pause between two parts. */
  turnMs(): number {
    return 1 + this.#random.below(4);
  }
}
