import type { Store, Tx } from '../store/store.ts';

/**
 * The same store, whose transactions wait for `before` at each of their primitives, and before their commit:
 * so a test decides how transactions interleave, on any store.
 */
export function gatedStore(store: Store, before: (name: string) => Promise<void>): Store {
  const toItsEnd =
    <T>(fn: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const value = await fn(gated(tx, before));
      await before('commit');
      return value;
    };
  return {
    get epoch() {
      return store.epoch;
    },
    read: (fn) => store.read(fn),
    tx: (fn) => store.tx(toItsEnd(fn)),
    tryTx: (fn) => store.tryTx(toItsEnd(fn)),
  };
}

function gated(tx: Tx, before: (name: string) => Promise<void>): Tx {
  return new Proxy(tx, {
    get(target, name) {
      const primitive: unknown = Reflect.get(target, name);
      if (typeof primitive !== 'function') return primitive;
      return async (...args: unknown[]): Promise<unknown> => {
        await before(String(name));
        return Reflect.apply(primitive, target, args);
      };
    },
  });
}
