import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StartupFailure } from './startup-failure.ts';
import type { Binaries } from './binaries.ts';
import { programEnvironment } from './cluster.ts';
import type { DataFolder } from './data-folder.ts';
import { orNull } from './or-null.ts';
import { readPostmasterFile } from './orphan.ts';
import { findProcess } from './process-table.ts';

const keeperPath = fileURLToPath(new URL('./keeper.mjs', import.meta.url));
const maxLogBytes = 10_000_000;

/** A running PostgreSQL under its keeper. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when PostgreSQL and its keeper have ended, for any reason. */
  readonly exited: Promise<void>;
  /** Orders a fast shutdown and waits for it, at most as long as the keeper does. */
  stop(): Promise<void>;
}

/** The options of a start. */
export interface PostmasterOptions {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  /** The host is a socket folder, or on Windows 127.0.0.1. */
  readonly address: { readonly host: string; readonly port: number };
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/**
 * Starts PostgreSQL and returns when it accepts connections, however long its recovery takes. While a server
 * that has just died still holds the lock (its processes linger a moment), it retries with backoff for about
 * 30 s. Throws `postgres_failed` with PostgreSQL's own words.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const logPath = join(options.folder.path, 'postgres.log');
  for (let attempt = 0, waitMs = 100; ; attempt += 1, waitMs = Math.min(2 * waitMs, 4_000)) {
    const outcome = await attemptStart(options, logPath);
    if (typeof outcome !== 'string') return outcome;
    const lingering = /lock file .* already exists|pre-existing shared memory/.test(outcome);
    if (lingering && attempt < 11) {
      if (attempt === 0) options.log('Waiting for the previous PostgreSQL to let go of its files.');
      await delay(waitMs);
      continue;
    }
    throw new StartupFailure(
      'postgres_failed',
      `PostgreSQL did not start on ${options.folder.cluster} (${outcome || 'it said nothing'}): see ${logPath}, or set DATABASE_URL.`,
    );
  }
}

/** The running server, or PostgreSQL's last message if it ended. */
async function attemptStart(
  options: PostmasterOptions,
  logPath: string,
): Promise<Postmaster | string> {
  const log = openLog(logPath);
  const child = spawnKeeper(options, log.handle);
  closeSync(log.handle);
  let isRunning = true;
  const end = (): void => void (isRunning = false);
  const exited = once(child, 'exit').then(end, end);
  // The pipe breaks when the keeper is killed; its exit already reports that.
  child.stdin?.on('error', () => {});
  const startedAtMs = performance.now();
  let recoveryLogged = false;
  while (isRunning) {
    const file = readPostmasterFile(options.folder.cluster);
    if (file?.status === 'ready' && isChild(file.pid, child.pid)) {
      const stop = async (): Promise<void> => {
        child.stdin?.end();
        await exited;
      };
      return { pid: file.pid, exited, stop };
    }
    if (!recoveryLogged && performance.now() - startedAtMs > 5_000) {
      recoveryLogged = true;
      options.log('PostgreSQL is recovering from an interruption; this can take a while.');
    }
    await Promise.race([exited, delay(15)]);
  }
  return lastFatal(logPath, log.sizeBytes);
}

/** The file may still belong to a dead server: only a child of our own keeper counts. */
function isChild(pid: number, keeperPid: number | undefined): boolean {
  const found = findProcess(pid);
  if (process.platform === 'win32') return found !== null;
  return found?.state === 'running' && found.parentPid === keeperPid;
}

function spawnKeeper(options: PostmasterOptions, logHandle: number): ChildProcess {
  const { folder, binaries, address } = options;
  const settings = { ...durableSettings, ...addressSettings(address), ...options.settings };
  const args = ['-D', folder.cluster];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const order = {
    command: binaries.postgres,
    args,
    cwd: folder.cluster,
    env: { ...programEnvironment(), PG_GRANDPARENT_PID: String(process.pid) },
    ...(folder.user ? { uid: folder.user.uid, gid: folder.user.gid } : {}),
    socketFolder: isAbsolute(address.host) ? address.host : null,
    stopCommand:
      process.platform === 'win32'
        ? [binaries.pgCtl, 'stop', '-D', folder.cluster, '-m', 'fast', '-w']
        : null,
  };
  const { NODE_OPTIONS: _ignored, ...env } = process.env;
  return spawn(process.execPath, [keeperPath, JSON.stringify(order)], {
    detached: true,
    cwd: folder.path,
    env,
    stdio: ['pipe', logHandle, logHandle],
    windowsHide: true,
  });
}

/**
 * Every acknowledged write is on the disk; the other settings suit a machine that also runs the Foray server.
 * Messages contain no row contents: a log must not contain texts that people wrote.
 */
const durableSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

function addressSettings({ host, port }: PostmasterOptions['address']): Record<string, string> {
  return {
    listen_addresses: isAbsolute(host) ? '' : host,
    port: String(port),
    unix_socket_directories: isAbsolute(host) ? `"${host}"` : '',
    unix_socket_permissions: '0700',
  };
}

function openLog(path: string): { handle: number; sizeBytes: number } {
  let sizeBytes = sizeOf(path);
  if (sizeBytes > maxLogBytes) {
    renameSync(path, `${path}.1`);
    sizeBytes = 0;
  }
  return { handle: makeLog(path) ?? openSync(path, 'a'), sizeBytes };
}

/** A new log, of the folder's owner even if root makes it; null if there is one, which may be a link. */
function makeLog(path: string): number | null {
  const handle = orNull(() => openSync(path, 'ax', 0o600));
  if (handle === null || process.getuid?.() !== 0) return handle;
  const { uid, gid } = statSync(dirname(path));
  fchownSync(handle, uid, gid);
  return handle;
}

/** PostgreSQL's last message since `fromByte`, without time and process. */
function lastFatal(path: string, fromByte: number): string {
  const length = Math.min(Math.max(sizeOf(path) - fromByte, 0), 64_000);
  const buffer = Buffer.alloc(length);
  const handle = openSync(path, 'r');
  readSync(handle, buffer, 0, length, fromByte);
  closeSync(handle);
  const lines = buffer.toString().split('\n');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.findLast(Boolean);
  return (fatal ?? '').replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim();
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
