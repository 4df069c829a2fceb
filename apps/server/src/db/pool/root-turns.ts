/**
 * How long a transaction waits for a lock, and for its turn at a root, in ms: a row that somebody holds must not
 * use up the connections. Work on a root takes some milliseconds.
 */
export const lockMs = 2_500;

/** Thrown where a transaction would be one too many of this node at a root. */
export class RootBusyError extends Error {
  override readonly name = 'RootBusy';
  /** Resolves once a place at the root is free, or after this many ms. */
  readonly untilFree: (mostMs: number) => Promise<void>;

  constructor(untilFree: (mostMs: number) => Promise<void>) {
    super('others of this node wait for the same root');
    this.untilFree = untilFree;
  }
}

/** The places that one transaction has at roots. */
export interface RootTurn {
  /**
   * Takes a place at each root.
   * @throws {RootBusyError} if one of them has none left.
   */
  take(rootIds: readonly number[]): void;
  /** Gives the places back. */
  end(): void;
}

/**
 * Limits how many transactions of this node hold or wait for the lock of the same root: they work one after
 * the other anyway, and each that waits keeps a connection from everybody else.
 */
export class RootTurns {
  readonly #mostAtOnce: number;
  readonly #taken = new Map<number, number>();
  readonly #waiting = new Map<number, Set<() => void>>();

  constructor(mostAtOnce: number) {
    this.#mostAtOnce = mostAtOnce;
  }

  begin(): RootTurn {
    const mine = new Set<number>();
    return {
      take: (rootIds) => {
        const others = [...new Set(rootIds)].filter((id) => !mine.has(id));
        const full = others.find((id) => (this.#taken.get(id) ?? 0) >= this.#mostAtOnce);
        if (full !== undefined) throw new RootBusyError((mostMs) => this.#untilFree(full, mostMs));
        for (const id of others) {
          mine.add(id);
          this.#taken.set(id, (this.#taken.get(id) ?? 0) + 1);
        }
      },
      end: () => {
        for (const id of mine) this.#giveBack(id);
        mine.clear();
      },
    };
  }

  #untilFree(id: number, mostMs: number): Promise<void> {
    // A place may have become free before this call.
    if ((this.#taken.get(id) ?? 0) < this.#mostAtOnce) return Promise.resolve();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, mostMs);
      waiting.add(end);
    });
  }

  #giveBack(id: number): void {
    const left = (this.#taken.get(id) ?? 1) - 1;
    if (left === 0) this.#taken.delete(id);
    else this.#taken.set(id, left);
    const [first] = this.#waiting.get(id) ?? [];
    first?.();
  }
}
