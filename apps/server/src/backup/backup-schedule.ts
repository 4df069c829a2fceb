import { reasonOf } from '@foray/embedded-postgres';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { DatabaseAddress } from '../db/pool/address.ts';
import { openDatabase } from '../db/pool/database.ts';
import { partialSuffix } from './backup-file.ts';
import { makeBackup } from './make-backup.ts';
import type { BackupSecret } from './make-backup.ts';

/** The folder for backups, how often one is made, and how many are kept. */
export interface BackupSchedule {
  /** The address of the database past a pooler. */
  readonly address: DatabaseAddress;
  readonly folder: string;
  readonly everyHours: number;
  readonly kept: number;
  readonly secret: () => BackupSecret;
}

/** The folder of a server's backups; null if it makes none. */
export function backupFolderOf(backups: Config['backups'], dataDir: string | null): string | null {
  if (backups === null) return null;
  return backups.folder ?? (dataDir === null ? null : join(dataDir, 'backups'));
}

/** An hour in milliseconds. */
export const hourMs = 3_600_000;
const lookEveryMs = 600_000;
/** Most servers that somebody only tries out have stopped by then, and leave no backup. */
const firstLookMs = 60_000;

/** The name of a backup by this server, which makes only one at a time. */
const ownName = /^foray-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup(\.partial)?$/;

/**
 * The name of a backup made at this moment. Backups sorted by name are in the order in which they were
 * made.
 */
function nameAt(ms: number): string {
  const at = new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-');
  return `foray-${at}Z.backup`;
}

/** When a backup was made, according to its name. */
function madeAtMs(name: string): number {
  const [, day, minutes, seconds] = ownName.exec(name) ?? [];
  return Date.parse(`${day}:${minutes}:${seconds}Z`);
}

/** The session that has this advisory lock makes a backup of the database. */
const backupLock = 4_027_518_631;

/**
 * Makes a backup if the newest is old enough and no other server is making one, and deletes the oldest
 * beyond the number to keep. Other files in the folder are left alone.
 *
 * @returns whether it made a backup.
 */
export async function backUpIfDue(schedule: BackupSchedule, nowMs: number): Promise<boolean> {
  const { address, folder, everyHours, kept, secret } = schedule;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isDue = (): boolean => nowMs - newestIn(folder) >= everyHours * hourMs;
  if (!isDue()) return false;
  // PostgreSQL gives a lock back some time after its connection was closed.
  const database = openDatabase({ address, isDirect: true, maxConnections: 1 });
  try {
    return await database.kysely.connection().execute(async (db) => {
      const turn = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_lock(${backupLock}) as "isOurs"`.execute(db);
      if (turn.rows[0]?.isOurs !== true) return false;
      try {
        // Another server may have made one since the first look.
        if (!isDue()) return false;
        // These are left behind by a server that ended while it made a backup.
        for (const name of namesIn(folder, partialSuffix)) rmSync(join(folder, name));
        await makeBackup(db, join(folder, nameAt(nowMs)), secret(), nowMs);
        for (const name of namesIn(folder).slice(0, -kept)) rmSync(join(folder, name));
        return true;
      } finally {
        // A lost connection has given the lock back.
        const unlock = sql`select pg_advisory_unlock(${backupLock})`.execute(db);
        await unlock.catch(() => undefined);
      }
    });
  } finally {
    await database.close();
  }
}

/** When the newest backup in a folder was made; 0 if there is none. */
export function newestIn(folder: string): number {
  const newest = existsSync(folder) ? namesIn(folder).at(-1) : undefined;
  return newest === undefined ? 0 : madeAtMs(newest);
}

function namesIn(folder: string, suffix = ''): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.backup${suffix}`) && ownName.test(name))
    .toSorted();
}

/**
 * Makes backups while an application runs, one at a time, if there is a schedule; closing the application
 * waits for a backup in progress. `onNewest` is called with the time of the newest backup, whichever server
 * made it: at once (0 if there is none), and after each look at the folder.
 */
export function startBackups(
  app: FastifyInstance,
  { backups }: { readonly backups?: BackupSchedule },
  { nowMs, onNewest }: { readonly nowMs: () => number; readonly onNewest: (atMs: number) => void },
): void {
  if (backups === undefined) return;
  const failed = (error: unknown): void =>
    app.log.error({ reason: reasonOf(error) }, 'no backup was made');
  try {
    onNewest(newestIn(backups.folder));
  } catch (error) {
    // A server that cannot read the folder can still serve.
    onNewest(0);
    failed(error);
  }
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = running.then(async () => {
      try {
        await backUpIfDue(backups, nowMs());
        onNewest(newestIn(backups.folder));
      } catch (error) {
        failed(error);
      }
    });
  };
  const first = setTimeout(look, firstLookMs).unref();
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onClose', () => {
    clearTimeout(first);
    clearInterval(timer);
    return running;
  });
}
