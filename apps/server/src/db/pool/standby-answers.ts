import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { RunUnknown, isOriginal, isPresent } from '../tables/witness.ts';

/** A moment of the primary: what was committed before `askedMs` is in its log before `lsn`. */
export interface PrimaryMoment {
  readonly askedMs: number;
  readonly run: string;
  readonly lsn: number;
}

/** The state of a standby, by its own word. */
export interface StandbyAnswer {
  readonly is_standby: boolean;
  readonly started: string;
  readonly lsn: number;
  readonly run: string | null;
}

/**
 * Asks the primary for its run and the end of its log.
 * @throws {RunUnknown}
 */
export async function readPrimary(db: Connection): Promise<Omit<PrimaryMoment, 'askedMs'>> {
  const { rows } = await sql<Omit<PrimaryMoment, 'askedMs'>>`
    select r.id as run, (pg_current_wal_insert_lsn() - '0/0')::bigint as lsn
    from witness w join runs r on r.number = w.run where ${isPresent}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new RunUnknown();
  return row;
}

/** Asks a standby how far it is. */
export async function readStandby(db: Connection): Promise<StandbyAnswer> {
  const { rows } = await sql<StandbyAnswer>`
    select pg_is_in_recovery() as is_standby, pg_postmaster_start_time()::text as started,
      (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint as lsn,
      (select r.id from witness w join runs r on r.number = w.run where ${isOriginal}) as run`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a select without tables returned no row');
  return row;
}
