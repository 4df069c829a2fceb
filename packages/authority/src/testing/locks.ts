interface Lock {
  owner: object;
  readonly waiting: {
    readonly owner: object;
    readonly go: () => void;
    readonly stop: (e: Error) => void;
  }[];
}

/** Named locks for transactions of the memory store: exclusive, fair, held until `release`. */
export class MemoryLocks {
  readonly #held = new Map<string, Lock>();

  /** Resolves when `owner` holds the lock; at once if it already does. */
  async acquire(key: string, owner: object): Promise<void> {
    const lock = this.#held.get(key);
    if (lock === undefined) {
      this.#held.set(key, { owner, waiting: [] });
    } else if (lock.owner !== owner) {
      await new Promise<void>((go, stop) => lock.waiting.push({ owner, go, stop }));
    }
  }

  /** Whether `owner` would have to wait for the lock. */
  isHeldByOther(key: string, owner: object): boolean {
    const lock = this.#held.get(key);
    return lock !== undefined && lock.owner !== owner;
  }

  /** Passes every lock of `owner` to the transaction that has waited longest for it. */
  release(owner: object): void {
    for (const [key, lock] of this.#held) {
      if (lock.owner !== owner) continue;
      const next = lock.waiting.shift();
      if (next === undefined) {
        this.#held.delete(key);
      } else {
        lock.owner = next.owner;
        next.go();
      }
    }
  }

  /**
   * Forgets every lock; transactions that wait for one are rejected. An error costs a stack trace, so only
   * these get one.
   */
  abandon(makeError: () => Error): void {
    const waiting = [...this.#held.values()].flatMap((lock) => lock.waiting);
    this.#held.clear();
    for (const { stop } of waiting) stop(makeError());
  }
}
