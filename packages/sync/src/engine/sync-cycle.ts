import { storedName } from '../store/stored-names.ts';
import { errorStatus } from '@foray/contract';
import { writeIsolated } from '../cycle/write-isolated.ts';
import { blockRequest } from '../queue/block.ts';
import { isBlocked } from '../store/queued-request.ts';
import { pullStreams } from '../pull/pull-streams.ts';
import { compareWithServer } from '../pull/compare-with-server.ts';
import { beginFullFetch } from '../remote/full-fetch.ts';
import { upgradeLastRelease, isOfLastRelease, leaveEpoch } from '../remote/epoch-change.ts';
import { readLeftCopies, repairLeftCopies } from '../conflicts/left-copies.ts';
import { detectConflicts } from '../conflicts/detect-conflicts.ts';
import { streams } from '../store/meta.ts';
import type { Stream } from '../store/meta.ts';
import { forgetRemovedRows } from '../remote/private-rows.ts';
import { hasBuffered } from '../remote/buffered-changes.ts';
import { readUnconfirmed } from '../remote/unconfirmed.ts';
import { endPush, PushResults, pushQueue, resendInFlight, resendRest } from '../push/push.ts';
import type { CycleOutcome, CycleTrigger } from './sync-state.ts';
import { setAside } from '../conflicts/resolve-conflict.ts';
import { EpochChanged, endOf, endOfRefusal } from '../cycle/cycle-end.ts';
import type { CycleContext, CyclePorts } from '../cycle/cycle-context.ts';
import type { Connectivity, Locks } from '../store/ports.ts';
import { isAtHead, isNothingQueued } from '../pull/heartbeat.ts';
import { compareWith, isCheckDue } from '../pull/self-check.ts';
import type { CheckedPart } from '../pull/self-check.ts';
import { eraseOldDeleted, purgeTrash } from '../actions/trash.ts';

/** Rounds of pull, conflict detection and push in one cycle; more are left to the next cycle. */
const maxRounds = 4;
/** Others may write between a pull and a check; the next Sync Now checks again. */
const maxChecks = 4;

/** The result of one round. */
interface Round {
  /** The number of conflicts that the user is looking at, for which the cycle stops. */
  readonly conflicts: number;
  /** The streams that another round has to pull; null if none is needed. */
  readonly wanted: ReadonlySet<Stream> | null;
}

/** The ports that the engine needs. */
export interface EnginePorts extends CyclePorts {
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /**
   * Whether the conflict dialog is visible in some tab, or about to be, because `hasNew` reports conflicts
   * that are not set aside. While it is true, items in conflict do not change and nothing is pushed
   * (CONF-04); once it is false, conflicts are set aside.
   */
  isResolvingConflicts(hasNew: boolean): boolean | Promise<boolean>;
}

/**
 * The steps of one sync cycle in order: resend in-flight, pull, detect conflicts, push, and the self-check at
 * the end. Requests that cannot be sent do not prevent the pull.
 */
export class SyncCycle {
  readonly #cycle: CycleContext;
  readonly #ports: Pick<EnginePorts, 'isResolvingConflicts'>;

  constructor(cycle: CycleContext, ports: Pick<EnginePorts, 'isResolvingConflicts'>) {
    this.#cycle = cycle;
    this.#ports = ports;
  }

  /**
   * Repeats the steps until nothing is left to do. A cycle of the timer or of an event makes no call while a
   * heartbeat or the event says that it would find nothing, and that of an action then only sends, unless it
   * `mustAsk`. A user who requests a sync sees the result of the self-check.
   */
  async run(trigger: CycleTrigger, mustAsk: boolean): Promise<CycleOutcome> {
    const cycle = this.#cycle;
    cycle.combinesPulls = trigger === 'event' || trigger === 'action';
    let wanted: ReadonlySet<Stream> | null = mustAsk
      ? new Set(streams)
      : await this.#firstWanted(trigger);
    for (let round = 1; wanted !== null; round += 1) {
      try {
        await this.#upgradeLastRelease();
        await this.#repairLeftCopies();
        const played = await this.#round(wanted);
        if (played.conflicts > 0) return { kind: 'conflicts', count: played.conflicts };
        wanted = round < maxRounds ? played.wanted : null;
        if (wanted === null) await endPush(cycle);
      } catch (error) {
        if (!(error instanceof EpochChanged)) throw error;
        await this.#leaveHistory(error);
        // Nothing is complete unless it was fetched in the current history.
        if (round >= maxRounds) throw endOfRefusal(errorStatus.epoch_changed, null, null);
        wanted = new Set(streams);
      }
    }
    this.#throwIfMissed();
    await cycle.write(async (unit) => {
      await purgeTrash(unit);
      await unit.tx.putMeta('lastSync', 'run', { at: unit.serverNow() });
    });
    if (await isCheckDue(cycle, trigger === 'sync_now')) {
      await cycle.write(async (unit) => {
        await eraseOldDeleted(unit);
        await forgetRemovedRows(unit);
      });
      await this.#check();
      this.#throwIfMissed();
    }
    return { kind: 'complete' };
  }

  /** The streams that the first round pulls; null if there is nothing to do. */
  #firstWanted(trigger: CycleTrigger): Promise<ReadonlySet<Stream> | null> {
    const cycle = this.#cycle;
    const isTimer = trigger === 'timer';
    const all = new Set(streams);
    if (!isTimer && !cycle.combinesPulls) return Promise.resolve(all);
    const nowMs = cycle.device.clock.nowMs();
    return cycle.read(async (tx) => {
      if (!(await isAtHead(tx, nowMs, isTimer)) || (await isOfLastRelease(tx))) return all;
      if (await isNothingQueued(tx)) return null;
      return isTimer ? all : new Set();
    });
  }

  async #round(streamsWanted: ReadonlySet<Stream>): Promise<Round> {
    const cycle = this.#cycle;
    const resent = new PushResults();
    const isUnexplained = cycle.push.unexplainedBatch !== null;
    if (!isUnexplained) await resendInFlight(cycle, resent);
    // A pull shows whether the server answers at all.
    const mustPull = cycle.push.unexplainedBatch !== null;
    const asked = mustPull ? streams : streamsWanted;
    await pullStreams(cycle, new Set([...asked, ...resent.behind]));
    const pushed = new PushResults();
    await resendRest(cycle, pushed);
    const conflicts = await this.#detectConflicts();
    const over: Round = { conflicts, wanted: null };
    if (conflicts > 0) return over;
    await pushQueue(cycle, pushed);
    if (cycle.push.unexplainedBatch !== null) return { ...over, wanted: new Set(streams) };
    if (cycle.push.failure !== null) return over;
    // Streams whose changes the responses contained are not pulled again. Conflict detection may have changed
    // the queue, too.
    const unconfirmed = await cycle.read(readUnconfirmed);
    const reported = [...pushed.behind, ...unconfirmed.flatMap(({ type }) => type ?? [])];
    const wanted = new Set<Stream>(reported.filter((stream) => !cycle.missed.has(stream)));
    const hasNews = pushed.moved > 0 || pushed.hasDelta;
    const isUnfinished = wanted.size > 0 || (hasNews && (await cycle.read(hasBuffered)));
    return isUnfinished ? { ...over, wanted } : over;
  }

  /** A failed pull ends a cycle that has done everything else. */
  #throwIfMissed(): void {
    for (const ended of this.#cycle.missed.values()) throw ended;
  }

  /**
   * Compares the checksums of the streams with the server's. Differences are reported to the server and
   * pulled again, once; without a response nothing changes.
   */
  async #check(): Promise<void> {
    const cycle = this.#cycle;
    let differs: readonly CheckedPart[] = [];
    for (let attempt = 1; attempt <= maxChecks; attempt += 1) {
      const reported = differs;
      const reply = await cycle.tryCall('self_check', (context) =>
        cycle.transport.selfCheck(reported, context),
      );
      if (reply.kind !== 'answer') return;
      const { position, carried } = reply;
      const found = await cycle.read((tx) => compareWith(tx, reply.body));
      const isSecond = found.kind === 'different' && differs.length > 0;
      const what = found.kind === 'different' ? { what: found.differs.join() } : {};
      cycle.log.note('self_check', { outcome: found.kind, cursor: reply.body.cursor, ...what });
      if (found.kind !== 'behind') {
        const inStepAt = found.kind === 'equal' ? reply.body.now : null;
        const checkedAt = new Date(cycle.device.clock.nowMs()).toISOString();
        await cycle.write(async (unit) => {
          await cycle.acceptPosition(unit, { body: null, position, carried });
          await unit.tx.putMeta('selfCheck', 'server', { checkedAt, inStepAt });
        });
        if (found.kind === 'equal' || isSecond) return;
        differs = found.differs;
        await cycle.write((unit) => beginFullFetch(unit, 'self_check'));
      }
      await this.#fetchAgain();
    }
  }

  async #fetchAgain(): Promise<void> {
    const cycle = this.#cycle;
    try {
      await pullStreams(cycle, new Set(streams));
      await this.#detectConflicts();
    } catch (error) {
      if (!(error instanceof EpochChanged)) throw error;
      await this.#leaveHistory(error);
    }
  }

  /** Compares the data of the last release with the server's before anything else. */
  async #upgradeLastRelease(): Promise<void> {
    const cycle = this.#cycle;
    if (!(await cycle.read(isOfLastRelease))) return;
    const compared = await compareWithServer(cycle);
    if (compared === null) return;
    const { epoch } = cycle;
    await cycle.write((unit) =>
      compared.kind === 'left' ? leaveEpoch(unit, epoch, compared) : upgradeLastRelease(unit),
    );
    await cycle.begin();
  }

  async #repairLeftCopies(): Promise<void> {
    const left = await this.#cycle.read(readLeftCopies);
    if (left.length > 0) await this.#cycle.write(repairLeftCopies);
  }

  async #leaveHistory(changed: EpochChanged): Promise<void> {
    const cycle = this.#cycle;
    const { epoch, positions } = cycle;
    const knownHead = changed.knownHead ?? (await this.#askKnownHead());
    const commonHead = knownHead ?? 0;
    // If the cycle sent no epoch, only a position can have been refused.
    const isBeyond = positions.every(({ head }) => epoch === null || head > commonHead);
    const isRefuted = knownHead !== null && positions.length > 0 && isBeyond;
    await cycle.write((unit) => leaveEpoch(unit, epoch, { commonHead, isRefuted }));
    await cycle.begin();
  }

  /**
   * The position up to which the server's history contains everything that this device has received, for a
   * refusal without that position or a response of another history: a call with the former epoch is refused
   * with that position. Null if the call is not refused.
   */
  async #askKnownHead(): Promise<number | null> {
    const cycle = this.#cycle;
    if (cycle.epoch === null && cycle.positions.length === 0) return null;
    const reply = await cycle.tryCall('known_head', (context) =>
      cycle.transport.fetchChanges(0, 1, context),
    );
    if (reply.kind === 'answer') return null;
    const end = endOf(reply);
    if (!(end instanceof EpochChanged)) throw end;
    return end.knownHead;
  }

  /**
   * Processes the buffered changes. Returns the number of conflicts that the user is looking at, for which
   * the cycle stops; if the dialog is not open, all are set aside and the result is 0.
   */
  async #detectConflicts(): Promise<number> {
    const cycle = this.#cycle;
    await decideBuffered(cycle);
    const conflicts = await cycle.read((tx) => tx.metaOf('conflict'));
    if (conflicts.length === 0) return 0;
    const hasNew = conflicts.some(({ value }) => !value.isAside);
    if (await this.#ports.isResolvingConflicts(hasNew)) return conflicts.length;
    if (hasNew) await cycle.write(setAside);
    return 0;
  }
}

/** Decides on buffered changes, and blocks the requests about an item that cannot be decided on. */
async function decideBuffered(cycle: CycleContext): Promise<void> {
  const buffered = await cycle.read((tx) => tx.metaOf(storedName.buffered));
  if (buffered.length === 0) return;
  const decide = (uuids: readonly string[]): Promise<void> =>
    cycle.write((unit) => detectConflicts(unit, new Set(uuids)));
  const block = (uuid: string): Promise<void> =>
    cycle.write(async (unit) => {
      const [first] = await unit.tx.queueOf(uuid);
      if (first === undefined || isBlocked(first.state)) return;
      await blockRequest(unit, first, { kind: 'server_errors', status: 0 });
    });
  await writeIsolated(
    cycle,
    buffered.map(({ id }) => id),
    decide,
    block,
  );
}
