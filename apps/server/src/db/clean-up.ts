import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { inKnownRun } from './known-run.ts';
import type { Connection } from './schema.ts';
import { securityEventLifeMs } from './security-events.ts';
import { sessionMostMs } from './sessions.ts';

const rowsAtOnce = 1_000;

/** How long a browser is known that nobody signs in with, and wrong codes count. */
const signInLifeMs = 400 * dayMs;

/**
 * How long the end of a run is kept: a device that was answered later holds a position of a later run.
 * One that returns after a longer time is compared with the end of the run before, or with 0: it may begin
 * a new epoch without need, and nothing that was lost is overlooked (decision 0082).
 */
const runEndLifeMs = 730 * dayMs;

/**
 * Deletes what has no effect any more: ended sessions, old codes, browsers that nobody has signed in with for
 * long, counters of past windows, security events of more than a year ago, ends of runs that no answer has named
 * for two years, and what earlier releases logged outside any campaign, where nobody can read it.
 */
export async function cleanUpDatabase(db: Connection, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const sessionsFrom = new Date(nowMs - sessionMostMs).toISOString();
  const dayAgo = new Date(nowMs - dayMs).toISOString();
  await inKnownRun(db, async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where((of) => of.or([of('expires_at', '<', now), of('created_at', '<', sessionsFrom)]))
      .execute();
    await tx.deleteFrom('login_codes').where('expires_at', '<', dayAgo).execute();
    const longAgo = new Date(nowMs - signInLifeMs).toISOString();
    await tx.deleteFrom('known_devices').where('seen_at', '<', longAgo).execute();
    await tx.deleteFrom('code_guesses').where('last_at', '<', longAgo).execute();
    await tx.deleteFrom('rate_limits').where('window_start', '<', dayAgo).execute();
  });
  const before = new Date(nowMs - runEndLifeMs).toISOString();
  await inPortions(
    db,
    sql`
      delete from run_ends where (user_id, run) in (
        select user_id, run from run_ends where ended_at < ${before} limit ${rowsAtOnce})`,
  );
  await inPortions(
    db,
    sql`
      delete from activity where id in (
        select id from activity where campaign_id is null order by id limit ${rowsAtOnce})`,
  );
  const eventsUntil = new Date(nowMs - securityEventLifeMs).toISOString();
  await inPortions(
    db,
    sql`
      delete from security_events where (user_id, id) in (
        select user_id, id from security_events where last_at < ${eventsUntil} limit ${rowsAtOnce})`,
  );
}

/** Runs a statement that deletes at most `rowsAtOnce` rows until it finds fewer, each time in a transaction. */
async function inPortions(db: Connection, portion: RawBuilder<unknown>): Promise<void> {
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce;) {
    const { numAffectedRows } = await inKnownRun(db, (tx) => portion.execute(tx));
    deleted = Number(numAffectedRows ?? 0);
  }
}
