import { StoreUnavailable } from '@foray/authority';
import { Migrator, sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './schema.ts';
import { isWhole } from './store/witness.ts';

/** The database was migrated by a newer Foray than this one. The message says what to do. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';
  constructor(unknown: readonly string[]) {
    super(
      `The database was made by a newer version of Foray (it has ${unknown.join(', ')}); ` +
        'start that version, or restore a backup made with this one. Nothing was changed.',
    );
  }
}

/** Any number: it only has to be the same for all nodes, and nobody else's. */
const migrationLock = 7_034_917_252;

/**
 * Brings the database to this code's schema and returns the names of the migrations that were run.
 * Each is one transaction; a failing one changes nothing and rejects. Nodes that start together wait
 * for each other by an advisory lock, which also covers the making of the migrator's own tables.
 *
 * @throws {DatabaseTooNewError} if the database has migrations that this code does not know.
 * @throws {StoreUnavailable} while a backup is being loaded: a migration would miss what comes later.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  return database.kysely.connection().execute(async (connection) => {
    // A migration, or the wait for another node's, may take longer than any request should.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection);
    try {
      await refuseNewer(connection);
      await refuseHalfLoaded(connection);
      return await run(connection);
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function refuseNewer(connection: Kysely<Tables>): Promise<void> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(connection);
  if (table.rows[0]?.found !== true) return;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(connection);
  const unknown = rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
}

async function refuseHalfLoaded(connection: Kysely<Tables>): Promise<void> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('witness') is not null as found`.execute(connection);
  if (table.rows[0]?.found !== true) return;
  const { rows } = await sql<{ whole: boolean }>`
    select ${isWhole} as whole`.execute(connection);
  if (rows[0]?.whole !== true) throw new StoreUnavailable('a backup is being loaded');
}

async function run(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const provider = { getMigrations: () => Promise.resolve(asMigrations()) };
  const { error, results } = await new Migrator({ db: kysely, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

function asMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  );
}
