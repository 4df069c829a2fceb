import type { Result } from '@foray/domain';
import type { LocalStore, StoreFailure } from '@foray/sync';
import type { MemoryStore } from '@foray/sync/testing';
import { CutOff, type DeviceLife } from '../story/life.ts';

type Outcome<T> = Promise<Result<T, StoreFailure>>;

/**
 * A tab's handle on the memory store of its browser, where the tab can be cut off: before a transaction,
 * before its commit (nothing is stored), and after it (everything is stored, nothing is published).
 */
export class TabStore implements LocalStore {
  readonly #inner: MemoryStore;
  readonly #life: DeviceLife;
  readonly #pause: () => Promise<void> | null;

  constructor(inner: MemoryStore, life: DeviceLife, pause: () => Promise<void> | null) {
    this.#inner = inner;
    this.#life = life;
    this.#pause = pause;
  }

  readonly read: LocalStore['read'] = (work) => this.#guard((body) => this.#inner.read(body), work);

  readonly write: LocalStore['write'] = (work) =>
    this.#guard((body) => this.#inner.write(body), work);

  readonly writeBulk: LocalStore['writeBulk'] = (work) =>
    this.#guard((body) => this.#inner.writeBulk(body), work);

  readonly newestItems: LocalStore['newestItems'] = (list, limit) =>
    this.#life.during(() => this.#inner.newestItems(list, limit));

  readonly eachItem: LocalStore['eachItem'] = (chunkRows, chunk) =>
    this.#life.during(() => this.#inner.eachItem(chunkRows, chunk));

  readonly unreadable: LocalStore['unreadable'] = (stores) =>
    this.#life.during(() => this.#inner.unreadable(stores));

  readonly eraseUnreadable: LocalStore['eraseUnreadable'] = (rows) =>
    this.#life.during(() => this.#inner.eraseUnreadable(rows));

  close(): Promise<void> {
    return this.#inner.close();
  }

  readonly destroy: LocalStore['destroy'] = () => this.#life.during(() => this.#inner.destroy());

  async #awake(): Promise<void> {
    const life = this.#life;
    if (life.isFrozen) await new Promise<void>((resolve) => life.whenAwake(resolve));
  }

  async #guard<T, X>(
    run: (body: (tx: X) => Promise<T>) => Outcome<T>,
    work: (tx: X) => Promise<T>,
  ): Outcome<T> {
    const pause = this.#pause();
    if (pause !== null) await pause;
    await this.#awake();
    try {
      const result = await run(async (tx) => {
        this.#life.check();
        const value = await work(tx);
        this.#life.check();
        return value;
      });
      await this.#awake();
      this.#life.check();
      return result;
    } catch (error) {
      if (error instanceof CutOff) return new Promise<never>(() => undefined);
      throw error;
    }
  }
}
