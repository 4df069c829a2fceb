import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresMajor } from '../binaries.ts';
import { chooseSystemUser } from '../system-user.ts';
import { type PostgresConnection, startEmbeddedPostgres } from '../embedded-postgres.ts';

/** A PostgreSQL for tests: real, empty, and not durable. */
export interface TestPostgres {
  /** The database `foray`, empty. */
  readonly connection: PostgresConnection;
  /** Stops the server and removes its files. Call it in `afterAll`. */
  stop(): Promise<void>;
}

const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // Statements of so few rows take less time than planning them again each time.
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  // The files of a run share one.
  max_connections: '300',
};

/**
 * Puts a new cluster with an empty database `foray` at `to`, as if Foray had been started and stopped there
 * once, without the seconds that creating one takes.
 */
export async function copyTestCluster(to: string): Promise<void> {
  copyKeepingOwner(await clusterTemplate(), to);
}

/**
 * Starts a new PostgreSQL in a temporary folder, in about half a second: the cluster is copied from one that
 * was created once and is cached under node_modules/.cache. For tests only.
 */
export async function startTestPostgres(within = tmpdir()): Promise<TestPostgres> {
  const folder = mkdtempSync(join(within, 'foray-test-'));
  chmodSync(folder, 0o711);
  await copyTestCluster(join(folder, 'postgres'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    settings: fastSettings,
  });
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The stopped cluster with which every test starts, created by the first test that needs it. */
async function clusterTemplate(): Promise<string> {
  const owner = chooseSystemUser(null, () => {})?.uid ?? process.getuid?.() ?? 0;
  const template = join(cacheFolder(), `cluster-${postgresMajor}-of-user-${owner}`);
  if (existsSync(template)) return template;
  const folder = mkdtempSync(join(tmpdir(), 'foray-test-'));
  chmodSync(folder, 0o711);
  const made = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    settings: fastSettings,
  });
  await made.stop();
  const aside = `${template}.new-${process.pid}`;
  copyKeepingOwner(join(folder, 'postgres'), aside);
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(aside, template);
  } catch {
    // Another test process was faster; its template is as good.
    rmSync(aside, { recursive: true, force: true });
  }
  return template;
}

function cacheFolder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', '.bin'))) {
      const cache = join(at, 'node_modules', '.cache', 'foray');
      mkdirSync(cache, { recursive: true });
      return cache;
    }
    if (at === dirname(at)) throw new Error('node_modules is missing');
  }
}

function copyKeepingOwner(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}
