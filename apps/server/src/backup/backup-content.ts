import type { SecretFiles } from '../config/secret.ts';
import { DamagedBackup } from './backup-file.ts';

/** The version of the backup format. */
const form = 1;

/** The first line of a backup. */
export interface BackupHead {
  /** An instant. */
  readonly madeAt: string;
  /** The migrations of the database, in order. */
  readonly migrations: readonly string[];
  /** A fingerprint of the secret in use, which does not reveal it; null if the secret was unknown. */
  readonly secretMark: string | null;
  /** The secret itself, if a data folder has it; empty if the operator keeps it. */
  readonly secretFiles: SecretFiles;
}

/**
 * A line of a backup that is not a row. Rows begin with a brace, and are exactly as PostgreSQL wrote them.
 */
export type BackupPart =
  | { readonly kind: 'head'; readonly head: BackupHead }
  /** The following rows belong to this table and have these columns. */
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  /** The last number given out by the sequence of a column, or null. */
  | {
      readonly kind: 'sequence';
      readonly table: string;
      readonly column: string;
      readonly last: string | null;
    };

/** A part, as the text of its line. */
export function lineOf(part: BackupPart): string {
  return JSON.stringify([form, part]);
}

/**
 * Reads a line: a part, or null for a row.
 *
 * @throws {DamagedBackup} if it is neither.
 */
export function partOf(line: string): BackupPart | null {
  if (line.startsWith('{')) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new DamagedBackup('it is no backup of Foray');
  }
  if (!Array.isArray(parsed)) throw new DamagedBackup('it is no backup of Foray');
  const [formOfLine, part] = parsed as readonly unknown[];
  if (formOfLine !== form) throw new DamagedBackup('a newer version of Foray made it');
  // The checksum of the file shows that nothing in it has changed.
  return part as BackupPart;
}
