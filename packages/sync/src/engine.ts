import { maxBackoffMs, parkedRetryMs } from '@foray/domain';
import type { Result } from '@foray/domain';
import { reviveServerErrors } from './attention.ts';
import type { Conflict } from './conflict.ts';
import type { Device } from './device.ts';
import { FlightRecorder } from './flight.ts';
import type { FlightEntry } from './flight.ts';
import type { Connectivity, Locks, Scheduler, StoreFailure, Transport } from './ports.ts';
import { resolveConflict, setConflictsAside } from './resolve.ts';
import type { Keep } from './resolve.ts';
import { Rounds } from './rounds.ts';
import { RunContext, RunEnded } from './run-context.ts';
import type { SyncProblem } from './run-context.ts';

/** What the engine needs besides the device. */
export interface EnginePorts {
  readonly device: Device;
  readonly transport: Transport;
  readonly scheduler: Scheduler;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /**
   * The conflict dialog is open and visible somewhere, or about to be, since `hasNew` tells of
   * conflicts that nobody has set aside: nothing in conflict moves and nothing is replayed
   * (specification, section 4). Conflicts are set aside as soon as this is false.
   */
  isResolvingConflicts(hasNew: boolean): boolean | Promise<boolean>;
}

/** What screens show of sync. */
export interface SyncState {
  readonly phase: 'idle' | 'syncing' | 'offline';
  /** Queued requests that are not parked. */
  readonly pending: number;
  /** Requests in Needs attention. */
  readonly parked: number;
  /** Stored conflicts, aside or not. */
  readonly conflicts: number;
  /** The end of the last complete run in server time; null before the first. */
  readonly lastSyncAt: string | null;
  /** When the server last agreed that this device holds exactly what it should, in its time. */
  readonly inStepAt: string | null;
  /** Why the last run did not finish; null if it did. */
  readonly lastError: SyncProblem | null;
  /** Items that the last run put at the top level because their parent is gone. */
  readonly orphanedUuids: readonly string[];
}

/** How a run ended. skipped: as the specification says, section 4, or while backing off. */
export type RunOutcome =
  | { readonly kind: 'complete' }
  | { readonly kind: 'conflicts'; readonly count: number }
  | { readonly kind: 'skipped'; readonly why: SkipReason }
  | { readonly kind: 'failed'; readonly problem: SyncProblem };

/** Why a run did not start, or was given up without a problem. */
export type SkipReason = 'running' | 'offline' | 'guest' | 'stopped' | 'backing_off';

/** Why a run was asked for; start and Sync Now also try again what server errors parked. */
export type RunTrigger = 'start' | 'online' | 'visible' | 'timer' | 'action' | 'event' | 'sync_now';

/** The device's engine for one signed-in account; a guest's only ever skips. */
export interface Engine {
  state(): SyncState;
  /** Calls back after every change of `state()`; the returned function ends it. */
  subscribe(listener: (state: SyncState) => void): () => void;
  /** Never rejects for an expected failure; a run asked for during a run is skipped. */
  run(trigger: RunTrigger): Promise<RunOutcome>;
  /** The stored conflicts, oldest first. */
  conflicts(): Promise<readonly Conflict[]>;
  /** Settles one conflict; the caller starts a run afterwards. */
  resolve(uuid: string, keep: Keep): Promise<Result<void, 'not_found' | StoreFailure>>;
  /** Sets all conflicts aside, so that the rest may sync on; the caller starts a run afterwards. */
  setConflictsAside(): Promise<void>;
  /** Reads the counts again, after an action queued something here or in another tab. */
  refresh(): Promise<void>;
  /** The last 500 decisions with their reasons, oldest first: ids, codes and counts only. */
  flight(): readonly FlightEntry[];
  /** Ends the engine: a run in the air calls and applies nothing any more. */
  stop(): void;
}

const firstBackoffMs = 1000;

/** Makes an engine; nothing runs until asked (`triggers.ts` asks). */
export function createEngine(ports: EnginePorts): Engine {
  return new SyncEngine(ports);
}

class SyncEngine implements Engine {
  readonly #ports: EnginePorts;
  readonly #listeners = new Set<(state: SyncState) => void>();
  #state: SyncState = {
    phase: 'idle',
    pending: 0,
    parked: 0,
    conflicts: 0,
    lastSyncAt: null,
    inStepAt: null,
    lastError: null,
    orphanedUuids: [],
  };
  readonly #flight: FlightRecorder;
  #isRunning = false;
  #isStopped = false;
  #failures = 0;
  #endBackoff: (() => void) | null = null;
  #parkedRetryAtMs = 0;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#flight = new FlightRecorder(ports.device.clock);
  }

  state(): SyncState {
    return this.#state;
  }

  subscribe(listener: (state: SyncState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async run(trigger: RunTrigger): Promise<RunOutcome> {
    const { account } = this.#ports.device;
    const skip = account.kind === 'guest' ? 'guest' : this.#skipReason(trigger);
    if (skip !== null || account.kind === 'guest') {
      this.#flight.note('skipped', { trigger, why: skip ?? 'guest' });
      if (skip === 'offline') this.#show({ phase: 'offline' });
      return { kind: 'skipped', why: skip ?? 'guest' };
    }
    this.#isRunning = true;
    this.#flight.note('run', { trigger });
    this.#show({ phase: 'syncing' });
    try {
      const outcome = await this.#ports.locks.ifFree(`foray-sync-${account.user.id}`, () =>
        this.#runLocked(account.user.id, trigger),
      );
      this.#noteEnd(outcome);
      await this.#settleState(outcome);
      return outcome ?? { kind: 'skipped', why: 'running' };
    } finally {
      this.#isRunning = false;
      if (this.#state.phase === 'syncing') this.#show({ phase: 'idle' });
    }
  }

  async conflicts(): Promise<readonly Conflict[]> {
    const rows = await this.#ports.device.store.read((tx) => tx.metaOf('conflict'));
    if (!rows.ok) return [];
    const conflicts = rows.value.map(({ value }) => value);
    return conflicts.sort((a, b) => (a.foundAt < b.foundAt ? -1 : a.foundAt > b.foundAt ? 1 : 0));
  }

  async resolve(uuid: string, keep: Keep) {
    const resolved = await resolveConflict(this.#ports.device, uuid, keep);
    this.#flight.note('resolved', {
      item: uuid,
      what: keep,
      outcome: resolved.ok ? 'ok' : 'failed',
    });
    await this.refresh();
    return resolved;
  }

  async setConflictsAside(): Promise<void> {
    await setConflictsAside(this.#ports.device);
  }

  async refresh(): Promise<void> {
    const counts = await this.#ports.device.store.read(async (tx) => {
      const [queue, conflicts, last, check] = await Promise.all([
        tx.queue(),
        tx.metaOf('conflict'),
        tx.meta('lastSync', 'run'),
        tx.meta('selfCheck', 'server'),
      ]);
      const parked = queue.filter(({ state }) => state.kind === 'parked').length;
      const pending = queue.length - parked;
      return {
        pending,
        parked,
        conflicts: conflicts.length,
        lastSyncAt: last?.at ?? null,
        inStepAt: check?.inStepAt ?? null,
      };
    });
    if (counts.ok) this.#show(counts.value);
  }

  flight(): readonly FlightEntry[] {
    return this.#flight.entries();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endBackoff?.();
    this.#listeners.clear();
  }

  #skipReason(trigger: RunTrigger): SkipReason | null {
    if (this.#isStopped) return 'stopped';
    if (this.#isRunning) return 'running';
    // What the browser says of its network is a hint: somebody who asks for a run gets a try.
    if (trigger === 'sync_now') return null;
    if (!this.#ports.connectivity.isOnline()) return 'offline';
    const isUrgent = trigger === 'start' || trigger === 'online';
    return this.#endBackoff !== null && !isUrgent ? 'backing_off' : null;
  }

  async #runLocked(userId: number, trigger: RunTrigger): Promise<RunOutcome> {
    const { device, transport, scheduler } = this.#ports;
    const run = new RunContext(
      device,
      userId,
      transport,
      scheduler,
      this.#flight,
      () => this.#isStopped,
    );
    try {
      await run.begin();
      await this.#reviveParked(run, trigger);
      const ending = await new Rounds(run, this.#ports).play(trigger === 'sync_now');
      if (ending.kind === 'complete') this.#show({ orphanedUuids: ending.orphanedUuids });
      return ending.kind === 'complete' ? { kind: 'complete' } : ending;
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
      return error.problem === null
        ? { kind: 'skipped', why: 'stopped' }
        : { kind: 'failed', problem: error.problem };
    }
  }

  #noteEnd(outcome: RunOutcome | null): void {
    const kind = outcome?.kind ?? 'skipped';
    const why = outcome === null ? 'running' : outcome.kind === 'skipped' ? outcome.why : null;
    const code = outcome?.kind === 'failed' ? { code: outcome.problem.code } : {};
    const count = outcome?.kind === 'conflicts' ? { count: outcome.count } : {};
    this.#flight.note('ended', {
      outcome: kind,
      ...code,
      ...count,
      ...(why === null ? {} : { why }),
    });
  }

  async #reviveParked(run: RunContext, trigger: RunTrigger): Promise<void> {
    const nowMs = this.#ports.device.clock.nowMs();
    const isAsked = trigger === 'start' || trigger === 'sync_now';
    // Also if the clock went back: one try too many harms nobody.
    const isDue = Math.abs(nowMs - this.#parkedRetryAtMs) >= parkedRetryMs;
    if (!isAsked && !isDue) return;
    this.#parkedRetryAtMs = nowMs;
    if (this.#state.parked === 0 && !isAsked) return;
    await run.write(reviveServerErrors);
  }

  async #settleState(outcome: RunOutcome | null): Promise<void> {
    if (this.#isStopped) return;
    await this.refresh();
    if (outcome === null || outcome.kind === 'skipped') return;
    if (outcome.kind !== 'failed') {
      this.#failures = 0;
      this.#endBackoff?.();
      this.#show({ phase: 'idle', lastError: null });
      return;
    }
    const { problem } = outcome;
    this.#backOff(problem.code === 'unavailable' ? problem.retryAfterMs : null);
    const phase = problem.code === 'no_answer' ? 'offline' : 'idle';
    this.#show({ phase, lastError: problem });
  }

  /** Doubles from 1 s up to 5 min with jitter; what the server asks for is respected. */
  #backOff(retryAfterMs: number | null): void {
    this.#endBackoff?.();
    const steepMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    const jitteredMs = steepMs * (0.5 + this.#ports.device.ids.random() / 2);
    const delayMs = Math.max(jitteredMs, retryAfterMs ?? 0);
    this.#flight.note('backing_off', { delayMs });
    const cancel = this.#ports.scheduler.after(delayMs, () => {
      this.#endBackoff = null;
    });
    this.#endBackoff = () => {
      cancel();
      this.#endBackoff = null;
    };
  }

  #show(part: Partial<SyncState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }
}
