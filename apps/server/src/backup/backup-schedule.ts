import { reasonOf } from '@foray/embedded-postgres';
import type { FastifyInstance } from 'fastify';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/pool/database.ts';
import { partialSuffix } from './backup-file.ts';
import { makeBackup } from './make-backup.ts';
import type { BackupSecret } from './make-backup.ts';

/** The folder for backups, how often one is made, and how many are kept. */
export interface BackupSchedule {
  readonly folder: string;
  readonly everyHours: number;
  readonly kept: number;
  readonly secret: () => BackupSecret;
}

const hourMs = 3_600_000;
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

/**
 * Makes a backup if the newest is old enough, and deletes the oldest beyond the number to keep. Other files
 * in the folder are left alone.
 *
 * @returns whether it made a backup.
 */
export async function backUpIfDue(
  database: Database,
  { folder, everyHours, kept, secret }: BackupSchedule,
  nowMs: number,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newest = namesIn(folder).at(-1);
  if (newest !== undefined && nowMs - madeAtMs(newest) < everyHours * hourMs) return false;
  // These are left behind by a server that ended while it made a backup.
  for (const name of namesIn(folder, partialSuffix)) rmSync(join(folder, name));
  await makeBackup(database, join(folder, nameAt(nowMs)), secret(), nowMs);
  for (const name of namesIn(folder).slice(0, -kept)) rmSync(join(folder, name));
  return true;
}

function namesIn(folder: string, suffix = ''): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.backup${suffix}`) && ownName.test(name))
    .toSorted();
}

/**
 * Makes backups while an application runs, one at a time, if there is a schedule; closing the application
 * waits for a backup in progress. `onNewest` is called with the time of the newest backup: at once (0 if
 * there is none), and after each further backup.
 */
export function startBackups(
  app: FastifyInstance,
  { database, backups }: { readonly database: Database; readonly backups?: BackupSchedule },
  { nowMs, onNewest }: { readonly nowMs: () => number; readonly onNewest: (atMs: number) => void },
): void {
  if (backups === undefined) return;
  const newest = existsSync(backups.folder) ? namesIn(backups.folder).at(-1) : undefined;
  onNewest(newest === undefined ? 0 : madeAtMs(newest));
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = running.then(async () => {
      const atMs = nowMs();
      try {
        if (await backUpIfDue(database, backups, atMs)) onNewest(atMs);
      } catch (error) {
        app.log.error({ reason: reasonOf(error) }, 'no backup was made');
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
