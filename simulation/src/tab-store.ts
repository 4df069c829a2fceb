import type { Result } from '@foray/domain';
import type {
  LocalItem,
  LocalStore,
  ReadTransaction,
  StartList,
  StoreFailure,
  UnreadableContent,
  UnreadableRow,
  WriteTransaction,
} from '@foray/sync';
import type { MemoryStore } from '@foray/sync/testing';
import { CutOff } from './life.ts';
import type { Life } from './life.ts';

type Outcome<T> = Promise<Result<T, StoreFailure>>;

/**
 * A tab's handle on the memory store of its browser, where the tab can be cut off: before a
 * transaction, before its commit (nothing is kept), and after it (all is kept, nobody is told).
 */
export class TabStore implements LocalStore {
  readonly #inner: MemoryStore;
  readonly #life: Life;
  readonly #pause: () => Promise<void> | null;

  constructor(inner: MemoryStore, life: Life, pause: () => Promise<void> | null) {
    this.#inner = inner;
    this.#life = life;
    this.#pause = pause;
  }

  read<T>(work: (tx: ReadTransaction) => Promise<T>): Outcome<T> {
    return this.#guard((body) => this.#inner.read(body), work);
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Outcome<T> {
    return this.#guard((body) => this.#inner.write(body), work);
  }

  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Outcome<T> {
    return this.#guard((body) => this.#inner.writeBulk(body), work);
  }

  newestItems(list: StartList, limit: number): Outcome<readonly LocalItem[]> {
    return this.#life.during(() => this.#inner.newestItems(list, limit));
  }

  eachItem(
    chunkRows: number,
    chunk: (rows: readonly LocalItem[]) => void | Promise<void>,
  ): Outcome<void> {
    return this.#life.during(() => this.#inner.eachItem(chunkRows, chunk));
  }

  unreadable(stores: readonly UnreadableRow['store'][]): Outcome<readonly UnreadableContent[]> {
    return this.#life.during(() => this.#inner.unreadable(stores));
  }

  eraseUnreadable(rows: readonly UnreadableRow[]): Outcome<void> {
    return this.#life.during(() => this.#inner.eraseUnreadable(rows));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  destroy(): Outcome<void> {
    return this.#life.during(() => this.#inner.destroy());
  }

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
