import { attachEmbeddedPostgres } from '@foray/embedded-postgres';
import { readDatabaseConfig } from '../config.ts';
import type { DatabaseAddress } from '../db/database.ts';

/** Where the database is, and what ends what was started to reach it. */
export interface ReachedDatabase {
  readonly address: DatabaseAddress;
  readonly stop: () => Promise<void>;
}

/**
 * Finds the database that the environment names, for a command beside the server or without it.
 *
 * @throws {StartupFailure} as `readConfig` and `attachEmbeddedPostgres` do.
 */
export async function reachDatabase(
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): Promise<ReachedDatabase> {
  const { database, dataDir } = readDatabaseConfig(env);
  if (database.kind === 'url') {
    return { address: { connectionString: database.url }, stop: () => Promise.resolve() };
  }
  const { connection, stop } = await attachEmbeddedPostgres({ dataDir, log });
  return { address: connection, stop };
}
