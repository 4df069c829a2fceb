import type { ReplicaSizes } from '@foray/web/open-replica';
import { Random } from './random.ts';

/** How one story treats what its tabs show, from a stream of chance of its own. */
export class ReplicaFaults {
  readonly sizes: ReplicaSizes;
  /** Reads take no time: the world checks its tabs, and continues as it would without that. */
  isCalm = false;
  readonly #random: Random;
  /** How long a journey or a reading takes at most, in ms. */
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

  /** How long a message travels: some are late. */
  journeyMs(): number {
    const most = this.#mostMs * (this.#random.chance(this.#lateChance) ? 10 : 1);
    return 1 + this.#random.below(most);
  }

  /** How long the store takes before it reads; null for no time. */
  readMs(): number | null {
    return this.isCalm ? null : 1 + this.#random.below(this.#mostMs);
  }

  /** How long the page takes between two parts. */
  turnMs(): number {
    return 1 + this.#random.below(4);
  }
}
