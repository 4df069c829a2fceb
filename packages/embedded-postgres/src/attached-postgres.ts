import { resolve } from 'node:path';
import { hasDatabase, openDataFolder, systemFolderDefault } from './data-folder.ts';
import { addressOf, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgresOptions, PostgresConnection } from './embedded-postgres.ts';
import { runningPostmaster } from './orphan.ts';
import { StartupFailure } from './startup-failure.ts';

/** A connection to the database of a data folder, for a command that may run beside the server. */
export interface AttachedPostgres {
  readonly connection: PostgresConnection;
  /** The folder actually used, which as root may differ from the requested one. */
  readonly dataDir: string;
  /** Whether a server runs on the folder. */
  readonly isShared: boolean;
  /** Stops what was started for it; a server that was already running continues. */
  stop(): Promise<void>;
}

/** Whether to create a database if there is none. */
export interface AttachOptions extends EmbeddedPostgresOptions {
  readonly mayMake?: boolean | undefined;
}

/**
 * Finds the PostgreSQL that a running Foray has started on a data folder, or starts it for as long as it is
 * needed. Rejects as `startEmbeddedPostgres` does, and with `folder_unusable` if there is no database yet and
 * none may be created.
 */
export async function attachEmbeddedPostgres(options: AttachOptions): Promise<AttachedPostgres> {
  const { dataDir, log, systemFolder = systemFolderDefault } = options;
  if (options.mayMake !== true && !hasDatabase(dataDir, systemFolder)) {
    throw new StartupFailure(
      'folder_unusable',
      `There is no database in ${resolve(dataDir)} yet: start Foray once, or name its data folder in FORAY_DATA_DIR or its database in DATABASE_URL.`,
    );
  }
  const folder = openDataFolder(dataDir, log, systemFolder);
  const running = runningPostmaster(folder.cluster);
  if (running === null) return { ...(await startEmbeddedPostgres(options)), isShared: false };
  return {
    connection: addressOf(folder.path, running),
    dataDir: folder.path,
    isShared: true,
    stop: () => Promise.resolve(),
  };
}
