import type { Position } from '@foray/contract';
import type { Caller } from '../store/request.ts';
import type { OpRow } from '../store/rows.ts';
import { parseRunName } from './database-run.ts';
import type { RunName } from './database-run.ts';
import type { Reads, FeedPosition, Store, Tx } from '../store/store.ts';

/**
 * Refuses a call, thrown out of its transaction: the device received something that this history lacks, or
 * has data of another epoch. It has to start again (`epoch_changed`).
 */
export class EpochChangedError extends Error {
  override readonly name = 'EpochChanged';
  /** The caller's position in the transaction that refused. */
  readonly position: Position;
  /** This history contains everything that the device received up to this number of the caller's feed. */
  readonly knownHead: number;
  /** The epoch to be replaced, because a loss is proven; null if there is no need. */
  readonly lostEpoch: string | null;

  constructor(position: Position, knownHead: number, lostEpoch: string | null) {
    super('epoch_changed');
    this.position = { run: position.run, head: position.head };
    this.knownHead = knownHead;
    this.lostEpoch = lostEpoch;
  }
}

/** Refuses a call that was accepted before the caller's account was deleted or started empty. */
export class AccountEnded extends EpochChangedError {}

/** The position of the caller's feed in a transaction whose device was checked and is consistent. */
export interface CheckedPosition extends FeedPosition {
  /** As in {@link EpochChangedError}; 0 for a device that named no position. */
  readonly knownHead: number;
}

/** A store for one call. */
export interface EpochCheckedStore extends Store {
  tx<T>(fn: (tx: Tx, position: CheckedPosition) => Promise<T>): Promise<T>;
  tryTx<T>(fn: (tx: Tx, position: CheckedPosition) => Promise<T>): Promise<T>;
  /** As `tx`, with the lock of a key acquired first; `known` is the record of that key. */
  txOf<T>(
    opId: string | undefined,
    fn: (tx: Tx, position: CheckedPosition, known: OpRow | null) => Promise<T>,
  ): Promise<T>;
  /** As `tryTx`, with the locks of keys acquired first; `known` has the records that exist. */
  tryTxOf<T>(
    opIds: readonly string[],
    fn: (tx: Tx, position: CheckedPosition, known: readonly OpRow[]) => Promise<T>,
  ): Promise<T>;
  read<T>(fn: (reads: Reads, position: CheckedPosition) => Promise<T>): Promise<T>;
}

/**
 * The store for one call of a device (sync.md, section 2; decision 0068). Each transaction first checks
 * what the device received: every position must be part of this history, and the epoch must be the user's.
 * Otherwise it does nothing and throws {@link EpochChangedError}. A proven loss renews the user's epoch,
 * once for all devices that find it. Nothing is committed for a caller whose account has ended or started
 * empty meanwhile, if the transaction holds their head or a lock that the end needs. After each commit
 * `caller.onPosition` is called with the position of the feed.
 */
export function epochCheckedStore(store: Store, caller: Caller): EpochCheckedStore {
  const { userId } = caller;

  async function inEpoch<T>(work: Promise<WithPosition<T>>): Promise<T> {
    try {
      const { value, standing: position } = await work;
      caller.onPosition?.(position);
      return value;
    } catch (error) {
      if (!(error instanceof EpochChangedError) || error.lostEpoch === null) throw error;
      const { lostEpoch } = error;
      await store.tx((tx) => tx.renewEpoch(userId, lostEpoch));
      throw error;
    }
  }

  /** The body of one transaction. */
  const checked =
    <T>(
      opIds: readonly string[],
      fn: (tx: Tx, position: CheckedPosition, known: readonly OpRow[]) => Promise<T>,
    ) =>
    async (tx: Tx): Promise<WithPosition<T>> => {
      const known = opIds.length === 0 ? [] : await tx.lockOps(userId, opIds);
      const before = await checkCaller(tx, caller);
      if (before.isEnded) throw new AccountEnded(before, before.knownHead, null);
      const value = await fn(tx, before, known);
      // Others may have moved the head meanwhile, and the response shows their commits.
      const { run, head, life, isEnded } = await tx.standing(userId);
      if (isEnded || life !== before.life) {
        throw new AccountEnded(before, before.knownHead, null);
      }
      return { value, standing: { run, head, epoch: before.epoch } };
    };

  const txOf: EpochCheckedStore['txOf'] = (opId, fn) => {
    const opIds = opId === undefined ? [] : [opId];
    const one = checked(opIds, (tx, position, [known = null]) => fn(tx, position, known));
    return inEpoch(store.tx(one));
  };
  const tryTxOf: EpochCheckedStore['tryTxOf'] = (opIds, fn) =>
    inEpoch(store.tryTx(checked(opIds, fn)));

  return {
    epoch: store.epoch,
    txOf,
    tryTxOf,
    tx: (fn) => txOf(undefined, fn),
    tryTx: (fn) => tryTxOf([], fn),
    read: (fn) =>
      inEpoch(
        store.read(async (reads) => {
          const position = await checkCaller(reads, caller);
          return { value: await fn(reads, position), standing: position };
        }),
      ),
  };
}

/**
 * As {@link epochCheckedStore}, with `read` on a copy of the store (decision 0190). A copy decides nothing
 * against a device: where the store would refuse, or where the copy lacks something that the device received
 * or that the user's feed is known to have reached, the store itself is read. A caller that names no position
 * always reads the store, because nothing says what they have seen.
 */
export function standbyCheckedStore(store: Store, caller: Caller): EpochCheckedStore {
  const checked = epochCheckedStore(store, caller);
  const { standbys } = store;
  const { userId, positions = [] } = caller;
  if (standbys === undefined || positions.length === 0) return checked;
  return {
    ...checked,
    async read(fn) {
      const mustSee = { ...caller, positions: [...positions, ...standbys.heardOf(userId)] };
      try {
        const found = await standbys.read(async (reads) => {
          const position = await checkCaller(reads, mustSee);
          return { value: await fn(reads, position), position };
        });
        if (found !== null) {
          caller.onPosition?.(found.value.position);
          return found.value.value;
        }
      } catch (error) {
        if (!(error instanceof EpochChangedError)) throw error;
      }
      return checked.read(fn);
    },
  };
}

interface WithPosition<T> {
  readonly value: T;
  readonly standing: FeedPosition;
}

/** The position of the caller's feed, if the device is consistent with this history. */
async function checkCaller(reads: Reads, caller: Caller): Promise<CheckedPosition> {
  const position = await reads.standing(caller.userId);
  const { accountGeneration: life = position.life } = caller;
  if (life !== position.life) throw new AccountEnded(position, 0, null);
  const { epoch = null, positions = [] } = caller;
  const places = positions.map(({ run, head }) => ({ ...parseRunName(run), head }));
  const present = parseRunName(position.run).run;
  const past = places
    .filter(({ run }) => run !== present)
    .flatMap(({ run, before }) => [run, ...before.map((end) => end.run)]);
  const ends = past.length === 0 ? new Map() : await reads.runEnds(caller.userId, past);
  const endOf = (run: string): number | undefined =>
    run === present ? position.head : ends.get(run);

  /** How much this history and that of the position share. */
  const sharedUpTo = ({ run, before }: RunName): number => {
    const known = endOf(run);
    if (known !== undefined) return known;
    const end = before.find((one) => endOf(one.run) !== undefined);
    return end === undefined ? 0 : Math.min(end.head, endOf(end.run) ?? 0);
  };
  const knownHead = places.length === 0 ? 0 : Math.min(...places.map(sharedUpTo));
  const checked = { ...position, knownHead };
  if (places.some(({ run, head }) => head > (endOf(run) ?? 0)))
    throw refusalOfLoss(checked, caller);
  if (epoch !== null && epoch !== position.epoch) {
    throw new EpochChangedError(position, knownHead, null);
  }
  return checked;
}

/**
 * The refusal of a device that received something that this history lacks. Only a device of the current
 * epoch renews it: for an earlier epoch the loss was already found.
 */
export function refusalOfLoss(position: CheckedPosition, caller: Caller): EpochChangedError {
  const lostEpoch = caller.epoch === position.epoch ? position.epoch : null;
  return new EpochChangedError(position, position.knownHead, lostEpoch);
}
