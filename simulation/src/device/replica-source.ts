import { ok } from '@foray/domain';
import type { LocalStore } from '@foray/sync';
import type { MemoryStore } from '@foray/sync/testing';
import type { DeviceLife } from '../story/life.ts';

type Source = Pick<LocalStore, 'read' | 'newestItems' | 'eachItem'>;
type ReadTransaction = Parameters<Parameters<LocalStore['read']>[0]>[0];

/** A source's reports about its reads. */
interface Readings {
  /** Delays each read; null for no delay. */
  readonly pause: () => Promise<void> | null;
  /** Receives, in a read, the last write at that time. */
  readonly onRead: (localSeq: number) => void;
}

/**
 * A tab's handle for its shown data. Each read takes its time and then sees one state of the store; rows are
 * read part by part, as IndexedDB returns them.
 */
export class SimulatedReplicaSource implements Source {
  /** Reads in progress. */
  readings = 0;
  readonly #inner: MemoryStore;
  readonly #life: DeviceLife;
  readonly #readings: Readings;

  constructor(inner: MemoryStore, life: DeviceLife, readings: Readings) {
    this.#inner = inner;
    this.#life = life;
    this.#readings = readings;
  }

  readonly read: LocalStore['read'] = (work) =>
    this.#during(() => this.#inner.read((tx) => work(this.#hearing(tx))));

  /** A transaction that reports when its caller asks for the store's last write. */
  #hearing(tx: ReadTransaction): ReadTransaction {
    return new Proxy(tx, {
      get: (from, name) => {
        const value: unknown = Reflect.get(from, name, from);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          const answer: unknown = await Reflect.apply(value, from, given);
          if (name === 'meta' && given[0] === 'counters') {
            this.#readings.onRead((answer as { localSeq: number } | undefined)?.localSeq ?? 0);
          }
          return answer;
        };
      },
    });
  }

  readonly newestItems: LocalStore['newestItems'] = (list, limit) =>
    this.#during(() => this.#inner.newestItems(list, limit));

  readonly eachItem: LocalStore['eachItem'] = async (chunkRows, chunk) => {
    for (let after = -Infinity; ;) {
      const rows = await this.#during(() =>
        this.#inner.read(async (tx) => {
          const rest = (await tx.allItems()).filter(({ id }) => id > after);
          return rest.toSorted((a, b) => a.id - b.id).slice(0, chunkRows);
        }),
      );
      if (!rows.ok) return rows;
      const last = rows.value.at(-1);
      if (last === undefined) return ok(undefined);
      await chunk(rows.value);
      after = last.id;
    }
  };

  close(): void {
    void this.#inner.close();
  }

  /** The result of `work`, with the tab awake; never settles if the tab ends before. */
  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.readings += 1;
    const pause = this.#readings.pause();
    if (pause !== null) await pause;
    await new Promise<void>((resolve) => this.#life.whenAwake(resolve));
    const value = await work();
    this.readings -= 1;
    return value;
  }
}
