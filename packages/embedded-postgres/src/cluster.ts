import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { type Binaries, postgresMajor } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import type { SystemUser } from './system-user.ts';

/** The superuser of an embedded cluster; only this machine's own processes can reach it. */
export const clusterUser = 'foray';

/**
 * Makes sure that `folder.cluster` is a whole cluster of our major version: an existing one is
 * checked, a missing one is made by initdb (UTF8, C locale, checksums) in a folder beside it and
 * renamed into place, so that a cluster is there completely or not at all. Throws
 * `folder_other_major`, `folder_damaged`, `folder_foreign_owner` or `initdb_failed`.
 *
 * The caller holds the folder's lock.
 */
export async function prepareCluster(
  folder: DataFolder,
  binaries: Binaries,
  options: { readonly passwordFile?: string | undefined } = {},
): Promise<void> {
  for (const name of readdirSync(folder.path)) {
    if (name.startsWith('postgres.new-')) rmSync(join(folder.path, name), { recursive: true });
  }
  const stat = statSync(folder.cluster, { throwIfNoEntry: false });
  if (stat !== undefined) {
    checkVersion(folder);
    checkOwner(folder, stat.uid);
    return;
  }
  const aside = join(folder.path, `postgres.new-${process.pid}`);
  mkdirSync(aside, { mode: 0o700 });
  if (folder.user) chownSync(aside, folder.user.uid, folder.user.gid);
  try {
    await runInitdb(binaries, aside, folder.user, options.passwordFile);
    renameSync(aside, folder.cluster);
    syncFolder(folder.path);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

function checkVersion(folder: DataFolder): void {
  let version = '';
  try {
    version = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    // Reported as damaged below: initdb's rename leaves no cluster without its version.
  }
  if (version === String(postgresMajor)) return;
  if (!/^\d+(\.\d+)?$/.test(version)) {
    throw new StartupFailure(
      'folder_damaged',
      `${folder.cluster} is not a whole PostgreSQL folder (PG_VERSION is missing): put a backup back in its place, or move it away to start empty.`,
    );
  }
  throw new StartupFailure(
    'folder_other_major',
    `${folder.cluster} was made by PostgreSQL ${version} and this Foray brings PostgreSQL ${postgresMajor}: run a PostgreSQL ${version} on that folder and name it in DATABASE_URL, or copy it over with pg_dump and psql, or start empty with another FORAY_DATA_DIR.`,
  );
}

/** PostgreSQL starts only on a folder of its own account; as root a restored copy is given to it. */
function checkOwner(folder: DataFolder, ownerUid: number): void {
  if (process.platform === 'win32') return;
  if (folder.user !== null) {
    if (ownerUid === 0) giveTo(folder.cluster, folder.user);
    return;
  }
  if (ownerUid === process.getuid?.()) return;
  throw new StartupFailure(
    'folder_foreign_owner',
    `${folder.cluster} belongs to user ${ownerUid}: start Foray as that user or as root, or set FORAY_DATA_DIR to another folder.`,
  );
}

function giveTo(path: string, user: SystemUser): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) giveTo(inner, user);
    else lchownSync(inner, user.uid, user.gid);
  }
  chownSync(path, user.uid, user.gid);
}

async function runInitdb(
  binaries: Binaries,
  folder: string,
  user: SystemUser | null,
  passwordFile: string | undefined,
): Promise<void> {
  const args = ['-D', folder, '-U', clusterUser, '--encoding=UTF8', '--locale=C'];
  args.push('--no-instructions');
  if (passwordFile === undefined) args.push('--auth=trust');
  else args.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  const outcome = await new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(binaries.initdb, args, {
      cwd: folder,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => done({ code: null, output: reasonOf(error) }));
    child.on('close', (code) => done({ code, output }));
  });
  if (outcome.code === 0) return;
  if (outcome.output.includes('could not look up effective user ID')) {
    throw new StartupFailure(
      'no_system_user',
      `PostgreSQL needs this user (id ${process.getuid?.()}) to be listed in /etc/passwd: add it there, or set DATABASE_URL.`,
    );
  }
  const lines = outcome.output.trim().split('\n');
  const reason = lines.find((line) => /error|fatal|could not|denied|no space/i.test(line));
  throw new StartupFailure(
    'initdb_failed',
    `The database could not be made in ${dirname(folder)} (${reasonOf(reason ?? lines.at(-1) ?? 'initdb failed')}): check that the disk has space and that the folder may be written to, or set DATABASE_URL.`,
  );
}

/** Only what PostgreSQL needs: neither the person's PG* variables nor Foray's secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const entries = kept.map((name) => [name, process.env[name]]).filter(([, value]) => value);
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' };
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
