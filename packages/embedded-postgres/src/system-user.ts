import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { orNull } from './or-null.ts';
import { StartupFailure } from './startup-failure.ts';

/** The account that PostgreSQL runs under when Foray runs as root, which PostgreSQL refuses. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const ownName = 'foray';
/**
 * The first user id to try if no account can be created: it lies between those of people and of containers.
 * If it is taken, a following one is used.
 */
const firstOwnUid = 54_329;
/** Accounts that other programs use too; earlier releases gave the database to them. */
const sharedNames = ['nobody', 'daemon'];

/** The commands that create an account: those of most distributions, and those of busybox. */
const makers: readonly (readonly [string, ...string[]])[][] = [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']],
  [
    ['addgroup', '-S'],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', '-G', ownName],
  ],
];

/**
 * The account for PostgreSQL, or null if it can run as the current user (not root, or Windows). An existing
 * cluster keeps its owner, unless that is root or a shared account. Otherwise it is `foray`, which is created
 * if necessary; if that fails, an unused user id: see {@link listedUser}.
 */
export function chooseSystemUser(
  clusterOwner: { uid: number; gid: number } | null,
  log: (line: string) => void,
): SystemUser | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const users = readUsers();
  const owner = users.find(({ uid }) => uid === clusterOwner?.uid);
  if (clusterOwner === null || clusterOwner.uid === 0 || sharedNames.includes(owner?.name ?? '')) {
    return findOwn(users) ?? makeOwn(log) ?? numbered(users);
  }
  const { uid, gid } = clusterOwner;
  return owner ?? { uid, gid, name: `user ${uid}` };
}

/**
 * The user itself, or, if it is only a user id, a listed account for initdb, which looks up its name in
 * /etc/passwd.
 */
export function listedUser(user: SystemUser): SystemUser {
  const users = readUsers();
  const shared = sharedNames.map((name) => users.find((one) => one.name === name));
  const found = [users.find(({ uid }) => uid === user.uid), ...shared, ...users].find(Boolean);
  if (found !== undefined) return found;
  throw new StartupFailure(
    'no_system_user',
    'PostgreSQL refuses to run as root and /etc/passwd names no other account: add one (useradd --system foray), start Foray as another user, or set DATABASE_URL.',
  );
}

function findOwn(users: readonly SystemUser[]): SystemUser | undefined {
  return users.find(({ name }) => name === ownName);
}

function makeOwn(log: (line: string) => void): SystemUser | undefined {
  const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  for (const commands of makers) {
    orNull(() => {
      for (const [program, ...args] of commands) {
        execFileSync(program, [...args, ownName], { stdio: 'ignore', env: { PATH } });
      }
    });
    const made = findOwn(readUsers());
    if (made === undefined) continue;
    log(`Made the account ${ownName}, which PostgreSQL runs under.`);
    return made;
  }
  return undefined;
}

function numbered(users: readonly SystemUser[]): SystemUser {
  let uid = firstOwnUid;
  while (users.some((user) => user.uid === uid || user.gid === uid)) uid += 1;
  return { uid, gid: uid, name: `user ${uid}` };
}

/**
 * Whether `user` may enter every folder on the way to `path` (including itself, if it is a folder), by the
 * permission bits, as for a 0700 home. For a missing path the nearest existing parent decides.
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
