import { Contended, RetryTransaction, StoreUnavailable } from '@foray/authority';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { countRetry } from './database-metrics.ts';
import type { RetryReason } from './database-metrics.ts';
import { databaseFailure } from './failure.ts';
import type { Connection } from '../tables/schema.ts';
import { lockMs, RootBusyError } from './root-turns.ts';
import { RunUnknown, isComplete, isPresent, readRun } from '../tables/witness.ts';

/** How long a transaction is retried: less than the 30 s after which a device gives up. */
const patienceMs = 15_000;
const maxPauseMs = 120;

/**
 * Runs an attempt to read or write the database. If it throws {@link RunUnknown}, the current run is
 * registered and the attempt runs again. Deadlocks, serialization failures and races of unique keys run
 * again after a random pause, unnoticed by the caller. After 15 s of them, after 2.5 s without a place at a
 * root, and while the database is unavailable or loads a backup, it rejects with `StoreUnavailable`.
 */
export async function persistently<T>(db: Connection, attempt: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  let isRunUnknown = false;
  for (let attempts = 1; ; attempts += 1) {
    try {
      if (isRunUnknown) await ensureRun(db);
      isRunUnknown = false;
      return await attempt();
    } catch (error) {
      const restMs = startMs + lockMs - performance.now();
      if (error instanceof RootBusyError && restMs > 0) {
        await error.untilFree(restMs);
        continue;
      }
      isRunUnknown = error instanceof RunUnknown;
      const failure = failureOf(error);
      if (failure === 'bug') throw error;
      if (failure === 'away' || performance.now() - startMs > patienceMs) {
        throw new StoreUnavailable('the database cannot answer', { cause: error });
      }
      countRetry(retryReasonOf(error));
      await delay(Math.random() * Math.min(maxPauseMs, 2 ** attempts));
    }
  }
}

/**
 * The meaning of a failed attempt, as `databaseFailure`; an error with which the store itself asks for
 * another attempt is a conflict.
 */
function failureOf(error: unknown): ReturnType<typeof databaseFailure> {
  if (isLocked(error)) return 'away';
  const isExpected = error instanceof RunUnknown || error instanceof RetryTransaction;
  return isExpected ? 'conflict' : databaseFailure(error);
}

const reasons: Readonly<Record<string, RetryReason>> = {
  '40P01': 'deadlock',
  '40001': 'serialization',
  '23505': 'unique',
};

function retryReasonOf(error: unknown): RetryReason {
  if (error instanceof RunUnknown) return 'run';
  return (error instanceof pg.DatabaseError && reasons[error.code ?? '']) || 'other';
}

/** SQLSTATE of a statement that has waited for a lock for the maximum time. */
const lockNotAvailable = '55P03';

/** Whether the attempt waited in vain for a lock, or has no place at a root. */
function isLocked(error: unknown): boolean {
  if (error instanceof RootBusyError) return true;
  return error instanceof pg.DatabaseError && error.code === lockNotAvailable;
}

/**
 * Runs an attempt once. Rejects with `ContendedError` if a lock is held, or if {@link persistently} would run it
 * again.
 */
export async function atOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const failure = isLocked(error) ? 'conflict' : failureOf(error);
    if (failure === 'bug') throw error;
    if (failure === 'conflict') throw new Contended('others are at work', { cause: error });
    throw new StoreUnavailable('the database cannot answer', { cause: error });
  }
}

/**
 * Runs `work` in one transaction of a known run, for tables outside the authority's store: a backup that is
 * being loaded is neither read nor written (decision 0068). It retries and rejects as {@link persistently}
 * does.
 */
export function inKnownRun<T>(db: Connection, work: (tx: Connection) => Promise<T>): Promise<T> {
  return persistently(db, () =>
    db.transaction().execute(async (tx) => {
      await readRun(tx);
      return work(tx);
    }),
  );
}

/** An arbitrary number, the same on all nodes and used for nothing else. */
const runLock = 7_034_917_253;

/**
 * Makes sure that the current run of the database is registered, under a random id that no other history has
 * (decision 0068). If several nodes find it missing at once, one of them registers it.
 *
 * On a standby it fails, as every write does there.
 *
 * @throws {StoreUnavailable} while a backup is being loaded.
 */
export async function ensureRun(db: Connection): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${runLock})`.execute(tx);
    const { rows } = await sql<{ readonly present: boolean; readonly whole: boolean }>`
      select ${isPresent} as present, ${isComplete} as whole from witness w`.execute(tx);
    const [witness] = rows;
    if (witness?.present === true) return;
    if (witness?.whole !== true) throw new StoreUnavailable('a backup is being loaded');
    await sql`
      with next as (
        insert into runs (number, id)
        select max(number) + 1, left(replace(gen_random_uuid()::text, '-', ''), 16) from runs
        returning number
      )
      update witness set run = next.number, txid = pg_current_xact_id(),
        started_at = pg_postmaster_start_time(),
        database_oid = (select oid from pg_database where datname = current_database())
      from next`.execute(tx);
  });
}
