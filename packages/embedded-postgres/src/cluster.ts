import { execFile, type ExecFileException, execFileSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { orNull } from './or-null.ts';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { type Binaries, postgresMajor } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { listedUser, type SystemUser } from './system-user.ts';

/** The superuser of an embedded cluster; only this machine's own processes can reach it. */
export const clusterUser = 'foray';

/**
 * Makes sure that `folder.cluster` is a complete cluster of our major version: an existing one is checked, a
 * missing one is created by initdb (UTF8, C locale, checksums) in a folder beside it and renamed into place,
 * so that a cluster exists completely or not at all. Throws `folder_other_major`, `folder_damaged`,
 * `folder_foreign_owner` or `initdb_failed`.
 *
 * The caller holds the folder's lock.
 */
export async function prepareCluster(
  folder: DataFolder,
  binaries: Binaries,
  passwordFile: string | undefined,
): Promise<void> {
  for (const name of readdirSync(folder.path)) {
    if (name.startsWith('postgres.new-')) rmSync(join(folder.path, name), { recursive: true });
  }
  const stat = statSync(folder.cluster, { throwIfNoEntry: false });
  if (stat !== undefined) {
    checkVersion(folder);
    if (folder.user === null) checkOwner(folder, stat.uid);
    return;
  }
  const aside = join(folder.path, `postgres.new-${process.pid}`);
  mkdirSync(aside, { mode: 0o700 });
  const user = folder.user && listedUser(folder.user);
  if (user) chownSync(aside, user.uid, user.gid);
  try {
    await runInitdb(binaries, aside, user, passwordFile);
    renameSync(aside, folder.cluster);
    syncFolder(folder.path);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

function checkVersion(folder: DataFolder): void {
  // A cluster without a version is damaged, because initdb's rename never leaves one.
  const version =
    orNull(() => readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8'))?.trim() ?? '';
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

/**
 * Gives the cluster to the account under which PostgreSQL will run, which starts only on a folder of its own.
 * This concerns clusters that root restored, and those that an earlier release ran under a shared account.
 * The caller has made sure that no PostgreSQL runs on it.
 */
export function giveCluster({ cluster, user }: DataFolder): void {
  // The folder may be a link to another disk; links inside are given away as links.
  const path = realpathSync(cluster);
  if (user === null || statSync(path).uid === user.uid) return;
  // From now on nobody else can enter it, and an interrupted change is repeated because the folder is root's.
  chownSync(path, 0, 0);
  const owner = `${user.uid}:${user.gid}`;
  execFileSync('chown', ['-Rh', owner, ...readdirSync(path).map((name) => join(path, name))]);
  chownSync(path, user.uid, user.gid);
}

function checkOwner(folder: DataFolder, ownerUid: number): void {
  if (process.platform === 'win32' || ownerUid === process.getuid?.()) return;
  throw new StartupFailure(
    'folder_foreign_owner',
    `${folder.cluster} belongs to user ${ownerUid}: start Foray as that user or as root, or set FORAY_DATA_DIR to another folder.`,
  );
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
  const owner = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { cwd: folder, env: programEnvironment(), windowsHide: true, ...owner };
  const failure = await promisify(execFile)(binaries.initdb, args, options).then(
    () => null,
    (error: ExecFileException) => error,
  );
  if (failure === null) return;
  const output = `${failure.stdout ?? ''}${failure.stderr ?? ''}` || reasonOf(failure);
  if (output.includes('could not look up effective user ID')) {
    throw new StartupFailure(
      'no_system_user',
      `PostgreSQL needs this user (id ${process.getuid?.()}) to be listed in /etc/passwd: add it there, or set DATABASE_URL.`,
    );
  }
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => /error|fatal|could not|denied|no space/i.test(line));
  throw new StartupFailure(
    'initdb_failed',
    `The database could not be made in ${dirname(folder)} (${reasonOf(reason ?? lines.at(-1) ?? 'initdb failed')}): check that the disk has space and that the folder may be written to, or set DATABASE_URL.`,
  );
}

/** Only variables that PostgreSQL needs: neither the person's PG* variables nor Foray's secrets. */
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
