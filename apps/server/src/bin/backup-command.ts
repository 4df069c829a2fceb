import { StartupFailure, reasonOf } from '@foray/embedded-postgres';
import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { CommandScene, CommandWork } from './command.ts';
import type { Database } from '../db/pool/database.ts';
import { putSecretFiles, secretFilesIn } from '../config/secret.ts';
import { DamagedBackup, partialSuffix } from '../backup/backup-file.ts';
import { checkBackup } from '../backup/check-backup.ts';
import type { CheckedBackup } from '../backup/check-backup.ts';
import { loadBackup } from '../backup/load-backup.ts';
import { describeSecret, makeBackup, sendBackup } from '../backup/make-backup.ts';
import type { BackupSecret } from '../backup/make-backup.ts';

/** The arguments of `npm run restore`. */
export interface RestoreArguments {
  readonly file: string;
  /** The current data may be replaced. */
  readonly replaces: boolean;
}

/** The argument that stands for standard output. */
const standardOutput = '-';

/**
 * Reads the arguments of `npm run backup`: the file, or `-` for standard output.
 * @returns the work of making a backup and reporting it. It rejects with 'backup' if the file exists, or
 *   cannot be written.
 * @throws {StartupFailure} 'config': one sentence that lists the possible arguments.
 */
export function readBackupCommand(args: readonly string[]): CommandWork {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0) throw unreadable();
  if (file === standardOutput) return (scene) => answerBackupOn(scene, process.stdout);
  if (file.startsWith('-')) throw unreadable();
  const path = resolve(file);
  return (scene) => answerBackup(scene, path);
}

function unreadable(): StartupFailure {
  return new StartupFailure(
    'config',
    'A backup is made by npm run backup -- FILE, or with - in place of the file to standard output.',
  );
}

/**
 * Reads the arguments of `npm run restore`: the file, and `--replace`.
 * @throws {StartupFailure} 'config': one sentence that lists the possible arguments.
 */
export function readRestoreCommand(args: readonly string[]): RestoreArguments {
  const files = args.filter((arg) => arg !== '--replace');
  const [file] = files;
  if (file !== undefined && !file.startsWith('-') && files.length === 1) {
    return { file: resolve(file), replaces: args.length > 1 };
  }
  throw new StartupFailure(
    'config',
    'A backup is restored by npm run restore -- FILE, and with --replace after it in the place of what is there.',
  );
}

/**
 * Makes a backup and reports it.
 * @throws {StartupFailure} 'backup' if the file exists, or cannot be written.
 */
export async function answerBackup(scene: CommandScene, file: string): Promise<string> {
  // A dangling link counts as existing too.
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw new StartupFailure('backup', `There is a file ${file} already: name another one.`);
  }
  const secret = secretOf(scene);
  try {
    await makeBackup(scene.database.kysely, file, secret, Date.now());
  } catch (error) {
    const { code, errno, syscall } = error as NodeJS.ErrnoException;
    // The database was reached, so a system error is about the file, unless the connection broke.
    if (errno === undefined || syscall === 'connect' || code === 'ECONNRESET' || code === 'EPIPE') {
      throw error;
    }
    throw new StartupFailure(
      'backup',
      code === 'EEXIST'
        ? `There is a file ${file}${partialSuffix} already, of a backup that is being made or was cut off: delete it if it was, or name another one.`
        : `No backup can be written to ${file} (${reasonOf(error)}).`,
    );
  }
  return `The backup is in ${file} (${megabytes(statSync(file).size)}). ${adviceFor(secret)}`;
}

/**
 * Makes a backup on standard output, which gets nothing else, and reports it beside it.
 * @throws {StartupFailure} 'backup' if the output is a terminal, or takes no more.
 */
async function answerBackupOn(
  scene: CommandScene,
  output: NodeJS.WriteStream,
): Promise<{ readonly beside: string }> {
  if (output.isTTY) {
    throw new StartupFailure(
      'backup',
      'A backup is no text for a terminal: lead it into a file or a program, or name a file.',
    );
  }
  let isRefused = false;
  const to = new Writable({
    write(chunk, _encoding, done) {
      output.write(chunk, (error) => {
        isRefused ||= error instanceof Error;
        done(error);
      });
    },
  });
  // The callback of the write gets the error too.
  output.on('error', () => undefined);
  const secret = secretOf(scene);
  try {
    const size = await sendBackup(scene.database.kysely, to, secret, Date.now());
    return { beside: `The backup is complete (${megabytes(size)}). ${adviceFor(secret)}` };
  } catch (error) {
    if (!isRefused) throw error;
    throw new StartupFailure(
      'backup',
      `The backup is cut off, because nothing takes it any more (${reasonOf(error)}).`,
    );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function adviceFor(secret: BackupSecret): string {
  return 'files' in secret
    ? 'It holds the secret too: keep it where only you can read it.'
    : 'Keep FORAY_SECRET apart: it is not in it.';
}

/**
 * Checks a backup before a database is needed. The returned work loads the backup and reports it; it
 * rejects with 'backup' and changes nothing if the current data must not be replaced.
 * @throws {StartupFailure} 'backup' if the backup cannot be used.
 */
export async function prepareRestore(command: RestoreArguments): Promise<CommandWork> {
  const backup = await checked(command.file);
  return (scene) => restore(scene, command, backup);
}

async function restore(
  scene: CommandScene,
  { file, replaces }: RestoreArguments,
  backup: CheckedBackup,
): Promise<string> {
  const { secretFiles } = backup.head;
  const secret = secretOf(scene);
  const isOther = describeSecret(secret).secretMark !== backup.head.secretMark;
  const { folder } = scene;
  const bringsSecret = isOther && secretFiles.secret !== undefined && 'files' in secret;
  if (bringsSecret && folder?.isInUse === true) {
    throw new StartupFailure(
      'backup',
      `The backup in ${file} brings a secret of its own along: stop Foray, and restore it then.`,
    );
  }
  if (!replaces && (await hasPeople(scene.database))) {
    throw new StartupFailure(
      'backup',
      'There are people in the database: add --replace to put the backup in the place of all that is there.',
    );
  }
  await loadBackup(scene.database, file, backup);
  if (bringsSecret && folder !== null) putSecretFiles(folder.path, secretFiles);
  const said = `The backup of ${backup.head.madeAt} is restored (${backup.rows} rows).`;
  if (!isOther || bringsSecret) return said;
  return `${said} It was made under another secret than this: start Foray with that one, so that contacts and push messages work.`;
}

async function checked(file: string): Promise<CheckedBackup> {
  try {
    return await checkBackup(file);
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (errno === undefined && !(error instanceof DamagedBackup)) throw error;
    const unread =
      code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${reasonOf(error)})`;
    const reason = error instanceof DamagedBackup ? error.message : unread;
    throw new StartupFailure(
      'backup',
      `The backup in ${file} cannot be used: ${reason}. Nothing was changed.`,
    );
  }
}

/** The secret of the server that uses the database; an empty variable counts as absent. */
function secretOf({ folder, env }: CommandScene): BackupSecret {
  const text = env['FORAY_SECRET']?.trim() || null;
  if (text !== null || folder === null) return { kept: text };
  return { files: secretFilesIn(folder.path) };
}

/** Whether anybody has signed in to the database, which always contains the sample users. */
async function hasPeople(database: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('users') is not null as there`.execute(database.kysely);
  if (rows[0]?.there !== true) return false;
  const found = await sql`select from users where id > 4 limit 1`.execute(database.kysely);
  return found.rows.length > 0;
}
