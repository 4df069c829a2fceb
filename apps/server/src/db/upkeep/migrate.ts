import { StoreUnavailable } from '@foray/authority';
import { Migrator, sql } from 'kysely';
import type { Kysely, Migration, RawBuilder } from 'kysely';
import type { Database } from '../pool/database.ts';
import { migrations } from '../migrations/index.ts';
import type { DatabaseTables } from '../tables/schema.ts';
import { allTables, hasFoundationKeys, isComplete } from '../tables/witness.ts';

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

/** An arbitrary number, the same on all nodes and used for nothing else. */
const migrationLock = 7_034_917_252;

/** The migration that creates `witness`, which shows from then on whether a dump has been loaded. */
const firstWithRuns = '0005-expand-runs';

/**
 * Migrates the database to this code's schema and returns the names of the migrations that ran. In a
 * database in use each is one transaction; a failing one changes nothing and rejects. Nodes that start
 * together wait for each other by an advisory lock, which also covers the creation of the migrator's own
 * tables.
 * @throws {DatabaseTooNewError} if the database has migrations that this code does not know.
 * @throws {StoreUnavailable} while a backup is being loaded, whose later rows a migration would miss.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  return whileLocked(database, async (connection, recorded) => {
    refuseNewer(recorded);
    await refuseHalfLoaded(connection, recorded);
    return run(connection, recorded);
  });
}

/**
 * Does the same as {@link migrate}, but leaves a newer database unchanged if this code can run on it.
 * Returns the migrations that this code does not know, if any.
 * @throws {DatabaseTooNewError} if one of them does not say that a node of this code can run beside it.
 * @throws {StoreUnavailable} as `migrate` does.
 */
export async function migrateUnlessNewer(database: Database): Promise<readonly string[]> {
  return whileLocked(database, async (connection, recorded) => {
    const unknown = unknownAmong(recorded);
    if (unknown.length > 0 && !(await isAccepted(connection, recorded))) {
      throw new DatabaseTooNewError(unknown);
    }
    await refuseHalfLoaded(connection, recorded);
    if (unknown.length === 0) await run(connection, recorded);
    return unknown;
  });
}

/** Calls `work` with the names of the database's migrations, while no other node migrates it. */
async function whileLocked<T>(
  database: Database,
  work: (connection: Kysely<DatabaseTables>, recorded: readonly string[]) => Promise<T>,
): Promise<T> {
  return database.kysely.connection().execute(async (connection) => {
    // A migration, or the wait for another node's, may take longer than any request should.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection);
    try {
      return await work(connection, await recordedMigrations(connection));
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset idle_in_transaction_session_timeout`.execute(connection);
    }
  });
}

/**
 * Prevents every other node from migrating the database until the transaction ends, and waits for a node
 * that does.
 */
export async function lockMigrations(tx: Kysely<DatabaseTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
}

/** The migrations that the database has recorded; none if it has no record of them. */
async function recordedMigrations(connection: Kysely<DatabaseTables>): Promise<readonly string[]> {
  if (!(await ask(connection, sql`to_regclass('kysely_migration') is not null`))) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(connection);
  return rows.map(({ name }) => name);
}

/** The migrations among these that this code does not know. */
function unknownAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => !Object.hasOwn(migrations, name));
}

/**
 * Refuses a database of a newer version.
 * @throws {DatabaseTooNewError}
 */
export function refuseNewer(recorded: readonly string[]): void {
  const unknown = unknownAmong(recorded);
  if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
}

/**
 * Whether the database has all migrations that this code knows, and each later migration names one of them
 * as the last that a node has to know.
 */
async function isAccepted(
  connection: Kysely<DatabaseTables>,
  recorded: readonly string[],
): Promise<boolean> {
  const known = Object.keys(migrations);
  const unknown = unknownAmong(recorded);
  const fits = sql<boolean>`
    ${known}::text[] <@ ${recorded}::text[] and not exists (
      select from unnest(${unknown}::text[]) as name
      left join meta m on m.key = name and m.value = any (${known}::text[])
      where m.key is null)`;
  return ask(connection, fits);
}

/**
 * A dump creates tables, then inserts their rows by name, then adds keys. A database is empty only if it
 * has none of our tables; if its record of migrations is missing, or came before other rows, it is being
 * loaded.
 */
async function refuseHalfLoaded(
  connection: Kysely<DatabaseTables>,
  recorded: readonly string[],
): Promise<void> {
  const isAnyThere = sql<boolean>`exists (
    select from unnest(${allTables}::text[]) as name where to_regclass(name) is not null)`;
  if (!(await ask(connection, isAnyThere))) return;
  if (recorded.length > 0 && (await isLoaded(connection, recorded))) return;
  throw new StoreUnavailable('a backup is being loaded, or these tables are not all of Foray');
}

async function isLoaded(
  connection: Kysely<DatabaseTables>,
  recorded: readonly string[],
): Promise<boolean> {
  if (await ask(connection, sql`to_regclass('witness') is not null`)) {
    return ask(connection, isComplete);
  }
  if (recorded.includes(firstWithRuns)) return false;
  if (!(await ask(connection, hasFoundationKeys))) return false;
  // Neither is ever empty, and rows that are loaded separately come by name or after those they refer to.
  return ask(connection, sql`exists (select from meta) and exists (select from users)`);
}

async function ask(
  connection: Kysely<DatabaseTables>,
  question: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select ${question} as answer`.execute(connection);
  return rows[0]?.answer === true;
}

/**
 * A new database gets all migrations in one transaction, so that no partial result is left. A database in
 * use gets each by itself, so that nobody waits for the locks of one while others run.
 */
async function run(
  kysely: Kysely<DatabaseTables>,
  recorded: readonly string[],
): Promise<readonly string[]> {
  const provider = { getMigrations: () => Promise.resolve(asMigrations()) };
  const migrator = new Migrator({ db: kysely, provider });
  const isNew = recorded.length === 0;
  const names: string[] = [];
  for (;;) {
    const { error, results = [] } = await (isNew
      ? migrator.migrateToLatest()
      : migrator.migrateUp());
    if (error !== undefined) throw error;
    names.push(...results.map((result) => result.migrationName));
    if (isNew || results.length === 0) return names;
  }
}

function asMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  );
}
