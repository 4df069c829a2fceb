import type { Connectivity, Ids, Locks } from '../store/ports.ts';

/** Names with increasing numbers, so that a failing test reads the same twice. */
export class CountingIds implements Ids {
  #count = 0;
  readonly #device: number;

  constructor(device = 1) {
    this.#device = device;
  }

  uuid(): string {
    this.#count += 1;
    const tail = this.#count.toString(16).padStart(12, '0');
    return `00000000-0000-4000-8000-${this.#device.toString(16).padStart(3, '0')}${tail.slice(3)}`;
  }

  random(): number {
    return 0.5;
  }
}

/** Locks of one browser; `isOpen` lets everybody in, as if there were none. */
export class TestLocks implements Locks {
  isOpen = false;
  readonly #held = new Set<string>();

  async ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.isOpen) return work();
    if (this.#held.has(name)) return null;
    this.#held.add(name);
    try {
      return await work();
    } finally {
      this.#held.delete(name);
    }
  }
}

/** A network hint that tests switch. */
export class TestConnectivity implements Connectivity {
  #isOnline = true;
  readonly #listeners = new Set<(isOnline: boolean) => void>();

  isOnline(): boolean {
    return this.#isOnline;
  }

  subscribe(listener: (isOnline: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(isOnline: boolean): void {
    this.#isOnline = isOnline;
    for (const listener of this.#listeners) listener(isOnline);
  }
}
