import { isBlocked } from '../store/queued-request.ts';
import { err, blockedRetryMs, maxAwayBackoffMs, maxBackoffMs } from '@foray/domain';
import { unblockServerErrors } from '../actions/attention.ts';
import { Backoff } from '../cycle/backoff.ts';
import type { CallFailure } from '../cycle/call-failure.ts';
import type { Conflict } from '../store/meta.ts';
import { SyncLog, type SyncLogEntry } from '../store/sync-log.ts';
import { MissedStreams } from '../pull/missed-streams.ts';
import type { ReadTransaction } from '../store/ports.ts';
import {
  resolveConflict,
  setAside,
  type ResolutionChoice,
  type ShownConflict,
} from '../conflicts/resolve-conflict.ts';
import { SyncCycle } from './sync-cycle.ts';
import type { EnginePorts } from './sync-cycle.ts';
import { CycleContext } from '../cycle/cycle-context.ts';
import { PushEnded, CycleEnded, type SyncProblem } from '../cycle/cycle-end.ts';
import { FailingSince } from './failing-since.ts';
import { isUrgent } from './sync-state.ts';
import type { CycleOutcome, CycleTrigger, SkipReason, SyncState } from './sync-state.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import { unexpected } from '../store/ports.ts';

/** See {@link SyncEngine}. */
export type Engine = Pick<SyncEngine, keyof SyncEngine>;

/** Creates an engine; nothing runs until requested (by `triggers.ts`). */
export function createEngine(ports: EnginePorts): Engine {
  return new SyncEngine(ports);
}

/** The engine of a device for one signed-in account; a guest's skips every cycle. */
class SyncEngine {
  readonly #ports: EnginePorts;
  readonly #listeners = new Set<(state: SyncState) => void>();
  #state: SyncState = {
    phase: 'idle',
    pending: 0,
    blocked: 0,
    conflicts: 0,
    lastSyncAt: null,
    inStepAt: null,
    lastError: null,
    failingSince: null,
    orphanedUuids: [],
  };
  readonly #log: SyncLog;
  #isRunning = false;
  #isStopped = false;
  /** Ends the current sync cycle, even while it waits. */
  #abortCycle: () => void = () => undefined;
  readonly #backoff: Backoff;
  /** Backs off sending only; changes by others are still fetched. */
  readonly #pushBackoff: Backoff;
  readonly #missed: MissedStreams;
  readonly #failing: FailingSince;
  /** The failure that ended the sending of the last cycle that sent; null if none did. */
  #pushFailure: CallFailure | null = null;
  #blockedRetryAtMs = 0;
  /** Set while the browser reports no network, and no call sent since then has been answered. */
  #doubt: symbol | null = null;
  readonly #endConnectivity: () => void;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    const { scheduler, device, connectivity } = ports;
    this.#log = new SyncLog(device.clock);
    this.#failing = new FailingSince(device);
    this.#backoff = new Backoff(scheduler, device.ids, this.#log);
    this.#pushBackoff = new Backoff(scheduler, device.ids, this.#log);
    this.#missed = new MissedStreams(new Backoff(scheduler, device.ids, this.#log));
    this.#onConnectivity(connectivity.isOnline());
    this.#endConnectivity = connectivity.subscribe((isOnline) => this.#onConnectivity(isOnline));
  }

  state(): SyncState {
    return this.#state;
  }

  /** Calls back after every change of `state()`; the returned function ends it. */
  subscribe(listener: (state: SyncState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Never rejects: an unexpected error is a problem of the store. A run during a cycle is skipped. */
  async run(trigger: CycleTrigger): Promise<CycleOutcome> {
    const { account } = this.#ports.device;
    if (account.kind === 'guest') return this.#skip(trigger, 'guest');
    const skip = this.#skipReason(trigger);
    if (skip !== null) return this.#skip(trigger, skip);
    this.#isRunning = true;
    try {
      const outcome = await this.#ports.locks.ifFree(`foray-sync-${account.user.id}`, () =>
        this.#runLocked(account.user.id, trigger),
      );
      if (outcome === null) return this.#skip(trigger, 'running');
      await this.#applyOutcome(outcome);
      return outcome;
    } catch (error) {
      const { detail } = unexpected(error);
      const failed = { kind: 'failed', problem: { code: 'store', detail } } as const;
      await this.#applyOutcome(failed);
      return failed;
    } finally {
      this.#isRunning = false;
      if (this.#state.phase === 'syncing') this.#setState({ phase: 'idle' });
    }
  }

  /** The stored conflicts, oldest first. */
  async conflicts(): Promise<readonly Conflict[]> {
    const rows = await this.#ports.device.store.read((tx) => tx.metaOf('conflict'));
    if (!rows.ok) return [];
    const conflicts = rows.value.map(({ value }) => value);
    return conflicts.sort((a, b) => Date.parse(a.foundAt) - Date.parse(b.foundAt));
  }

  /** Resolves one conflict if it is still as `shown`; the caller starts a sync cycle afterwards. */
  async resolve(uuid: string, choice: ResolutionChoice, shown?: ShownConflict) {
    const resolved = await resolveConflict(this.#ports.device, uuid, choice, shown);
    this.#log.note('resolved', {
      item: uuid,
      what: typeof choice === 'string' ? choice : 'both',
      outcome: resolved.ok ? 'ok' : 'failed',
    });
    await this.refresh();
    return resolved;
  }

  /** Sets all conflicts aside, so that everything else can sync; the caller starts a cycle afterwards. */
  async setConflictsAside(): Promise<void> {
    await writeUnit(this.#ports.device, setAside);
  }

  /** Reads the counts again; call it after an action here or in another tab has queued something. */
  async refresh(): Promise<void> {
    const count = async (tx: ReadTransaction) => {
      const [queue, conflicts, last, failing, check] = await Promise.all([
        tx.queue(),
        tx.metaOf('conflict'),
        tx.meta('lastSync', 'run'),
        tx.meta('lastSync', 'failing'),
        tx.meta('selfCheck', 'server'),
      ]);
      const blocked = queue.filter(({ state }) => isBlocked(state)).length;
      const pending = queue.length - blocked;
      return {
        pending,
        blocked,
        conflicts: conflicts.length,
        lastSyncAt: last?.at ?? null,
        failingSince: this.#failing.known(failing),
        inStepAt: check?.inStepAt ?? null,
      };
    };
    const counts = await this.#ports.device.store.read(count).catch((e) => err(unexpected(e)));
    if (counts.ok) this.#setState(counts.value);
  }

  /** The last 500 decisions with their reasons, oldest first: ids, codes and counts only. */
  log(): readonly SyncLogEntry[] {
    return this.#log.entries();
  }

  /** Ends the engine: a cycle in progress makes and applies no more calls, and the next cycle may start. */
  stop(): void {
    this.#isStopped = true;
    this.#endConnectivity();
    this.#abortCycle();
    this.#backoff.stop();
    this.#pushBackoff.stop();
    this.#missed.stop();
    this.#listeners.clear();
  }

  #skipReason(trigger: CycleTrigger): SkipReason | null {
    if (this.#isStopped) return 'stopped';
    if (this.#isRunning) return 'running';
    if (trigger === 'sync_now') return null;
    // The browser's network state is only a hint: the timer tries anyway, and an event came over the network.
    const isTry = trigger === 'timer' || trigger === 'event';
    if (this.#doubt !== null && !isTry) return 'offline';
    return this.#backoff.isOn && !isUrgent(trigger) ? 'backing_off' : null;
  }

  #skip(trigger: CycleTrigger, why: SkipReason): CycleOutcome {
    this.#log.note('skipped', { trigger, why });
    return { kind: 'skipped', why };
  }

  #onConnectivity(isOnline: boolean): void {
    this.#doubt = isOnline ? null : Symbol('doubt');
    if (!isOnline) this.#setState({ phase: 'offline' });
  }

  /** Watches a call that is sent now: its answer ends the doubt about the network that existed then. */
  #onCall(): () => void {
    const doubt = this.#doubt;
    return () => {
      if (doubt === null || this.#doubt !== doubt) return;
      this.#doubt = null;
      this.#setState({ phase: 'syncing' });
    };
  }

  /** Runs a cycle under the lock. Once the engine is stopped, the lock does not wait for the last call. */
  #runLocked(userId: number, trigger: CycleTrigger): Promise<CycleOutcome> {
    return new Promise((resolve, reject) => {
      this.#abortCycle = () => resolve({ kind: 'skipped', why: 'stopped' });
      this.#log.note('run', { trigger });
      // In doubt, the phase changes only with the first answer.
      if (this.#doubt === null || trigger === 'sync_now') this.#setState({ phase: 'syncing' });
      this.#play(userId, trigger).then(resolve, reject);
    });
  }

  async #play(userId: number, trigger: CycleTrigger): Promise<CycleOutcome> {
    const isStopped = (): boolean => this.#isStopped;
    const cycle = new CycleContext(this.#ports, userId, this.#log, isStopped, () => this.#onCall());
    try {
      await cycle.begin();
      cycle.push.isUrgent = isUrgent(trigger);
      const isHeldBack = this.#pushBackoff.isOn && !cycle.push.isUrgent;
      if (isHeldBack && this.#pushFailure !== null) cycle.push.holdBack(this.#pushFailure);
      this.#missed.skipPaused(cycle);
      await this.#unblockAll(cycle, trigger);
      const ending = await new SyncCycle(cycle, this.#ports).run(trigger, this.#doubt !== null);
      this.#missed.noteMissed(cycle);
      if (ending.kind === 'complete') this.#setState({ orphanedUuids: cycle.push.orphanedUuids });
      return ending;
    } catch (error) {
      if (!(error instanceof CycleEnded)) throw error;
      const { problem } = error;
      if (problem === null) return { kind: 'skipped', why: 'stopped' };
      const hasPushed = [...cycle.missed.values()].includes(error);
      if (!hasPushed && !(error instanceof PushEnded)) return { kind: 'failed', problem };
      this.#missed.noteMissed(cycle);
      // The pauses grow only while nothing arrives.
      if (cycle.push.hasArrived || (hasPushed && !cycle.push.isHeldBack)) this.#pushBackoff.end();
      if (error instanceof PushEnded) {
        this.#pushFailure = error.failure;
        if (!cycle.push.isHeldBack) beginBackoff(problem, this.#pushBackoff);
      }
      return { kind: 'failed', problem, hasPulled: true };
    }
  }

  async #unblockAll(cycle: CycleContext, trigger: CycleTrigger): Promise<void> {
    const nowMs = this.#ports.device.clock.nowMs();
    const isAsked = trigger === 'start' || trigger === 'sync_now';
    // The difference is absolute in case the clock was set back: an additional attempt is harmless.
    const isDue = Math.abs(nowMs - this.#blockedRetryAtMs) >= blockedRetryMs;
    if (!isAsked && !isDue) return;
    this.#blockedRetryAtMs = nowMs;
    if (this.#state.blocked === 0 && !isAsked) return;
    await cycle.write(unblockServerErrors);
  }

  async #applyOutcome(outcome: CycleOutcome): Promise<void> {
    this.#log.note('ended', {
      outcome: outcome.kind,
      ...(outcome.kind === 'failed' ? { code: outcome.problem.code } : {}),
      ...(outcome.kind === 'conflicts' ? { count: outcome.count } : {}),
      ...(outcome.kind === 'skipped' ? { why: outcome.why } : {}),
    });
    // A cycle that has started is skipped only if the engine was stopped.
    if (this.#isStopped) return;
    await this.refresh();
    const failingSince = await this.#failing.note(outcome, this.#state.failingSince);
    const hasFailed = outcome.kind === 'failed';
    if (!hasFailed || outcome.hasPulled) this.#backoff.end();
    const phase = this.#doubt === null ? 'idle' : 'offline';
    if (!hasFailed) {
      this.#pushBackoff.end();
      this.#setState({ phase, lastError: null, failingSince });
      return;
    }
    const { problem, hasPulled = false } = outcome;
    if (!hasPulled) beginBackoff(problem, this.#backoff);
    const isUnanswered = problem.code === 'no_answer' && !hasPulled;
    this.#setState({ phase: isUnanswered ? 'offline' : phase, lastError: problem, failingSince });
  }

  #setState(part: Partial<SyncState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }
}

/** Starts a backoff. Its pauses are short while the server has no database, which usually returns soon. */
function beginBackoff(problem: SyncProblem, backoff: Backoff): void {
  if (problem.code !== 'unavailable') return backoff.begin(null);
  backoff.begin(problem.retryAfterMs, problem.status === 503 ? maxAwayBackoffMs : maxBackoffMs);
}
