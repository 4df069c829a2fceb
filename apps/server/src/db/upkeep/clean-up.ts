import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { assetLifeMs } from './kept-assets.ts';
import { nodeKeptMs } from './node-signs.ts';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection, DatabaseTables } from '../tables/schema.ts';
import { securityEventLifeMs } from '../account/security-events.ts';
import { sessionMostMs } from '../account/session-reads.ts';

const rowsAtOnce = 1_000;

/** How long an invitation is kept after its end, with the number and the name that the operator wrote. */
const invitationKeptMs = 30 * dayMs;

/** How long unused browsers stay known, and wrong codes count. */
const signInLifeMs = 400 * dayMs;

/**
 * How long the end of a run is kept: a device with a later response has a position of a later run. A device
 * that returns after a longer time is compared with the end of an earlier run, or with 0: it may start a
 * new epoch without need, but no loss is overlooked (decision 0082).
 */
const runEndLifeMs = 730 * dayMs;

/**
 * Deletes rows whose deletion has no other effect: ended sessions, old codes, browsers unused for long,
 * counters of past windows, security events more than a year old, ends of runs that no response has named
 * for two years, files of builds that no node has run for 30 days, nodes without a
 * sign for a day, and invitations that ended 30 days ago. Each condition is one range of an index.
 */
export async function cleanUpDatabase(db: Connection, nowMs: number): Promise<void> {
  const before = (ms: number) => new Date(nowMs - ms).toISOString();
  const lives = [
    ['sessions', 'expires_at', 0],
    ['sessions', 'created_at', sessionMostMs],
    ['login_codes', 'expires_at', dayMs],
    ['known_devices', 'seen_at', signInLifeMs],
    ['code_guesses', 'last_at', signInLifeMs],
    ['rate_limits', 'window_start', dayMs],
    ['run_ends', 'ended_at', runEndLifeMs],
    ['security_events', 'last_at', securityEventLifeMs],
    ['assets', 'seen_at', assetLifeMs],
    ['nodes', 'seen_at', nodeKeptMs],
    ['invitations', 'expires_at', invitationKeptMs],
  ] as const;
  for (const [table, column, lifeMs] of lives) {
    const name = sql.ref(column);
    await deleteAll(db, table, sql`${name} < ${before(lifeMs)}`, name);
  }
}

/**
 * Deletes the rows that meet a condition, in batches of one transaction each; `by` is the order of the
 * index.
 */
async function deleteAll(
  db: Connection,
  table: keyof DatabaseTables,
  isOver: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): Promise<void> {
  // Some of the rows found may have been used meanwhile.
  const portion = sql`
    delete from ${sql.table(table)} where ${isOver} and ctid = any(array(
      select ctid from ${sql.table(table)} where ${isOver} order by ${by} limit ${rowsAtOnce}))`;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce;) {
    const { numAffectedRows } = await inKnownRun(db, (tx) => portion.execute(tx));
    deleted = Number(numAffectedRows ?? 0);
  }
}
