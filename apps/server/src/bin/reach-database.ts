import { attachEmbeddedPostgres } from '@foray/embedded-postgres';
import { readDatabaseConfig } from '../config/config.ts';
import type { DatabaseAddress } from '../db/pool/address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the database, and a function that stops anything started to reach it. */
export interface ReachedDatabase {
  /** The address past a pooler. */
  readonly address: DatabaseAddress;
  /** The data folder of the embedded database, and whether a server runs on it; null with DATABASE_URL. */
  readonly folder: { readonly path: string; readonly isInUse: boolean } | null;
  readonly stop: () => Promise<void>;
}

/**
 * Finds the database that the environment names, for a command with or without a running server.
 * @param options.mayMake whether to create an embedded database if there is none.
 * @throws {StartupFailure} as `readConfig` and `attachEmbeddedPostgres` do.
 */
export async function reachDatabase(
  env: Environment,
  log: (line: string) => void,
  { mayMake }: { readonly mayMake?: boolean } = {},
): Promise<ReachedDatabase> {
  const { database, dataDir } = readDatabaseConfig(env);
  if (database.kind === 'url') {
    const address = { connectionString: database.directUrl };
    return { address, folder: null, stop: () => Promise.resolve() };
  }
  const postgres = await attachEmbeddedPostgres({ dataDir, log, mayMake });
  return {
    address: postgres.connection,
    folder: { path: postgres.dataDir, isInUse: postgres.isShared },
    stop: () => postgres.stop(),
  };
}
