import type { WireError } from '@foray/contract';
import { requestTimeoutMs } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { Device } from './device.ts';
import type { FlightRecorder } from './flight.ts';
import { takeEpoch } from './full-fetch.ts';
import type {
  CallContext,
  ReadTransaction,
  Reply,
  Scheduler,
  StoreFailure,
  Transport,
  WriteTransaction,
} from './ports.ts';
import { shiftInstant } from './operation.ts';
import { Unit } from './unit.ts';
import { WrittenParents } from './written-parents.ts';

/** Why a run did not finish; the queue keeps everything. */
export type SyncProblem =
  /** no_answer: no network or the server is away. garbled: something else answered. */
  | { readonly code: 'no_answer' | 'garbled' }
  /** 429, 5xx, or a refusal of the whole call; `retryAfterMs` if the server said when. */
  | { readonly code: 'unavailable'; readonly status: number; readonly retryAfterMs: number | null }
  /** 401: the session is over. The queue stays its user's. */
  | { readonly code: 'signed_out' }
  /** 409: the browser's session is another user's. */
  | { readonly code: 'wrong_actor' }
  /** 426: this app is too old for the server. */
  | { readonly code: 'too_old' }
  | { readonly code: 'store'; readonly detail: string };

/** Ends a run from inside one of its steps; thrown, and caught by the engine alone. */
export class RunEnded extends Error {
  readonly problem: SyncProblem | null;

  /** Null: the engine was stopped. */
  constructor(problem: SyncProblem | null) {
    super(problem === null ? 'stopped' : problem.code);
    this.problem = problem;
  }
}

/** The server's history is another than this device's cursors belong to; thrown like `RunEnded`. */
export class EpochChanged extends Error {}

/** The least change of the clock's offset that is worth a write. */
const offsetStepMs = 1000;

/** What the steps of one run share: reading, writing and calling, each ending the run if it fails. */
export class RunContext {
  readonly device: Device;
  readonly transport: Transport;
  readonly flight: FlightRecorder;
  readonly #scheduler: Scheduler;
  readonly #userId: number;
  readonly #isStopped: () => boolean;
  /** Requests whose server error was counted in this run: once a run is enough. */
  readonly countedIds = new Set<string>();
  readonly #parents = new WrittenParents();
  #epoch: string | null = null;
  #offsetMs: number | null = null;

  constructor(
    device: Device,
    userId: number,
    transport: Transport,
    scheduler: Scheduler,
    flight: FlightRecorder,
    isStopped: () => boolean,
  ) {
    this.device = device;
    this.transport = transport;
    this.#userId = userId;
    this.#scheduler = scheduler;
    this.flight = flight;
    this.#isStopped = isStopped;
  }

  /** Reads what the run starts from. */
  async begin(): Promise<void> {
    const [epoch, clock] = await this.read((tx) =>
      Promise.all([tx.meta('epoch', 'server'), tx.meta('clock', 'server')]),
    );
    this.#epoch = epoch?.epoch ?? null;
    this.#offsetMs = clock?.offsetMs ?? null;
  }

  async read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    this.#throwIfStopped();
    const result = await this.device.store.read(work);
    if (!result.ok) throw new RunEnded({ code: 'store', detail: result.error.code });
    return result.value;
  }

  /** One durable write, told to memory and the other tabs when complete. */
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#write(work, (body) => this.device.store.write(body));
  }

  /** As `write`, for what the server can give again; it knows the parents that the run has written. */
  writeBulk<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const recalling = (unit: Unit): Promise<T> => {
      this.#parents.recall(unit);
      return work(unit);
    };
    return this.#write(recalling, (body) => this.device.store.writeBulk(body));
  }

  /** A call that ends after 30 s whatever becomes of it (design: sync, section 4, step 1). */
  async call<T>(what: string, send: Send<T>): Promise<T> {
    this.#throwIfStopped();
    const reply = await this.tryCall(what, send);
    if (reply.kind === 'answer') return reply.body;
    throw endOf(reply);
  }

  /** As `call`, where refusals of the call have a meaning to the caller. */
  async tryCall<T>(what: string, send: Send<T>): Promise<Reply<T>> {
    const context = { actor: this.#userId, epoch: this.#epoch, timeoutMs: requestTimeoutMs };
    const sentMs = this.device.clock.nowMs();
    const reply = await this.#watch(send(context));
    this.flight.note('called', {
      what,
      outcome: reply.kind,
      ...('status' in reply ? { status: reply.status } : { why: reply.why }),
      ...(reply.kind === 'refusal' && reply.error !== null ? { code: reply.error.code } : {}),
    });
    this.#throwIfStopped();
    if (reply.kind === 'answer' || reply.kind === 'refusal') {
      await this.#measureClock(reply.serverNow, sentMs);
    }
    return reply;
  }

  /**
   * Takes over the epoch that an answer told, the first time. The store decides whether it is that, since
   * a write that took it over may have failed, and another runner may have begun anew.
   */
  async learnEpoch(unit: Unit, epoch: string): Promise<void> {
    const known = (await unit.tx.meta('epoch', 'server'))?.epoch ?? null;
    if ((known ?? this.#epoch ?? epoch) !== epoch) throw new EpochChanged();
    if (known === null) await takeEpoch(unit, epoch);
    this.#epoch = epoch;
  }

  #watch<T>(reply: Promise<Reply<T>>): Promise<Reply<T>> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve({ kind: 'noAnswer', why: 'timeout' });
      const cancel = this.#scheduler.after(requestTimeoutMs, giveUp);
      reply.then(resolve, reject).finally(cancel);
    });
  }

  async #write<T>(
    work: (unit: Unit) => Promise<T>,
    run: (body: (tx: WriteTransaction) => Promise<Written<T>>) => WriteOutcome<T>,
  ): Promise<T> {
    this.#throwIfStopped();
    const result = await run(async (tx) => {
      const unit = await Unit.open(tx, this.device);
      const value = await work(unit);
      return { value, change: await unit.finish(), notes: unit.notes };
    });
    if (!result.ok) throw new RunEnded({ code: 'store', detail: result.error.code });
    for (const { event, facts } of result.value.notes) this.flight.note(event, facts);
    const { change } = result.value;
    if (change !== null) {
      this.#parents.keep(change);
      this.device.changes.publish(change);
    }
    return result.value.value;
  }

  /**
   * Half the round trip is taken as the way back, and so is what the measure may be wrong by: an offset
   * that it can explain stays, be it none. The offset is only ever used for claimed times.
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
    const result = await this.device.store.write((tx) =>
      tx.putMeta('clock', 'server', { offsetMs }),
    );
    if (!result.ok) throw new RunEnded({ code: 'store', detail: result.error.code });
  }

  #throwIfStopped(): void {
    if (this.#isStopped()) throw new RunEnded(null);
  }

  /** Now in server time. */
  serverNow(): string {
    const now = new Date(this.device.clock.nowMs()).toISOString();
    return shiftInstant(now, this.#offsetMs ?? 0);
  }
}

type Send<T> = (context: CallContext) => Promise<Reply<T>>;

interface Written<T> {
  readonly value: T;
  readonly change: Awaited<ReturnType<Unit['finish']>>;
  readonly notes: Unit['notes'];
}
type WriteOutcome<T> = Promise<Result<Written<T>, StoreFailure>>;

/** How a reply that is no answer ends the run. */
export function endOf(reply: Exclude<Reply<unknown>, { kind: 'answer' }>): Error {
  if (reply.kind === 'noAnswer') return new RunEnded({ code: 'no_answer' });
  if (reply.kind === 'garbled') return new RunEnded({ code: 'garbled' });
  return endOfRefusal(reply.status, reply.error?.code ?? null, reply.retryAfterMs);
}

/** How a refusal of a whole call, or one that speaks for it, ends the run. */
export function endOfRefusal(
  status: number,
  code: WireError['code'] | null,
  retryAfterMs: number | null,
): Error {
  if (code === 'epoch_changed') return new EpochChanged();
  if (code === 'wrong_actor') return new RunEnded({ code: 'wrong_actor' });
  if (status === 401) return new RunEnded({ code: 'signed_out' });
  if (status === 426) return new RunEnded({ code: 'too_old' });
  return new RunEnded({ code: 'unavailable', status, retryAfterMs });
}
