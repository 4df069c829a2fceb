import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { canReach, type SystemUser } from './system-user.ts';

const prefix = 'foray-db-';
/** A socket's path may have 104 bytes on macOS and 108 on Linux, with its terminator. */
const maxPathBytes = 100;
const socketNameBytes = Buffer.byteLength('/.s.PGSQL.5432.lock');

/**
 * Creates a private folder (0700, of PostgreSQL's account) for the socket, under the system's temporary
 * folder, or under /tmp if that path is too long or cannot be entered. Throws `socket_path`. Only root and
 * PostgreSQL's own account can enter it, and both can read the data files anyway, so the cluster needs no
 * password there.
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

/** Removes a folder of `makeSocketFolder`; any other path is left alone. */
export function removeSocketFolder(path: string): void {
  if (basename(path).startsWith(prefix)) rmSync(path, { recursive: true, force: true });
}
