import type { SecretFiles } from '../secret.ts';
import { DamagedBackup } from './backup-file.ts';

/** The number of this form of backups. */
const form = 1;

/** What a backup says of itself in its first line. */
export interface BackupHead {
  /** An instant. */
  readonly madeAt: string;
  /** Of the database, in order. */
  readonly migrations: readonly string[];
  /** Of the secret under which it was made; it does not tell it. Null where it was not known. */
  readonly secretMark: string | null;
  /** The secret itself where a data folder keeps it; none where the operator does. */
  readonly secretFiles: SecretFiles;
}

/** A line of a backup that is no row: rows begin with a brace, and stay as PostgreSQL wrote them. */
export type BackupPart =
  | { readonly kind: 'head'; readonly head: BackupHead }
  /** The rows that follow are of this table and have these columns. */
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  /** Where the numbers of a column go on: the last one given out, or null. */
  | {
      readonly kind: 'sequence';
      readonly table: string;
      readonly column: string;
      readonly last: string | null;
    };

/** A part as its line. */
export function lineOf(part: BackupPart): string {
  return JSON.stringify([form, part]);
}

/**
 * What a line is: a part, or null for a row.
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
  // The seal of the file shows that nothing in it was changed since.
  return part as BackupPart;
}
