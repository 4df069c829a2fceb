import { existsSync } from 'node:fs';
import { openDataFolder, systemFolderDefault } from './data-folder.ts';
import { addressOf, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgresOptions, PostgresConnection } from './embedded-postgres.ts';
import { runningPostmaster } from './orphan.ts';
import { StartupFailure } from './startup-failure.ts';

/** A connection to the database of a data folder, for a command beside the server. */
export interface AttachedPostgres {
  readonly connection: PostgresConnection;
  /** Ends what was started for it; a server that was running goes on. */
  stop(): Promise<void>;
}

/**
 * Finds the PostgreSQL that a running Foray has started on a data folder, or starts it for as long as it is needed.
 * Rejects as `startEmbeddedPostgres` does, and with `folder_unusable` where there is no database yet.
 */
export async function attachEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<AttachedPostgres> {
  const folder = openDataFolder(
    options.dataDir,
    options.log,
    options.systemFolder ?? systemFolderDefault,
  );
  if (!existsSync(folder.cluster)) {
    throw new StartupFailure(
      'folder_unusable',
      `There is no database in ${folder.path} yet: start Foray once, or name its data folder in FORAY_DATA_DIR or its database in DATABASE_URL.`,
    );
  }
  const running = runningPostmaster(folder.cluster);
  if (running === null) return startEmbeddedPostgres(options);
  return { connection: addressOf(folder.path, running), stop: () => Promise.resolve() };
}
