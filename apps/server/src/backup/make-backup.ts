import type { Database } from '../db/pool/database.ts';
import { deriveKeys } from '../config/keys.ts';
import type { SecretFiles } from '../config/secret.ts';
import { writeBackupFile } from './backup-file.ts';
import { takeBackup } from './take-backup.ts';

/**
 * The secret of a server: the files in its data folder, or the text that the operator keeps; null if
 * neither is known.
 */
export type BackupSecret = { readonly files: SecretFiles } | { readonly kept: string | null };

/** The secret as a backup stores it: its fingerprint, and its files if the data folder has them. */
export function describeSecret(secret: BackupSecret): {
  readonly secretMark: string | null;
  readonly secretFiles: SecretFiles;
} {
  const files = 'files' in secret ? secret.files : {};
  const text = 'files' in secret ? (files.secret ?? null) : secret.kept;
  return { secretMark: text === null ? null : deriveKeys(text).name, secretFiles: files };
}

/**
 * Writes a backup of everything in the database to a new file, while servers keep running.
 *
 * @throws {StoreUnavailable} while a backup is being loaded.
 * @throws {DatabaseTooNewError} if a newer version made the database.
 */
export async function makeBackup(
  database: Database,
  path: string,
  secret: BackupSecret,
  nowMs: number,
): Promise<void> {
  const madeAt = new Date(nowMs).toISOString();
  await writeBackupFile(path, takeBackup(database.kysely, { madeAt, ...describeSecret(secret) }));
}
