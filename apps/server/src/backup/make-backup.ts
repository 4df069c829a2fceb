import type { Writable } from 'node:stream';
import { deriveKeys } from '../config/keys.ts';
import type { SecretFiles } from '../config/secret.ts';
import type { Connection } from '../db/tables/schema.ts';
import { writeBackup, writeBackupFile } from './backup-file.ts';
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
  db: Connection,
  path: string,
  secret: BackupSecret,
  nowMs: number,
): Promise<void> {
  await writeBackupFile(path, linesAt(db, secret, nowMs));
}

/**
 * Writes the same to a stream, as {@link writeBackup} does.
 * @throws as {@link makeBackup} does.
 */
export function sendBackup(
  db: Connection,
  to: Writable,
  secret: BackupSecret,
  nowMs: number,
): Promise<number> {
  return writeBackup(linesAt(db, secret, nowMs), to);
}

function linesAt(db: Connection, secret: BackupSecret, nowMs: number): AsyncIterable<string> {
  return takeBackup(db, { madeAt: new Date(nowMs).toISOString(), ...describeSecret(secret) });
}
