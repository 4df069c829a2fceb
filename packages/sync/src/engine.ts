import { maxBackoffMs, parkedRetryMs } from '@foray/domain';
import type { Result } from '@foray/domain';
import { reviveServerErrors } from './attention.ts';
import type { Conflict } from './conflict.ts';
import type { Device } from './device.ts';
import { fetchStreams } from './fetch.ts';
import { FlightRecorder } from './flight.ts';
import type { FlightEntry } from './flight.ts';
import { beginFullFetch } from './full-fetch.ts';
import { streams } from './meta.ts';
import type { Stream } from './meta.ts';
import type { Connectivity, Locks, Scheduler, StoreFailure, Transport } from './ports.ts';
import { quietTypes } from './quiet.ts';
import { replay, settle } from './replay.ts';
import { resolveConflict, setAside, setConflictsAside } from './resolve.ts';
import type { Keep } from './resolve.ts';
import { EpochChanged, RunContext, RunEnded } from './run-context.ts';
import type { SyncProblem } from './run-context.ts';
import { compareWith, isCheckDue } from './self-check.ts';
import type { Checked } from './self-check.ts';
import { judgeStaged } from './staged.ts';
import { purgeTrash } from './trash.ts';

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

/** Rounds of judging and replaying in one run; what would take more waits for the next. */
const roundsMost = 4;
const firstBackoffMs = 1000;
/** Others may write between a fetch and a check; the next Sync Now checks again. */
const checksMost = 4;

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
      return await this.#rounds(run, trigger);
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
      return error.problem === null
        ? { kind: 'skipped', why: 'stopped' }
        : { kind: 'failed', problem: error.problem };
    }
  }

  async #rounds(run: RunContext, trigger: RunTrigger): Promise<RunOutcome> {
    const orphanedUuids: string[] = [];
    let wanted: ReadonlySet<Stream> = new Set(streams);
    for (let round = 1; round <= roundsMost; round += 1) {
      try {
        const settled = await settle(run);
        await fetchStreams(run, new Set([...wanted, ...settled.behind]));
        const count = await this.#judge(run);
        if (count > 0) return { kind: 'conflicts', count };
        const replayed = await replay(run);
        orphanedUuids.push(...settled.orphanedUuids, ...replayed.orphanedUuids);
        if (replayed.moved === 0) break;
        // What the answers told is not asked for again.
        wanted = new Set([...replayed.behind, ...(await run.read(quietTypes))]);
        if (wanted.size === 0 && !(await isAnyStaged(run))) break;
      } catch (error) {
        if (!(error instanceof EpochChanged)) throw error;
        await this.#beginAnew(run, 'epoch_changed');
        wanted = new Set(streams);
      }
    }
    await run.write(async (unit) => {
      await purgeTrash(unit);
      await unit.tx.putMeta('lastSync', 'run', { at: unit.serverNow() });
    });
    if (await isCheckDue(run, trigger === 'sync_now')) await this.#check(run);
    this.#show({ orphanedUuids });
    return { kind: 'complete' };
  }

  /**
   * Asks the server what its streams come to, and compares. What is different is told to the server
   * and fetched anew, once; an answer that does not come leaves everything as it is.
   */
  async #check(run: RunContext): Promise<void> {
    let differs: readonly Checked[] = [];
    for (let attempt = 1; attempt <= checksMost; attempt += 1) {
      const told = differs;
      const reply = await run.tryCall('self_check', (context) =>
        run.transport.selfCheck(told, context),
      );
      if (reply.kind !== 'answer') return;
      const found = await run.read((tx) => compareWith(tx, reply.body));
      const isSecond = found.kind === 'different' && differs.length > 0;
      const what = found.kind === 'different' ? { what: found.differs.join() } : {};
      this.#flight.note('self_check', { outcome: found.kind, cursor: reply.body.cursor, ...what });
      if (found.kind !== 'behind') {
        const inStepAt = found.kind === 'equal' ? reply.body.now : null;
        const checkedAt = new Date(run.device.clock.nowMs()).toISOString();
        await run.write((unit) => unit.tx.putMeta('selfCheck', 'server', { checkedAt, inStepAt }));
        if (found.kind === 'equal' || isSecond) return;
        differs = found.differs;
        await this.#beginAnew(run, 'self_check');
      }
      await this.#fetchAgain(run);
    }
  }

  async #fetchAgain(run: RunContext): Promise<void> {
    try {
      await fetchStreams(run, new Set(streams));
      await this.#judge(run);
    } catch (error) {
      if (!(error instanceof EpochChanged)) throw error;
      await this.#beginAnew(run, 'epoch_changed');
    }
  }

  async #beginAnew(run: RunContext, why: 'epoch_changed' | 'self_check'): Promise<void> {
    await run.write((unit) => beginFullFetch(unit, why));
    await run.begin();
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

  /**
   * Decides on what was staged. How many conflicts somebody is looking at, so that the run must stop;
   * where nobody is, all stand aside and the answer is 0.
   */
  async #judge(run: RunContext): Promise<number> {
    if (await isAnyStaged(run)) await run.write(judgeStaged);
    const conflicts = await run.read((tx) => tx.metaOf('conflict'));
    if (conflicts.length === 0) return 0;
    const hasNew = conflicts.some(({ value }) => !value.isAside);
    if (await this.#ports.isResolvingConflicts(hasNew)) return conflicts.length;
    if (hasNew) await run.write(setAside);
    return 0;
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

function isAnyStaged(run: RunContext): Promise<boolean> {
  return run.read(async (tx) => (await tx.metaOf('staged')).length > 0);
}
