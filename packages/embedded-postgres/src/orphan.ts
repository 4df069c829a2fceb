import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { orNull } from './or-null.ts';
import { StartupFailure } from './startup-failure.ts';
import { findProcess } from './process-table.ts';
import { removeSocketFolder } from './socket-folder.ts';

const shutdownPatienceMs = 30_000;

/** The contents of `postmaster.pid`, which a running or dead server left. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Empty if it listens only on an address. */
  readonly socketFolder: string;
  /** The last line: 'ready' once connections are accepted. */
  readonly status: string;
}

/** Reads `postmaster.pid`; null if there is none or it is not complete yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const text = orNull(() => readFileSync(join(cluster, 'postmaster.pid'), 'utf8'));
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const [socketFolder = '', , , status = ''] = lines.slice(4).map((line) => line.trim());
  return { pid, port: Number(lines[3]), socketFolder, status };
}

/** The address of the PostgreSQL that accepts connections on this cluster now; null if none does. */
export function runningPostmaster(
  cluster: string,
): { readonly host: string; readonly port: number } | null {
  const file = readPostmasterFile(cluster);
  if (file?.status !== 'ready' || !isPostmasterOf(file.pid, cluster)) return null;
  return { host: file.socketFolder || '127.0.0.1', port: file.port };
}

/**
 * Ends a PostgreSQL that an earlier Foray left running on this cluster, and makes its lock file harmless: by
 * fast shutdown, and if that takes over 30 s, by immediate shutdown. The caller holds the folder's lock, so
 * nobody else is using that server. `keptSocketFolder` is still in use; any other socket folder in the file
 * is removed.
 *
 * If the recorded process is gone, a zombie, or another program (the pid was reused), PostgreSQL would still
 * refuse to start while that pid exists. Then this process writes its own pid into the file: the new server,
 * whose grandparent this process is, passes its pid check and still makes the check that protects the data:
 * that no process is attached to the old shared memory.
 */
export async function stopOrphan(
  cluster: string,
  log: (line: string) => void,
  keptSocketFolder?: string,
): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (left === null) return;
  if (isPostmasterOf(left.pid, cluster)) {
    log(`Stopping the PostgreSQL (process ${left.pid}) that an earlier Foray left running.`);
    sendOrExplain(left.pid, 'SIGINT', cluster);
    if (!(await ended(left.pid, cluster))) {
      sendOrExplain(left.pid, 'SIGQUIT', cluster);
      if (!(await ended(left.pid, cluster))) throw stuck(left.pid, cluster);
    }
  }
  if (left.socketFolder !== keptSocketFolder) removeSocketFolder(left.socketFolder);
  adoptLockFile(cluster);
}

function adoptLockFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const left = readPostmasterFile(cluster);
  if (left === null || findProcess(left.pid) === null) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[0] = String(process.pid);
  writeFileSync(path, lines.join('\n'));
}

/** True only for a running `postgres -D <cluster>`; other processes are irrelevant. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  const found = findProcess(pid);
  if (found === null || found.state === 'zombie') return false;
  if (process.platform === 'win32') return /^postgres/i.test(basename(found.command));
  return found.command.includes('postgres') && found.command.includes(`-D ${cluster} `);
}

async function ended(pid: number, cluster: string): Promise<boolean> {
  const deadline = performance.now() + shutdownPatienceMs;
  while (isPostmasterOf(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await delay(25);
  }
  return true;
}

function sendOrExplain(pid: number, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw stuck(pid, cluster);
  }
}

function stuck(pid: number, cluster: string): StartupFailure {
  return new StartupFailure(
    'folder_in_use',
    `A PostgreSQL (process ${pid}) is still running on ${cluster} and cannot be stopped by this user: stop it (kill -INT ${pid}) and start again.`,
  );
}
