import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { orNull } from './or-null.ts';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { chooseSystemUser, firstBarrier, type SystemUser } from './system-user.ts';

/**
 * The folder in which root keeps data and programs for another account that cannot enter the project's
 * folder.
 */
export const systemFolderDefault = '/var/lib/foray';

const ourNames = /^(postgres|postgres\..*|foray\.lock.*|secret|secret\..*|backups)$/;

/** The folder in which this Foray keeps everything, and the owner of the database in it. */
export interface DataFolder {
  /** An absolute path with symlinks resolved, so that a folder has one name whatever path was given. */
  readonly path: string;
  /**
   * The folder `postgres` inside it, which contains the cluster; it belongs to `user` or to this process's
   * user.
   */
  readonly cluster: string;
  readonly user: SystemUser | null;
}

/**
 * Creates and checks the data folder. If PostgreSQL's account cannot enter the requested folder (a 0700 home
 * above it), root uses a folder under `systemFolder` instead, and `log` says so, now and at every later
 * start. A cluster that is already in either place stays there. Throws `folder_unusable` or
 * `folder_unreachable`.
 */
export function openDataFolder(
  wanted: string,
  log: (line: string) => void,
  systemFolder: string = systemFolderDefault,
): DataFolder {
  const folder = resolve(wanted);
  const user = userFor(folder, log);
  if (user === null) return dataFolder(makeUsable(folder, 0o700), user);
  openOwnFolder(folder, user);
  const elsewhere = placeElsewhere(folder, systemFolder);
  const barrier = firstBarrier(folder, user);
  const hasCluster = existsSync(join(folder, 'postgres'));
  if (barrier !== null && hasCluster) {
    throw new StartupFailure(
      'folder_unreachable',
      `PostgreSQL cannot run as root, and ${user.name}, who owns ${join(folder, 'postgres')}, may not enter ${barrier}: allow it (chmod o+x ${barrier}), or move the data folder and name it in FORAY_DATA_DIR.`,
    );
  }
  const isMoved = barrier !== null || existsSync(join(elsewhere, 'postgres'));
  if (hasCluster || !isMoved) return dataFolder(makeUsable(folder, 0o711, user), user);
  makeUsable(systemFolder, 0o755);
  const path = makeUsable(elsewhere, 0o711);
  const shut = firstBarrier(path, user);
  if (shut !== null) {
    throw new StartupFailure(
      'folder_unreachable',
      `PostgreSQL cannot run as root, and ${user.name} may enter neither ${barrier ?? folder} nor ${shut}: set FORAY_DATA_DIR to a folder that others may enter, or set DATABASE_URL.`,
    );
  }
  log(
    `The data is in ${path}: PostgreSQL cannot run as root, and ${user.name} may not enter ${barrier ?? folder}.`,
  );
  return dataFolder(path, userFor(path, log));
}

/** The place of a data folder that root cannot have where it was wanted. */
function placeElsewhere(folder: string, systemFolder: string): string {
  return join(systemFolder, `${basename(folder)}-${shortHash(folder)}`);
}

/** Whether there is a database in a data folder, in either place; changes nothing. */
export function hasDatabase(wanted: string, systemFolder: string = systemFolderDefault): boolean {
  const folder = resolve(wanted);
  return [folder, placeElsewhere(folder, systemFolder)].some((path) =>
    existsSync(join(path, 'postgres')),
  );
}

function dataFolder(path: string, user: SystemUser | null): DataFolder {
  return { path, cluster: join(path, 'postgres'), user };
}

function userFor(folder: string, log: (line: string) => void): SystemUser | null {
  return chooseSystemUser(
    orNull(() => statSync(join(folder, 'postgres'))),
    log,
  );
}

/**
 * Lets others pass through a folder of Foray's that nobody else can enter (created with mktemp -d, say), but
 * no more: its contents have their own modes. A folder with other contents is left alone.
 */
function openOwnFolder(folder: string, user: SystemUser): void {
  try {
    const ours = readdirSync(folder).every((name) => ourNames.test(name));
    const { uid, mode } = statSync(folder);
    if (ours && uid === 0 && firstBarrier(folder, user) === realpathSync(folder)) {
      chmodSync(folder, (mode & 0o7777) | 0o111);
    }
  } catch {
    // It does not exist yet, or is not a folder, which the caller reports.
  }
}

function makeUsable(folder: string, mode: number, user: SystemUser | null = null): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
    throw new StartupFailure(
      'folder_unusable',
      `The data folder ${folder} is a file: set FORAY_DATA_DIR to a folder.`,
    );
  }
  try {
    const topmost = mkdirSync(folder, { recursive: true, mode });
    if (topmost !== undefined) {
      chmodSync(folder, mode);
      giveToAccount(topmost, folder, user);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new StartupFailure(
      'folder_unusable',
      `The data folder ${folder} cannot be used (${reasonOf(error)}): give this user the right to read and write there, or set FORAY_DATA_DIR to another folder.`,
    );
  }
}

/** Folders that root makes in a folder of the account belong to the account, under which a server may run. */
function giveToAccount(topmost: string, folder: string, user: SystemUser | null): void {
  if (user === null || statSync(dirname(topmost)).uid !== user.uid) return;
  for (let path = folder; path.length >= topmost.length; path = dirname(path)) {
    lchownSync(path, user.uid, user.gid);
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
