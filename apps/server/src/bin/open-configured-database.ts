import { StoreUnavailable } from '@foray/authority';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { DatabaseAddress } from '../db/pool/address.ts';
import { openDatabase } from '../db/pool/database.ts';
import type { Database, DatabaseOptions } from '../db/pool/database.ts';
import { StartupFailure, reasonOf, startEmbeddedPostgres } from '@foray/embedded-postgres';
import { databaseFailure, isLoginRefused } from '../db/pool/failure.ts';
import { DatabaseTooNewError, migrateUnlessNewer } from '../db/upkeep/migrate.ts';
import { previousSecretIn, secretIn } from '../config/secret.ts';
import type { Shutdown } from './shutdown.ts';

const oldestServerVersion = 150_000;
const databasePatienceMs = 30_000;

/** A migrated database with its addresses and secrets. */
export interface ConfiguredDatabase {
  readonly database: Database;
  /** The address past a pooler. */
  readonly directAddress: DatabaseAddress;
  readonly secret: string;
  /** The folder of the embedded database; null with DATABASE_URL. */
  readonly dataDir: string | null;
  /** Null if no secret is being replaced. */
  readonly previousSecret: string | null;
  /** Resolves with the reason if the embedded PostgreSQL has stopped for good. */
  readonly lost: Promise<StartupFailure>;
}

/**
 * Starts or finds the configured database, waits up to 30 s if it is still starting, migrates it and opens
 * the pool. Adds everything that it opens to `shutdown`, even if it rejects.
 * @throws {StartupFailure} as `startEmbeddedPostgres` does, or 'database_unreachable' or 'secret'.
 */
export async function openConfiguredDatabase(
  config: Config,
  shutdown: Shutdown,
  log: (line: string) => void,
): Promise<ConfiguredDatabase> {
  const { connections: maxConnections, connectionMs, statementMs, slowMs } = config.tuning;
  const pool = { maxConnections, connectionMs, statementMs, ...(slowMs !== null && { slowMs }) };
  if (config.database.kind === 'url') {
    const { url, directUrl, isDirect } = config.database;
    const directAddress = { connectionString: directUrl };
    await prepare(directAddress, log);
    const database = open(
      { address: { connectionString: url }, directAddress, isDirect, ...pool },
      shutdown,
    );
    const { previousSecret } = config;
    const secret = config.secret ?? '';
    const lost = new Promise<never>(() => {});
    return { database, directAddress, dataDir: null, secret, previousSecret, lost };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  shutdown.add(45_000, () => postgres.stop());
  const secrets =
    config.secret === null
      ? { secret: secretIn(postgres.dataDir), previousSecret: previousSecretIn(postgres.dataDir) }
      : { secret: config.secret, previousSecret: config.previousSecret };
  await prepare(postgres.connection, log);
  const database = open({ address: postgres.connection, isDirect: true, ...pool }, shutdown);
  const { connection: directAddress, dataDir, lost } = postgres;
  return { database, directAddress, dataDir, ...secrets, lost };
}

function open(options: DatabaseOptions, shutdown: Shutdown): Database {
  const database = openDatabase(options);
  shutdown.add(10_000, () => database.close());
  return database;
}

/** Checks and migrates over a separate connection, past any pooler. */
async function prepare(address: DatabaseAddress, log: (line: string) => void): Promise<void> {
  const database = openDatabase({ address, isDirect: true, maxConnections: 1 });
  try {
    await waitUntilThere(database, log);
    const version = await sql<{ number: number }>`
      select current_setting('server_version_num')::int as number`.execute(database.kysely);
    const number = version.rows[0]?.number ?? 0;
    if (number < oldestServerVersion) {
      throw unusable(`it is PostgreSQL ${Math.floor(number / 10_000)} and Foray needs 15 or newer`);
    }
    const newer = await migrateUnlessNewer(database);
    if (newer.length > 0) {
      log(
        `The database was made by a newer version of Foray, beside which this one can run (it has ${newer.join(', ')}).`,
      );
    }
  } catch (error) {
    if (error instanceof DatabaseTooNewError) {
      throw new StartupFailure('database_unreachable', error.message);
    }
    if (error instanceof StoreUnavailable) throw unusable(error.message);
    throw error;
  } finally {
    await database.close();
  }
}

async function waitUntilThere(database: Database, log: (line: string) => void): Promise<void> {
  const deadlineMs = performance.now() + databasePatienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await sql`select 1`.execute(database.kysely);
      return;
    } catch (error) {
      const isAway = databaseFailure(error) === 'away' && !isLoginRefused(error);
      if (!isAway || performance.now() > deadlineMs) throw unusable(reasonOf(error));
      if (isFirst) log('Waiting for the database.');
      await delay(500);
    }
  }
}

function unusable(reason: string): StartupFailure {
  return new StartupFailure(
    'database_unreachable',
    `The database cannot be used (${reason}): check DATABASE_URL, and that the server runs and lets this user in.`,
  );
}
