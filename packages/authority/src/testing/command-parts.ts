import { ContendedError, type Store, type Tx } from '../store/store.ts';

/** A call of the store by a command, numbered among the beginnings and ends of all calls. */
export interface Part {
  readonly begunAt: number;
  readonly endedAt: number;
  /**
   * The uuids of the items that the end of an account found before it had locked anything: another user may
   * have given the person more items meanwhile, which are left for the next part.
   */
  readonly found: readonly string[];
  /** Whether it collided with another transaction and had no effect, which depends on when it ran. */
  readonly isContended: boolean;
}

/** The result of a part, or its error. */
export type PartResult = { readonly value: unknown } | { readonly error: unknown };

/** Stops a command before its next part. */
export class PartIsDue extends Error {
  override readonly name = 'PartIsDue';
}

/** The same store, which records each call in `parts`; `count` numbers all beginnings and ends. */
export function partsNoted(store: Store, count: () => number, parts: Part[]): Store {
  let found: readonly string[] = [];
  const noting = (tx: Tx): Tx =>
    withHoldings(tx, async (...args) => {
      const rows = await tx.holdings(...args);
      found = rows.map(({ uuid }) => uuid);
      return rows;
    });
  return eachPart(store, noting, async (part) => {
    const begunAt = count();
    found = [];
    let isContended = false;
    try {
      return await part();
    } catch (error) {
      isContended = error instanceof ContendedError;
      throw error;
    } finally {
      parts.push({ begunAt, endedAt: count(), found, isContended });
    }
  });
}

/**
 * A store on which a command runs for one more part. Earlier parts return their known results; this one finds
 * the `found` items, runs, and is added to `given`; the next throws {@link PartIsDue}. So a command of
 * several transactions can be interrupted and continued, with anything in between.
 */
export function oneMorePart(
  store: Store,
  { found, isContended }: Pick<Part, 'found' | 'isContended'>,
  given: PartResult[],
): Store {
  const before = given.length;
  let reached = 0;
  const finding = (tx: Tx): Tx => withHoldings(tx, () => tx.items({ uuids: found }));
  return eachPart(store, finding, async (part) => {
    reached += 1;
    if (reached > before + 1) throw new PartIsDue();
    if (reached > before) given.push(isContended ? contended : await outcomeOf(part));
    const known = given[reached - 1] as PartResult;
    if ('error' in known) throw known.error;
    return known.value as Awaited<ReturnType<typeof part>>;
  });
}

const contended: PartResult = { error: new ContendedError() };

async function outcomeOf(part: () => Promise<unknown>): Promise<PartResult> {
  try {
    return { value: await part() };
  } catch (error) {
    return { error };
  }
}

/** The same transaction with another `holdings`, except for the check whether there are any. */
function withHoldings(tx: Tx, holdings: Tx['holdings']): Tx {
  const other: Pick<Tx, 'holdings'> = {
    holdings: (userId, limit) => (limit > 1 ? holdings(userId, limit) : tx.holdings(userId, limit)),
  };
  return Object.assign(Object.create(tx) as Tx, other);
}

function eachPart(
  store: Store,
  asSeen: (tx: Tx) => Tx,
  run: <T>(part: () => Promise<T>) => Promise<T>,
): Store {
  return {
    get epoch() {
      return store.epoch;
    },
    tx: (fn) => run(() => store.tx((tx) => fn(asSeen(tx)))),
    tryTx: (fn) => run(() => store.tryTx((tx) => fn(asSeen(tx)))),
    read: (fn) => run(() => store.read(fn)),
  };
}
