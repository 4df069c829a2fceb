import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresConnection } from '@foray/embedded-postgres';
import {
  clusterUser,
  openDataFolder,
  prepareBinaries,
  startPostmaster,
  stopOrphan,
  until,
} from '@foray/embedded-postgres/testing';
import type { Binaries, DataFolder, Postmaster } from '@foray/embedded-postgres/testing';

/** Commits survive the end of PostgreSQL, but not a crash of the machine. */
const fastSettings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const settings = {
  max_connections: '100',
  // A standby that was away for a while finds what it lacks.
  wal_keep_size: '256MB',
  max_wal_senders: '8',
  hot_standby: 'on',
  // A promoted standby is followed by the others.
  recovery_target_timeline: 'latest',
  wal_retrieve_retry_interval: '100ms',
  // Reads never delay the replay.
  max_standby_streaming_delay: '0',
};

/** One PostgreSQL of a group: a primary, or a standby of an address. */
export class PostgresMember {
  /** The database `foray`. */
  readonly connection: PostgresConnection;
  readonly #folder: DataFolder;
  readonly #binaries: Binaries;
  /** The address that it follows; null for a primary. */
  #follows: PostgresConnection | null;
  readonly #isDurable: boolean;
  #running: Postmaster | null = null;
  #frozen: readonly number[] = [];

  /** A member in a folder with a cluster in `postgres`, not started. */
  constructor(root: string, follows: PostgresConnection | null, isDurable = false) {
    this.#isDurable = isDurable;
    this.#folder = openDataFolder(root, () => {});
    this.#binaries = prepareBinaries({ user: this.#folder.user, copyTo: root, log: () => {} });
    this.#follows = follows;
    const host = join(root, 'socket');
    this.connection = { host, port: 5432, user: clusterUser, database: 'foray' };
  }

  get cluster(): string {
    return this.#folder.cluster;
  }

  /** The process of its postmaster. */
  get pid(): number {
    return this.#begun().pid;
  }

  /** Resolves when it takes reads, and a primary also writes. */
  async start(): Promise<void> {
    const { user } = this.#folder;
    const { host } = this.connection;
    // It was removed with the server that used it last.
    mkdirSync(host, { mode: 0o700, recursive: true });
    if (user !== null) chownSync(host, user.uid, user.gid);
    const followed = this.#follows;
    if (followed !== null) this.#sign('standby.signal');
    this.#running = await startPostmaster({
      folder: this.#folder,
      binaries: this.#binaries,
      address: this.connection,
      settings: {
        ...settings,
        ...(!this.#isDurable && fastSettings),
        ...(followed !== null && {
          primary_conninfo: `host=${followed.host} port=${followed.port} user=${followed.user}`,
        }),
      },
      log: () => {},
    });
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.#running?.stop();
    this.#running = null;
  }

  /** Kills it as the kernel kills a process that uses too much memory. */
  async kill(): Promise<void> {
    const running = this.#begun();
    this.thaw();
    process.kill(running.pid, 'SIGKILL');
    await running.exited;
    this.#running = null;
    await stopOrphan(this.cluster, () => {}, this.connection.host);
  }

  /** Stops all its processes where they are, so that its connections hang. */
  freeze(): void {
    const { pid } = this.#begun();
    const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
    this.#frozen = [pid, ...children];
    for (const one of this.#frozen) signal(one, 'SIGSTOP');
  }

  /** Lets a frozen member go on. */
  thaw(): void {
    for (const one of this.#frozen.toReversed()) signal(one, 'SIGCONT');
    this.#frozen = [];
  }

  /** Makes a primary of a standby. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 60)');
    this.#follows = null;
  }

  /** Runs statements in a session of its own, and again where the replay of a standby ends them. */
  async query(text: string): Promise<pg.QueryResult> {
    for (;;) {
      try {
        return await this.#queryOnce(text);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== '40001') throw error;
      }
    }
  }

  async #queryOnce(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client(this.connection);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  /** Resolves when it has replayed everything that the other member has written so far. */
  async hasReplayed(primary: PostgresMember): Promise<void> {
    const { rows } = await primary.query('select pg_current_wal_insert_lsn()::text as lsn');
    const { lsn } = rows[0] as { readonly lsn: string };
    await until(`a replay up to ${lsn}`, async () => {
      // Something to replay, in case the log ends at the beginning of a page.
      await primary.query(`select pg_logical_emit_message(true, 'step', '')`);
      const found = await this.query(`select pg_last_wal_replay_lsn() >= '${lsn}' as is_so`);
      return (found.rows[0] as { readonly is_so: boolean }).is_so;
    });
  }

  #begun(): Postmaster {
    if (this.#running === null) throw new Error('PostgreSQL is not running');
    return this.#running;
  }

  #sign(name: string): void {
    const path = join(this.cluster, name);
    const { user } = this.#folder;
    writeFileSync(path, '');
    if (user !== null) chownSync(path, user.uid, user.gid);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
