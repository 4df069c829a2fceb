import { MemoryStore } from '../memory/memory-store.ts';
import type { ReadTransaction, WriteTransaction } from '../store/ports.ts';

/** A store that records the uuids requested from it, one list for each read. */
export class NotingStore extends MemoryStore {
  readonly asked: (readonly string[])[] = [];

  override read<T>(work: (tx: ReadTransaction) => Promise<T>) {
    return super.read((tx) => work(this.#noted(tx)));
  }

  override write<T>(work: (tx: WriteTransaction) => Promise<T>) {
    return super.write((tx) => work(this.#noted(tx)));
  }

  #noted<T extends ReadTransaction>(tx: T): T {
    const one = (uuid: string) => {
      this.asked.push([uuid]);
      return tx.itemByUuid(uuid);
    };
    const more = (uuids: readonly string[]) => {
      this.asked.push(uuids);
      return tx.itemsByUuid(uuids);
    };
    return new Proxy(tx, {
      get: (_, name) => {
        if (name === 'itemByUuid') return one;
        if (name === 'itemsByUuid') return more;
        const method = Reflect.get(tx, name) as (...given: unknown[]) => unknown;
        return method.bind(tx);
      },
    });
  }
}
