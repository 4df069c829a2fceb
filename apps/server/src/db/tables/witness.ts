import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from './schema.ts';

/**
 * The tables may not belong to the last known run of the database: it was restarted, or a backup was
 * restored. Thrown out of a transaction, which runs again once the current run is registered.
 */
export class RunUnknown extends Error {
  override readonly name = 'RunUnknown';
}

/**
 * Whether the row `w` of `witness` was written into this very table, here or at the primary of this standby,
 * and not loaded. A row that a restore inserted was written by a transaction other than the one it names.
 */
export const isOriginal: RawBuilder<boolean> = sql`(
  w.database_oid = (select oid from pg_database where datname = current_database())
  and w.xmin = w.txid::xid)`;

/**
 * Whether the row `w` of `witness` was written in the current run of the database (decision 0068): in this
 * start of PostgreSQL, which is not a standby, in this database, and into this very table.
 */
export const isPresent: RawBuilder<boolean> = sql`(
  w.started_at = pg_postmaster_start_time() and ${isOriginal})`;

/**
 * Whether the row `w` of `witness` has come to a standby from its primary, in the run of this name, and the
 * standby's PostgreSQL is the one that started at that time (decision 0190).
 */
export function isReplayed(run: string, started: string): RawBuilder<boolean> {
  return sql`(
    pg_is_in_recovery() and pg_postmaster_start_time() = ${started}::timestamptz and ${isOriginal}
    and w.run = (select number from runs where id = ${run}))`;
}

/**
 * Every primary, unique and foreign key of the releases without runs, by name. A dump of such a release has
 * no `witness` to show that it has been loaded, and adds the keys of its tables after all rows.
 */
export const foundationKeys = [
  'access_item_id_fkey',
  'access_pkey',
  'access_user_id_fkey',
  'activity_campaign_id_fkey',
  'activity_item_id_fkey',
  'activity_pkey',
  'activity_user_id_fkey',
  'contacts_pkey',
  'contacts_user_id_fkey',
  'feed_pkey',
  'feed_user_id_fkey',
  'heads_pkey',
  'heads_user_id_fkey',
  'items_assigned_to_fkey',
  'items_parent_id_fkey',
  'items_pkey',
  'items_user_id_fkey',
  'items_uuid_key',
  'login_codes_pkey',
  'meta_pkey',
  'notifications_actor_id_fkey',
  'notifications_campaign_id_fkey',
  'notifications_item_id_fkey',
  'notifications_pkey',
  'notifications_user_id_fkey',
  'ops_item_id_fkey',
  'ops_pkey',
  'ops_user_id_fkey',
  'push_endpoint_hash_key',
  'push_pkey',
  'push_session_id_fkey',
  'push_user_id_fkey',
  'rate_limits_pkey',
  'sessions_pkey',
  'sessions_token_hash_key',
  'sessions_user_id_fkey',
  'users_phone_hash_key',
  'users_phone_key',
  'users_pkey',
] as const;

/** Every table of the migrations except `witness`, by name: each has a primary key. */
export const keyedTables: readonly string[] = [
  ...foundationKeys.filter((key) => key.endsWith('_pkey')).map((key) => key.replace(/_pkey$/, '')),
  'assets',
  'blocks',
  'code_guesses',
  'former_numbers',
  'invitations',
  'known_devices',
  'nodes',
  'operator_log',
  'private_rows',
  'raised_limits',
  'recovery_codes',
  'reports',
  'run_ends',
  'runs',
  'security_events',
  'suspensions',
].toSorted();

/** Every table of the migrations, by name: `witness` is the last. */
export const allTables: readonly string[] = [...keyedTables, 'witness'];

/** The unique keys besides primary keys, by name. */
export const uniqueKeys: readonly string[] = [
  ...foundationKeys.filter((key) => key.endsWith('_key')),
  'runs_id_key',
].toSorted();

/**
 * Whether no backup is being loaded, as far as the tables show: `witness` has its row and its foreign key,
 * which come last, and every table has its key, which follows its rows. The latter is for dumps that are
 * loaded by parallel jobs.
 */
export const isComplete: RawBuilder<boolean> = sql`(
  exists (select from witness)
  and ${isThere('witness_run_fkey')}
  and not exists (
    select from unnest(${textArray(keyedTables)}) as name
    where to_regclass(name) is not null and not exists (
      select from pg_constraint where conrelid = to_regclass(name) and contype = 'p'))
  and not exists (
    select from unnest(${textArray(uniqueKeys)}) as name where not ${isThere(sql`name`)}))`;

/** Whether the tables of a release without runs have all their keys, and so all their rows. */
export const hasFoundationKeys: RawBuilder<boolean> = sql`(
  not exists (
    select from unnest(${textArray(foundationKeys)}) as name where not ${isThere(sql`name`)}))`;

function isThere(name: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const key = typeof name === 'string' ? sql.lit(name) : name;
  return sql`exists (select from pg_constraint where conname = ${key})`;
}

function textArray(texts: readonly string[]): RawBuilder<readonly string[]> {
  return sql`array[${sql.join(texts.map((text) => sql.lit(text)))}]`;
}

/**
 * The id of the current run. Within a transaction it stays valid to the end: loading a backup begins by
 * dropping or emptying `witness`, and so waits for everyone who has read it.
 *
 * @throws {RunUnknown}
 */
export async function readRun(db: Connection): Promise<string> {
  const { rows } = await sql<{ readonly id: string }>`
    select r.id from witness w join runs r on r.number = w.run where ${isPresent}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new RunUnknown();
  return row.id;
}
