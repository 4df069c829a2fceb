import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { orNull } from './or-null.ts';
import { StartupFailure } from './startup-failure.ts';

/** The account PostgreSQL runs under when Foray itself runs as root, which PostgreSQL refuses. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const preferredNames = ['foray', 'nobody', 'daemon'];

/**
 * The account for PostgreSQL, or null where it can run as ourselves (not root, or Windows). An
 * existing cluster keeps its owner; otherwise `foray`, `nobody`, or the first account that is not
 * root. It must be listed in /etc/passwd, because initdb looks its name up.
 */
export function chooseSystemUser(
  clusterOwner: { uid: number; gid: number } | null,
): SystemUser | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const users = readUsers();
  if (clusterOwner !== null && clusterOwner.uid !== 0) {
    const known = users.find((user) => user.uid === clusterOwner.uid);
    const { uid, gid } = clusterOwner;
    return known ?? { uid, gid, name: `user ${uid}` };
  }
  const preferred = preferredNames.map((name) => users.find((user) => user.name === name));
  const chosen = [...preferred, ...users].find((user) => user !== undefined);
  if (chosen) return chosen;
  throw new StartupFailure(
    'no_system_user',
    'PostgreSQL refuses to run as root and /etc/passwd names no other account: add one (useradd --system foray), start Foray as another user, or set DATABASE_URL.',
  );
}

/**
 * Whether `user` may enter every folder on the way to `path` (itself included, if it is a folder);
 * by the permission bits, which is what a 0700 home is about. What does not exist yet is decided by
 * its nearest existing parent.
 */
export function canReach(path: string, user: SystemUser): boolean {
  return firstBarrier(path, user) === null;
}

/** The topmost folder on the way to `path` that `user` may not enter; null if there is none. */
export function firstBarrier(path: string, user: SystemUser): string | null {
  const existing = nearestExisting(resolve(path));
  const parent = dirname(existing);
  const above = parent === existing ? null : firstBarrier(parent, user);
  return above ?? (mayEnter(existing, user) ? null : existing);
}

function mayEnter(path: string, user: SystemUser): boolean {
  const stat = statSync(path);
  if (!stat.isDirectory()) return true;
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
  return (stat.mode & bit) !== 0;
}

function nearestExisting(path: string): string {
  return orNull(() => realpathSync(path)) ?? nearestExisting(dirname(path));
}

function readUsers(): SystemUser[] {
  const text = orNull(() => readFileSync('/etc/passwd', 'utf8')) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    })
    .filter((user) => user.uid !== 0);
}
