import type { Position } from '@foray/contract';
import {
  requestTimeoutMs,
  feedPageItems,
  maxAppliedRows,
  maxBatchBytes,
  maxBatchRequests,
} from '@foray/domain';
import type { Result } from '@foray/domain';
import { isRetryDue } from './call-failure.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { SyncLog } from '../store/sync-log.ts';
import { enterEpoch } from '../remote/epoch-change.ts';
import type {
  CallContext,
  ReadTransaction,
  Reply,
  Scheduler,
  StoreFailure,
  Transport,
} from '../store/ports.ts';
import type { Stream } from '../store/meta.ts';
import { readPositions, keepPosition } from '../remote/positions.ts';
import type { FeedAnswer } from '../remote/positions.ts';
import { PushState } from './push-state.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endOf, EpochChanged, CycleEnded } from './cycle-end.ts';
import { runUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { WrittenParents } from '../store/written-parents.ts';

/** The sizes of a cycle's pages, batches and writes. */
export interface SyncSizes {
  /** Rows of a page of a stream. */
  readonly pageRows: number;
  /** Fetched rows that are written in one transaction. */
  readonly appliedRows: number;
  /** The limits of one batch. */
  readonly batch: { readonly requests: number; readonly bytes: number };
}

/** The sizes of the product; a simulation uses smaller ones, so that it reaches the limits often. */
export const standardSizes: SyncSizes = {
  pageRows: feedPageItems,
  appliedRows: maxAppliedRows,
  // Leaves space for the envelope around the entries.
  batch: { requests: maxBatchRequests, bytes: maxBatchBytes - 1024 },
};

/** The least change of the clock's offset that is worth a write. */
const offsetStepMs = 1000;

/** The engine's ports that a cycle uses. */
export interface CyclePorts {
  readonly device: SyncContext;
  readonly transport: Transport;
  readonly scheduler: Scheduler;
  /** {@link standardSizes} if absent. */
  readonly sizes?: SyncSizes;
}

/**
 * The shared context of one cycle's steps: reading, writing and calling, each of which ends the cycle if it
 * fails.
 */
export class CycleContext {
  readonly device: SyncContext;
  readonly transport: Transport;
  readonly log: SyncLog;
  readonly sizes: SyncSizes;
  readonly #scheduler: Scheduler;
  readonly #userId: number;
  readonly #isStopped: () => boolean;
  readonly #onCall: () => () => void;
  readonly push = new PushState();
  /** Streams that fail although the server answers other calls; the next cycle requests them again. */
  readonly missed = new Map<Stream, CycleEnded>();
  readonly #parents = new WrittenParents();
  /** The epoch that this cycle's calls name. */
  epoch: string | null = null;
  #begunIn: string | null = null;
  /** The positions that this cycle's calls carry. */
  positions: readonly Position[] = [];
  #offsetMs: number | null = null;
  /** The server has answered a call of this cycle. */
  isServerThere = false;
  /**
   * Whether one call asks for several streams. The triggers that the specification names ask for each stream
   * by a call of its own.
   */
  combinesPulls = false;

  /**
   * `onCall` is called as each call is sent, and the function that it returns when the server has answered.
   */
  constructor(
    ports: CyclePorts,
    userId: number,
    log: SyncLog,
    isStopped: () => boolean,
    onCall: () => () => void = () => () => undefined,
  ) {
    this.device = ports.device;
    this.transport = ports.transport;
    this.sizes = ports.sizes ?? standardSizes;
    this.#userId = userId;
    this.#scheduler = ports.scheduler;
    this.log = log;
    this.#isStopped = isStopped;
    this.#onCall = onCall;
  }

  /** Reads the state that the cycle starts from. */
  async begin(): Promise<void> {
    const [epoch, clock, positions] = await this.read((tx) =>
      Promise.all([tx.meta('epoch', 'server'), tx.meta('clock', 'server'), readPositions(tx)]),
    );
    this.epoch = epoch?.epoch ?? null;
    this.#begunIn = this.epoch;
    this.positions = positions;
    this.#offsetMs = clock?.offsetMs ?? null;
  }

  async read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    this.#throwIfStopped();
    return valueOf(await this.device.store.read(work));
  }

  /** One durable write, published to memory and to other tabs when it is complete. */
  write<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.#write(work, 'write');
  }

  /**
   * As `write`, for data that the server can send again; the unit knows the parents that the cycle has
   * written.
   */
  writeBulk<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const recalling = (unit: UnitOfWork): Promise<T> => {
      this.#parents.recall(unit);
      return work(unit);
    };
    return this.#write(recalling, 'writeBulk');
  }

  /** A call with a timeout of 30 s. */
  async call<T>(what: string, send: Send<T>): Promise<FeedAnswer<T>> {
    this.#throwIfStopped();
    const reply = await this.tryCall(what, send);
    if (reply.kind === 'answer') return reply;
    throw endOf(reply);
  }

  /** As `call`, but returns refusals, which have a meaning to the caller. */
  async tryCall<T>(
    what: string,
    send: Send<T>,
  ): Promise<Reply<T> & { readonly carried: readonly Position[] }> {
    const carried = this.positions;
    const context = {
      actor: this.#userId,
      epoch: this.epoch,
      positions: carried,
      timeoutMs: requestTimeoutMs,
    };
    const sentMs = this.device.clock.nowMs();
    const onAnswer = this.#onCall();
    const reply = await this.#watch(send(context));
    this.log.note('called', {
      what,
      outcome: reply.kind,
      ...('status' in reply ? { status: reply.status } : { why: reply.why }),
      ...(reply.kind === 'refusal' && reply.error !== null ? { code: reply.error.code } : {}),
    });
    this.#throwIfStopped();
    if (reply.kind === 'answer') this.isServerThere = true;
    if (reply.kind === 'answer' || reply.kind === 'refusal') {
      onAnswer();
      await this.#measureClock(reply.serverNow, sentMs);
    }
    return { ...reply, carried };
  }

  /**
   * Call it first in a write that applies a response: it checks that the response is of the cycle's history,
   * and records its position, which contains those that the call carried. The store decides whether the epoch
   * is known, since a write that entered it may have failed, and another tab may have left it.
   */
  async acceptAnswer(
    unit: UnitOfWork,
    answer: FeedAnswer<{ readonly epoch: string }>,
  ): Promise<void> {
    const { epoch } = answer.body;
    const known = (await unit.tx.meta('epoch', 'server'))?.epoch ?? null;
    if ((known ?? this.epoch ?? epoch) !== epoch) throw new EpochChanged();
    // Another tab has left the epoch with which this cycle started.
    if (known === null && this.#begunIn !== null) throw new EpochChanged();
    if (known === null) await enterEpoch(unit, epoch);
    this.epoch = epoch;
    await this.acceptPosition(unit, answer);
  }

  /** As `acceptAnswer`, for a response without an epoch. */
  async acceptPosition(unit: UnitOfWork, answer: FeedAnswer<unknown>): Promise<void> {
    this.positions = await keepPosition(unit, answer);
  }

  #watch<T>(reply: Promise<Reply<T>>): Promise<Reply<T>> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve({ kind: 'noAnswer', why: 'timeout' });
      const cancel = this.#scheduler.after(requestTimeoutMs, giveUp);
      reply.then(resolve, reject).finally(cancel);
    });
  }

  async #write<T>(
    work: (unit: UnitOfWork) => Promise<T>,
    durability: 'write' | 'writeBulk',
  ): Promise<T> {
    this.#throwIfStopped();
    const { value, change, notes } = valueOf(await runUnit(this.device, work, durability));
    for (const { event, facts } of notes) this.log.note(event, facts);
    if (change !== null) this.#parents.keep(change);
    return value;
  }

  /**
   * The way back is assumed to take half the round trip, which also bounds the error: an offset that the
   * error can explain stays, even if none is stored. The offset is only ever used for claimed times.
   */
  async #measureClock(serverNow: string | null, sentMs: number): Promise<void> {
    const serverMs = serverNow === null ? Number.NaN : Date.parse(serverNow);
    if (Number.isNaN(serverMs)) return;
    const nowMs = this.device.clock.nowMs();
    const measuredMs = Math.round(serverMs - (sentMs + nowMs) / 2);
    const doubtMs = Math.max(offsetStepMs, (nowMs - sentMs) / 2);
    const explains = (knownMs: number): boolean => Math.abs(measuredMs - knownMs) <= doubtMs;
    if (this.#offsetMs !== null && explains(this.#offsetMs)) return;
    const offsetMs = explains(0) ? 0 : measuredMs;
    this.#offsetMs = offsetMs;
    valueOf(await this.device.store.write((tx) => tx.putMeta('clock', 'server', { offsetMs })));
  }

  #throwIfStopped(): void {
    if (this.#isStopped()) throw new CycleEnded(null);
  }

  /** Whether a request that failed by itself may be retried in this cycle. */
  isDue(request: QueuedRequest): boolean {
    return this.push.isUrgent || isRetryDue(request, this.device.clock.nowMs());
  }
}

type Send<T> = (context: CallContext) => Promise<Reply<T>>;

/** The value that the store returned; a failure of the store ends the cycle. */
function valueOf<T>(result: Result<T, StoreFailure>): T {
  if (!result.ok) throw new CycleEnded({ code: 'store', detail: result.error.code });
  return result.value;
}
