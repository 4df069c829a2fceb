import { sql } from 'kysely';
import { backupFolderOf, hourMs, newestIn } from '../backup/backup-schedule.ts';
import type { Config } from '../config/config.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { Finding } from './finding.ts';

/** Whether the newest backup of the servers is at most twice as old as it should be. */
export async function checkBackups(
  db: Connection,
  { backups, dataDir }: Pick<Config, 'backups'> & { readonly dataDir: string | null },
  nowMs: number,
): Promise<Finding> {
  const finding = (level: 'ok' | 'warn', setting: 'BACKUP_FOLDER' | 'BACKUP_HOURS', text: string) =>
    ({ check: 'backups', level, setting, text }) as const;
  const folder = backupFolderOf(backups, dataDir);
  if (backups === null || folder === null) {
    return dataDir === null
      ? finding('ok', 'BACKUP_FOLDER', 'Foray makes none, and does not see those that others make.')
      : finding('ok', 'BACKUP_HOURS', 'No backups are made, as it says.');
  }
  let newestMs: number;
  try {
    newestMs = newestIn(folder);
  } catch {
    return finding('warn', 'BACKUP_FOLDER', 'This user cannot read the folder of the backups.');
  }
  const sinceMs = newestMs || (await firstMigrationMs(db)) || nowMs;
  const hours = Math.round((nowMs - sinceMs) / hourMs);
  if (hours > 2 * backups.everyHours) {
    const state =
      newestMs === 0
        ? `There is none of a database that is ${hours} hours old`
        : `The newest is ${hours} hours old`;
    const advice =
      "A server makes one a minute after its start: look for 'no backup was made' in its log.";
    return finding('warn', 'BACKUP_HOURS', `${state}. ${advice}`);
  }
  const text = newestMs === 0 ? 'There is none yet.' : `The newest is ${hours} hours old.`;
  return finding('ok', 'BACKUP_HOURS', text);
}

/** When the database was made; null if it has no tables. */
async function firstMigrationMs(db: Connection): Promise<number | null> {
  const table = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (table.rows[0]?.there !== true) return null;
  const { rows } = await sql<{ first: string | null }>`
    select min("timestamp") as first from kysely_migration`.execute(db);
  const ms = Date.parse(rows[0]?.first ?? '');
  return Number.isNaN(ms) ? null : ms;
}
