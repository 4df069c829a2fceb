import { EpochChanged } from '@foray/authority';
import type { Newer, Position } from '@foray/contract';
import type { RawBuilder } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import { databaseFailure } from './failure.ts';
import { HeardPlaces } from './heard-places.ts';
import { persistently } from './known-run.ts';
import { createStandbyMetrics } from './standby-metrics.ts';
import type { StandbyReport, StandbyState } from './standby-metrics.ts';
import type { Connection } from '../tables/schema.ts';
import { readPrimary, readStandby } from './standby-answers.ts';
import type { PrimaryMoment, StandbyAnswer } from './standby-answers.ts';
import { RunUnknown, isReplayed } from '../tables/witness.ts';

/**
 * How old the proof may be that a standby is in step: it lacks nothing that was committed earlier than this.
 */
const standardLeaseMs = 5_000;
/** The number of looks at the standbys in that time. */
const looksInLease = 5;
/** How long a look at the standbys waits for those that do not answer. */
const lookMs = 300;
const [firstPauseMs, maxPauseMs] = [5, 250];
/** How many standbys are asked before the primary is. */
const attemptsMost = 2;

/** A standby cannot be read at present. */
class NotInStep extends Error {
  override readonly name = 'NotInStep';
}

/** A standby as it was seen last. */
interface Standby {
  readonly database: Database;
  state: StandbyState;
  /** The start of its PostgreSQL, and the run that it has replayed; null before its first answer. */
  seen: { readonly started: string; readonly run: string | null } | null;
  /** It has replayed everything that was committed before this time; null if that is not known. */
  provenMs: number | null;
  /** When it last said that it is no standby. */
  promotedMs: number;
  lagBytes: number | null;
  looking: Promise<void> | null;
}

/** Reads one snapshot; `isThere` holds for the row `w` of `witness` only where the standby is the one expected. */
type StandbyWork<T> = (db: Connection, isThere: RawBuilder<boolean>) => Promise<T>;

/**
 * The standbys of a primary (decision 0190). Every second the primary is asked for its run and the end of its
 * log, and each standby for how far it has replayed. A standby is read for 5 s after a moment of the primary
 * that it is known to have replayed, and only while its PostgreSQL is the one that said so, is a standby, and
 * has the primary's run in its tables.
 */
export class StandbyDatabases {
  readonly #primary: Database;
  readonly #standbys: readonly Standby[];
  readonly #heard: HeardPlaces;
  readonly #leaseMs: number;
  readonly #metrics = createStandbyMetrics(() => this.reports());
  readonly #timer: NodeJS.Timeout;
  #moments: readonly PrimaryMoment[] = [];
  #looking: Promise<void> | null = null;
  #turn = 0;

  /** Does not close the databases; `leaseMs` is for tests. */
  constructor(primary: Database, standbys: readonly Database[], leaseMs = standardLeaseMs) {
    this.#primary = primary;
    this.#leaseMs = leaseMs;
    this.#heard = new HeardPlaces(leaseMs);
    this.#standbys = standbys.map((database) => ({
      database,
      state: 'away',
      seen: null,
      provenMs: null,
      promotedMs: -Infinity,
      lagBytes: null,
      looking: null,
    }));
    this.#timer = setInterval(() => void this.#look(), leaseMs / looksInLease).unref();
    void this.#look();
  }

  /** The metrics of the standbys. */
  get metrics() {
    return this.#metrics.all;
  }

  /** The state of each standby, in the order of the setting. */
  reports(): readonly StandbyReport[] {
    const newest = this.#moments.at(-1);
    return this.#standbys.map(({ state, provenMs, lagBytes }) => {
      const isLate = state === 'used' && !this.#isProven(provenMs);
      const lagMs = provenMs === null ? null : performance.now() - provenMs;
      return {
        state: isLate ? 'behind' : state,
        lagBytes,
        lagSeconds: lagMs === null ? null : provenMs === newest?.askedMs ? 0 : lagMs / 1_000,
      };
    });
  }

  /** Notes that a user's feed has reached a place, or moved to a place that is not known. */
  hear(userId: number, place: Newer | null): void {
    this.#heard.hear(userId, place);
  }

  /** The places that this node has heard of lately: a standby that is in step has all earlier ones. */
  heardOf(userId: number): readonly Position[] {
    return this.#heard.of(userId);
  }

  /**
   * Whether an announcement about the user named no place: their sessions may have ended, as by an operator.
   */
  isUncertain(userId: number): boolean {
    return this.#heard.isUncertain(userId);
  }

  /**
   * Runs `work` on a connection of a standby that is in step; null if there is none. After a conflict with the
   * replay, or another failure of the standby, it runs once more, on the next standby.
   */
  async read<T>(work: StandbyWork<T>): Promise<{ readonly value: T } | null> {
    for (let attempts = 1; attempts <= attemptsMost; attempts += 1) {
      const standby = this.#next();
      if (standby === null) break;
      try {
        const value = await this.#readOn(standby, work);
        this.#metrics.count('answered');
        return { value };
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome === null) throw error;
        this.#metrics.count(outcome);
        if (outcome === 'behind') throw error;
        // Calls that follow need not find out again; the next look does.
        if (outcome === 'failed') standby.provenMs = null;
      }
    }
    this.#metrics.count('none');
    return null;
  }

  /**
   * Resolves when no node reads a standby that lacks what is committed now: each has replayed it, or the proof
   * of any earlier moment has expired.
   */
  async caughtUp(): Promise<void> {
    const sinceMs = performance.now();
    const isCaughtUp = ({ provenMs, promotedMs }: Standby): boolean =>
      (provenMs ?? -Infinity) >= sinceMs || promotedMs >= sinceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await this.#looking;
      await this.#look();
      const isOver = performance.now() - sinceMs > this.#leaseMs;
      if (isOver || this.#standbys.every(isCaughtUp)) return;
      await delay(pauseMs);
    }
  }

  /** Stops looking at the standbys. */
  close(): void {
    clearInterval(this.#timer);
    this.#heard.close();
  }

  /** The standbys take turns. */
  #next(): Standby | null {
    const usable = this.#standbys.filter(({ provenMs }) => this.#isProven(provenMs));
    this.#turn += 1;
    return usable[this.#turn % usable.length] ?? null;
  }

  async #readOn<T>(standby: Standby, work: StandbyWork<T>): Promise<T> {
    let lateMs = Infinity;
    const reading = standby.database.kysely.connection().execute(async (db) => {
      const { seen, provenMs } = standby;
      if (seen?.run == null || provenMs === null) throw new NotInStep();
      lateMs = provenMs + this.#leaseMs;
      return work(db, isReplayed(seen.run, seen.started));
    });
    const late = new AbortController();
    try {
      const isLate = delay(this.#leaseMs, undefined, { signal: late.signal }).then(() => {
        throw new NotInStep();
      });
      const value = await Promise.race([reading, isLate]);
      // This process may have stood still, and the proof has expired.
      if (performance.now() > lateMs) throw new NotInStep();
      return value;
    } finally {
      late.abort();
      reading.catch(() => undefined);
    }
  }

  /** Looks at the primary and at the standbys, once at a time. Never rejects. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => void (this.#looking = null));
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    await this.#noteMoment();
    const looks = this.#standbys.map((standby) => {
      standby.looking ??= this.#examine(standby).finally(() => void (standby.looking = null));
      return standby.looking;
    });
    const late = new AbortController();
    const isLate = delay(lookMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([Promise.all(looks), isLate]);
    late.abort();
  }

  async #noteMoment(): Promise<void> {
    const askedMs = performance.now();
    try {
      const { kysely } = this.#primary;
      const { run, lsn } = await persistently(kysely, () => readPrimary(kysely));
      const kept = this.#moments.filter(
        (moment) => moment.run === run && moment.askedMs > askedMs - this.#leaseMs,
      );
      this.#moments = [...kept, { askedMs, run, lsn }];
    } catch {
      // Nothing is proven while the primary does not answer.
    }
  }

  async #examine(standby: Standby): Promise<void> {
    const askedMs = performance.now();
    try {
      const answer = await readStandby(standby.database.kysely);
      const isSame = standby.seen?.started === answer.started && standby.seen.run === answer.run;
      if (!isSame || !answer.is_standby) standby.provenMs = null;
      standby.seen = { started: answer.started, run: answer.run };
      this.#compare(standby, answer, askedMs);
    } catch {
      standby.provenMs = null;
      standby.lagBytes = null;
      standby.state = 'away';
    }
  }

  #compare(standby: Standby, { is_standby, run, lsn }: StandbyAnswer, askedMs: number): void {
    if (!is_standby) {
      standby.state = 'primary';
      standby.promotedMs = askedMs;
      standby.lagBytes = null;
      return;
    }
    const newest = this.#moments.at(-1);
    standby.lagBytes = newest === undefined ? null : Math.max(0, newest.lsn - lsn);
    const replayed = this.#moments.findLast((moment) => moment.run === run && moment.lsn <= lsn);
    standby.provenMs = replayed?.askedMs ?? standby.provenMs;
    standby.state = this.#isProven(standby.provenMs)
      ? 'used'
      : newest !== undefined && newest.run !== run
        ? 'other'
        : 'behind';
  }

  #isProven(provenMs: number | null): boolean {
    return provenMs !== null && performance.now() - provenMs < this.#leaseMs;
  }
}

/** The reason why a standby gave no answer; null if it is a bug. */
function outcomeOf(error: unknown): 'behind' | 'conflict' | 'failed' | null {
  if (error instanceof EpochChanged) return 'behind';
  if (error instanceof NotInStep || error instanceof RunUnknown) return 'failed';
  const failure = databaseFailure(error);
  if (failure === 'bug') return null;
  return failure === 'conflict' ? 'conflict' : 'failed';
}
