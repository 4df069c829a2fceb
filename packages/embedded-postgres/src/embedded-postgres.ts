import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { prepareBinaries } from './binaries.ts';
import { clusterUser, giveCluster, prepareCluster } from './cluster.ts';
import { openDataFolder, systemFolderDefault } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { stopOrphan } from './orphan.ts';
import { type Postmaster, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';

const databaseName = 'foray';
const maxRestartsInARow = 5;
const restartWindowMs = 60_000;

/**
 * The parameters of a connection, as for `new pg.Pool(connection)`. `host` is a socket folder except on
 * Windows.
 */
export interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** A running PostgreSQL that this process owns. */
export interface EmbeddedPostgres {
  /** Stays the same when PostgreSQL dies and is started again; a pool reconnects by itself. */
  readonly connection: PostgresConnection;
  /** The folder in use, which for root may differ from the requested one. */
  readonly dataDir: string;
  /** Resolves, with the reason, only if PostgreSQL ended and could not be started again. */
  readonly lost: Promise<StartupFailure>;
  /** Stops PostgreSQL (fast shutdown) and releases the data folder. May be called more than once. */
  stop(): Promise<void>;
}

/** The options of a start. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Receives whole sentences for the person who started Foray; never item texts. */
  readonly log: (line: string) => void;
  /** PostgreSQL settings that override the durable ones; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** In place of /var/lib/foray; for tests. */
  readonly systemFolder?: string;
  /** In place of the installed platform package; for tests. */
  readonly packageFolder?: string;
}

/**
 * Starts the PostgreSQL that comes with Foray on `dataDir`, and creates the cluster and the database `foray`
 * if they do not exist. Rejects with a `StartupFailure` whose message is one sentence that says what to do;
 * then nothing is left running and the folder is released.
 *
 * It can be reached only through a unix socket in a private folder (Windows: a random port of 127.0.0.1 with
 * a password). It ends with this process, however that ends. If PostgreSQL dies while this process runs, it
 * is started again, up to five times a minute.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log } = options;
  const systemFolder = options.systemFolder ?? systemFolderDefault;
  const folder = openDataFolder(options.dataDir, log, systemFolder);
  const lock = await lockFolder(folder.path, { log });
  const windows = process.platform === 'win32';
  let host = '127.0.0.1';
  const cleanUp = (): void => {
    removeSocketFolder(host);
    lock.release();
  };
  try {
    const { user } = folder;
    const { packageFolder } = options;
    const binaries = prepareBinaries({ user, copyTo: systemFolder, log, packageFolder });
    const password = windows ? passwordIn(folder.path) : undefined;
    await prepareCluster(folder, binaries, password?.file);
    await stopOrphan(folder.cluster, log);
    giveCluster(folder);
    if (!windows) host = makeSocketFolder(user);
    const connection = addressOf(folder.path, {
      host,
      port: windows ? await freePort() : 5432,
    });
    const { settings = {} } = options;
    const postmasterOptions = { folder, binaries, address: connection, settings, log };
    const first = await startPostmaster(postmasterOptions);
    try {
      await createDatabase(connection, databaseName);
    } catch (error) {
      await first.stop();
      throw error;
    }
    const supervision = supervise(first, postmasterOptions);
    let stopped: Promise<void> | null = null;
    return {
      connection,
      dataDir: folder.path,
      lost: supervision.lost,
      stop: () => (stopped ??= supervision.stop().finally(cleanUp)),
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** The connection to the PostgreSQL of a data folder, which listens at the given place. */
export function addressOf(
  folder: string,
  at: Pick<PostgresConnection, 'host' | 'port'>,
): PostgresConnection {
  const password = process.platform === 'win32' ? { password: passwordIn(folder).text } : {};
  return { ...at, user: clusterUser, database: databaseName, ...password };
}

/** Keeps a PostgreSQL alive until it is stopped. */
function supervise(
  first: Postmaster,
  options: PostmasterOptions,
): { lost: Promise<StartupFailure>; stop: () => Promise<void> } {
  let stopping = false;
  let current = first;
  let restarts: number[] = [];
  let settle: (failure: StartupFailure) => void;
  const lost = new Promise<StartupFailure>((resolve) => (settle = resolve));

  async function watch(): Promise<void> {
    for (;;) {
      await current.exited;
      if (stopping) return;
      const nowMs = performance.now();
      restarts = [...restarts.filter((atMs) => nowMs - atMs < restartWindowMs), nowMs];
      if (restarts.length > maxRestartsInARow) {
        throw new StartupFailure(
          'postgres_failed',
          `PostgreSQL on ${options.folder.cluster} ended ${restarts.length} times within a minute: see ${join(options.folder.path, 'postgres.log')}, then start Foray again.`,
        );
      }
      options.log('PostgreSQL ended unexpectedly; starting it again.');
      await stopOrphan(options.folder.cluster, options.log, options.address.host);
      current = await startPostmaster(options);
      // The order to stop may have arrived when the server was already gone.
      if (stopping) return current.stop();
    }
  }

  const watching = watch().catch((error: unknown) => {
    settle(
      error instanceof StartupFailure
        ? error
        : new StartupFailure(
            'postgres_failed',
            `PostgreSQL could not be kept running (${reasonOf(error)}): start Foray again.`,
          ),
    );
  });
  return {
    lost,
    async stop() {
      stopping = true;
      await current.stop();
      await watching;
    },
  };
}

/** Creates an empty UTF8 database on that server if it does not exist yet. */
export async function createDatabase(connection: PostgresConnection, name: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function passwordIn(folder: string): { file: string; text: string } {
  const file = join(folder, 'postgres.password');
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return { file, text: readFileSync(file, 'utf8').trim() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
