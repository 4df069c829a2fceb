import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresConnection } from '@foray/embedded-postgres';
import {
  clusterUser,
  copyTestCluster,
  createDatabase,
  openDataFolder,
  prepareBinaries,
  startPostmaster,
  stopOrphan,
  until,
} from '@foray/embedded-postgres/testing';
import type { Binaries, DataFolder, Postmaster } from '@foray/embedded-postgres/testing';

type Settings = Readonly<Record<string, string>>;

/** Commits survive the end of PostgreSQL, but not a crash of the machine. */
const settings: Settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/**
 * A PostgreSQL that tests stop, copy, restore and promote, always at the same address, so that nodes keep
 * running meanwhile. Only on systems with unix sockets.
 */
export class RestorablePostgres {
  /** The database `foray`. */
  readonly connection: PostgresConnection;
  readonly #root: string;
  readonly #folder: DataFolder;
  readonly #binaries: Binaries;
  #running: Postmaster | null = null;
  #copies = 0;

  private constructor(root: string, folder: DataFolder, binaries: Binaries) {
    this.#root = root;
    this.#folder = folder;
    this.#binaries = binaries;
    const host = join(root, 'socket');
    this.connection = { host, port: 5432, user: clusterUser, database: 'foray' };
  }

  /** Creates a new cluster in a temporary folder and starts it. */
  static async create(): Promise<RestorablePostgres> {
    const root = mkdtempSync(join(tmpdir(), 'foray-restore-'));
    chmodSync(root, 0o711);
    mkdirSync(join(root, 'data'), { mode: 0o711 });
    await copyTestCluster(join(root, 'data', 'postgres'));
    const folder = openDataFolder(join(root, 'data'), () => {});
    const binaries = prepareBinaries({ user: folder.user, copyTo: root, log: () => {} });
    const postgres = new RestorablePostgres(root, folder, binaries);
    await postgres.start();
    return postgres;
  }

  /** A folder that PostgreSQL may write into. */
  makeFolder(name: string): string {
    const path = join(this.#root, name);
    mkdirSync(path, { mode: 0o700, recursive: true });
    const { user } = this.#folder;
    if (user !== null) chownSync(path, user.uid, user.gid);
    return path;
  }

  /** Resolves when it accepts writes: for a standby once it is promoted. */
  async start(more: Settings = {}): Promise<void> {
    // It was removed with the server that used it last.
    this.makeFolder('socket');
    this.#running = await startPostmaster({
      folder: this.#folder,
      binaries: this.#binaries,
      address: this.connection,
      settings: { ...settings, ...more },
      log: () => {},
    });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  /** Kills it as the kernel kills a process that uses too much memory, and starts it again. */
  async killAndStart(): Promise<void> {
    if (this.#running === null) throw new Error('PostgreSQL is not running');
    process.kill(this.#running.pid, 'SIGKILL');
    await this.#running.exited;
    await stopOrphan(this.#folder.cluster, () => {}, this.connection.host);
    await this.start();
  }

  /** Stops it, copies its folder, and starts it again. Returns the name of the copy. */
  async copy(more: Settings = {}): Promise<string> {
    await this.stop();
    this.#copies += 1;
    const name = join(this.#root, `copy-${this.#copies}`);
    execFileSync('cp', ['-a', this.#folder.cluster, name]);
    await this.start(more);
    return name;
  }

  /** Replaces the files of the stopped cluster by a copy's, with an empty file of each of these names. */
  putBack(copy: string, files: readonly string[] = []): void {
    const { cluster, user } = this.#folder;
    rmSync(cluster, { recursive: true });
    execFileSync('cp', ['-a', copy, cluster]);
    for (const file of files) {
      writeFileSync(join(cluster, file), '');
      if (user !== null) chownSync(join(cluster, file), user.uid, user.gid);
    }
  }

  /** Runs statements in another session, in any database of the server. */
  async query(text: string, database = 'foray'): Promise<pg.QueryResult> {
    const client = new pg.Client({ ...this.connection, database });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  /** Waits until a starting server accepts queries, as a standby does before its promotion. */
  async isThere(): Promise<void> {
    await until('a server that takes queries', () =>
      this.query('select 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /** Makes one more empty database. */
  async createDatabase(database: string): Promise<PostgresConnection> {
    await createDatabase(this.connection, database);
    return { ...this.connection, database };
  }

  /** Copies `foray`, file by file, as a template of another database. */
  async copyDatabase(database: string): Promise<void> {
    await this.#alone([`create database ${database} template foray`], 'foray');
  }

  /** Puts a database in the place of `foray`, which is kept as `old`. */
  async replaceBy(database: string, old: string): Promise<void> {
    const renames = [`foray rename to ${old}`, `${database} rename to foray`];
    await this.#alone(
      renames.map((rename) => `alter database ${rename}`),
      old,
    );
  }

  /** Runs statements while no client is connected to `foray`, which is then called `name`. */
  async #alone(statements: readonly string[], name: string): Promise<void> {
    for (const statement of [
      'alter database foray allow_connections false',
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'foray'`,
      ...statements,
      `alter database ${name} allow_connections true`,
    ]) {
      await this.query(statement, 'postgres');
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#root, { recursive: true, force: true });
  }
}
