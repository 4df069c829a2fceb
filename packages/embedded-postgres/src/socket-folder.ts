import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { canReach, type SystemUser } from './system-user.ts';

const prefix = 'foray-db-';
/** A socket's path has 104 bytes on macOS and 108 on Linux, its end included. */
const maxPathBytes = 100;
const socketNameBytes = Buffer.byteLength('/.s.PGSQL.5432.lock');

/**
 * Makes a private folder (0700, of PostgreSQL's account) for the socket, under the system's
 * temporary folder or, where that has too long a path or cannot be entered, under /tmp. Throws
 * `socket_path`. Who can enter it is root or PostgreSQL's own account, who could read the data
 * files anyway: that is why the cluster asks for no password there.
 */
export function makeSocketFolder(user: SystemUser | null, temporary: string = tmpdir()): string {
  let reason = 'its path is too long';
  for (const parent of new Set([temporary, '/tmp'])) {
    const length = Buffer.byteLength(join(parent, `${prefix}XXXXXX`)) + socketNameBytes;
    if (length > maxPathBytes) continue;
    try {
      if (user && !canReach(parent, user)) throw new Error(`${user.name} may not enter ${parent}`);
      const folder = mkdtempSync(join(parent, prefix));
      if (user) chownSync(folder, user.uid, user.gid);
      return folder;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new StartupFailure(
    'socket_path',
    `No folder for PostgreSQL's socket could be made under ${temporary} or /tmp (${reason}): set TMPDIR to a short path that this user may write to.`,
  );
}

/** Removes what `makeSocketFolder` made; any other path is left alone. */
export function removeSocketFolder(path: string): void {
  if (basename(path).startsWith(prefix)) rmSync(path, { recursive: true, force: true });
}
