import { StoreUnavailable } from '@foray/authority';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { DatabaseAddress } from '../db/pool/address.ts';
import { openDatabase } from '../db/pool/database.ts';
import type { Database, DatabaseOptions } from '../db/pool/database.ts';
import { StartupFailure, startEmbeddedPostgres } from '@foray/embedded-postgres';
import { databaseFailure, isLoginRefused } from '../db/pool/failure.ts';
import { DatabaseTooNewError, migrateUnlessNewer } from '../db/upkeep/migrate.ts';
import { deriveKeys } from '../config/keys.ts';
import { secretIn } from '../config/secret.ts';
import { addSecretMark, readSecretMark, writeSecretMark } from '../db/upkeep/secret-mark.ts';
import type { Connection } from '../db/tables/schema.ts';
import { cannotUse, checkVersion } from '../doctor/database-checks.ts';
import { examineDatabase, examineSettings } from '../doctor/examine.ts';
import { sentenceOf } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkSecret, compareSecrets } from '../doctor/secret-check.ts';
import type { Secrets } from '../doctor/secret-check.ts';
import { secretsOf } from './doctor-command.ts';
import type { Shutdown } from './shutdown.ts';

const databasePatienceMs = 30_000;

/** A migrated database with its addresses and secrets. */
export interface ConfiguredDatabase {
  readonly database: Database;
  /** Its standbys, which need not be there; absent if there are none. */
  readonly standbys?: readonly Database[];
  /** The address past a pooler. */
  readonly directAddress: DatabaseAddress;
  readonly secret: string;
  /** The folder of the embedded database; null with DATABASE_URL. */
  readonly dataDir: string | null;
  /** Null if no secret is being replaced. */
  readonly previousSecret: string | null;
  /** The findings of the start that are not in order. */
  readonly warnings: readonly Finding[];
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
    const { url, directUrl, isDirect, replicaUrls } = config.database;
    const directAddress = { connectionString: directUrl };
    const { warnings, secret, previousSecret } = await prepare(directAddress, config, null, log);
    const database = open(
      { address: { connectionString: url }, directAddress, isDirect, ...pool },
      shutdown,
    );
    const standbys = replicaUrls.map((replica) =>
      open({ address: { connectionString: replica }, isDirect, ...pool }, shutdown),
    );
    const lost = new Promise<never>(() => {});
    const opened = { database, ...(standbys.length > 0 && { standbys }), directAddress };
    return { ...opened, dataDir: null, secret, previousSecret, warnings, lost };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  shutdown.add(45_000, () => postgres.stop());
  const prepared = await prepare(postgres.connection, config, postgres.dataDir, log);
  const database = open({ address: postgres.connection, isDirect: true, ...pool }, shutdown);
  const { connection: directAddress, dataDir, lost } = postgres;
  return { database, directAddress, dataDir, ...prepared, lost };
}

function open(options: DatabaseOptions, shutdown: Shutdown): Database {
  const database = openDatabase(options);
  shutdown.add(10_000, () => database.close());
  return database;
}

type Prepared = Pick<ConfiguredDatabase, 'secret' | 'previousSecret' | 'warnings'>;

/**
 * Checks and migrates over a separate connection, past any pooler, and notes the secret. A data folder
 * without a secret gets one, unless its database is kept under one that is gone.
 */
async function prepare(
  address: DatabaseAddress,
  config: Config,
  dataDir: string | null,
  log: (line: string) => void,
): Promise<Prepared> {
  const database = openDatabase({ address, isDirect: true, maxConnections: 1 });
  try {
    await waitUntilThere(database, log);
    const version = await checkVersion(database.kysely);
    if (version.level === 'fail') throw unusable(version);
    const secrets = secretsOf(config, dataDir);
    const findings = await examineDatabase({
      database,
      config,
      secrets,
      dataDir,
      nowMs: Date.now,
    });
    const warnings = [...examineSettings(config), ...findings].filter(isWrong);
    const failed = warnings.find((finding) => finding.level === 'fail');
    if (failed !== undefined) throw new StartupFailure('secret', sentenceOf(failed));
    const newer = await migrateUnlessNewer(database);
    if (newer.length > 0) {
      log(
        `The database was made by a newer version of Foray, beside which this one can run (it has ${newer.join(', ')}).`,
      );
    }
    const secret = secrets.secret ?? secretIn(dataDir ?? config.dataDir);
    const { previousSecret } = secrets;
    await noteSecret(database.kysely, { ...secrets, secret });
    return { secret, previousSecret, warnings };
  } catch (error) {
    if (error instanceof DatabaseTooNewError) {
      throw new StartupFailure('database_unreachable', error.message);
    }
    if (error instanceof StoreUnavailable) throw unusable(cannotUse(error));
    throw error;
  } finally {
    await database.close();
  }
}

const isWrong = ({ level }: Finding): boolean => level === 'warn' || level === 'fail';

/**
 * Gives the database the mark of its secret at its first start, and after the loss of the secret; after a
 * replacement, the clean-up does. A database that takes no writes keeps what it has.
 * @throws {StartupFailure} 'secret' if another node has just started with another secret.
 */
async function noteSecret(
  db: Connection,
  secrets: Secrets & { readonly secret: string },
): Promise<void> {
  const { name } = deriveKeys(secrets.secret);
  try {
    const standing = compareSecrets(await readSecretMark(db), secrets);
    if (standing === 'another') await writeSecretMark(db, name);
    if (standing !== 'new') return;
    const finding = checkSecret(await addSecretMark(db, name), secrets);
    if (finding.level === 'fail') throw new StartupFailure('secret', sentenceOf(finding));
  } catch (error) {
    if (databaseFailure(error) !== 'away') throw error;
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
      if (!isAway || performance.now() > deadlineMs) throw unusable(cannotUse(error));
      if (isFirst) log('Waiting for the database.');
      await delay(500);
    }
  }
}

function unusable(finding: Finding): StartupFailure {
  return new StartupFailure('database_unreachable', sentenceOf(finding));
}
