import { migrations } from '../db/migrations/index.ts';
import { partOf } from './backup-content.ts';
import type { BackupHead } from './backup-content.ts';
import { DamagedBackup, readBackupFile } from './backup-file.ts';

/** The contents of a backup. */
export interface CheckedBackup {
  readonly head: BackupHead;
  readonly rows: number;
}

/**
 * Reads a backup from its first to its last byte.
 * @throws {DamagedBackup} if it is incomplete, or made by a newer version.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let head: BackupHead | null = null;
  let rows = 0;
  for await (const line of readBackupFile(path)) {
    const part = partOf(line);
    if (part === null) rows += 1;
    else if (part.kind === 'head') head = part.head;
    if (head === null) throw new DamagedBackup('it is no backup of Foray');
  }
  if (head === null) throw new DamagedBackup('it is no backup of Foray');
  const unknown = head.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new DamagedBackup(`a newer version of Foray made it, which has ${unknown.join(', ')}`);
  }
  return { head, rows };
}
