import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupFailure, reasonOf } from '@foray/embedded-postgres';

/**
 * The secret stored in the data folder (file `secret`, mode 0600), created at the first start. It keys the
 * contact hashes and seals the push keys, so a backup without it is incomplete.
 * @throws {StartupFailure} 'secret' if the file can neither be read nor created, or is damaged.
 */
export function secretIn(dataDir: string): string {
  const path = join(dataDir, 'secret');
  return checked(path, () => readOrNull(path) ?? makeSecret(path));
}

/**
 * The secret stored in the data folder; null if there is none yet.
 * @throws {StartupFailure} as {@link secretIn}.
 */
export function storedSecretIn(dataDir: string): string | null {
  return storedIn(dataDir, 'secret');
}

/**
 * The secret that is being replaced, kept beside the current one (file `secret.previous`); null if there is none.
 *
 * @throws {StartupFailure} 'secret' if the file cannot be read, or is damaged.
 */
export function previousSecretIn(dataDir: string): string | null {
  return storedIn(dataDir, 'secret.previous');
}

const fileNames = ['secret', 'secret.previous'] as const;

function storedIn(dataDir: string, name: (typeof fileNames)[number]): string | null {
  const path = join(dataDir, name);
  return checked(path, () => readOrNull(path));
}

/** The texts of a data folder's secrets, by the names of their files. */
export type SecretFiles = Readonly<Partial<Record<(typeof fileNames)[number], string>>>;

/**
 * The secrets of a data folder. `used`, the secret of a running server, counts if its file is lost; without it,
 * a folder without a secret gets one.
 * @throws {StartupFailure} as {@link secretIn}.
 */
export function secretFilesIn(dataDir: string, used: string | null = null): SecretFiles {
  const previous = previousSecretIn(dataDir);
  const secret = used === null ? secretIn(dataDir) : (storedSecretIn(dataDir) ?? used);
  return { secret, ...(previous !== null && { 'secret.previous': previous }) };
}

/** Replaces the secrets of a data folder by these. */
export function putSecretFiles(dataDir: string, files: SecretFiles): void {
  for (const name of fileNames) {
    const path = join(dataDir, name);
    const text = files[name];
    if (text === undefined) rmSync(path, { force: true });
    else writeSecret(path, text);
  }
}

function checked<Secret extends string | null>(path: string, read: () => Secret): Secret {
  try {
    const secret = read();
    if (secret !== null && secret.length < 32) throw new Error('it is too short');
    return secret;
  } catch (error) {
    throw new StartupFailure(
      'secret',
      `The secret in ${path} cannot be used (${reasonOf(error)}): put the file back from a backup and let this user read it, or set FORAY_SECRET.`,
    );
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function makeSecret(path: string): string {
  const secret = randomBytes(32).toString('hex');
  writeSecret(path, secret);
  return secret;
}

/**
 * It is written aside and renamed, so that the next start never finds half a secret. If a command of root
 * writes it, the owner of the folder can read it, under whose account the server may run.
 */
function writeSecret(path: string, secret: string): void {
  const aside = `${path}.new`;
  rmSync(aside, { force: true });
  // A link that the folder's owner may have put there is not followed.
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeFileSync(file, `${secret}\n`, { flush: true });
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(dirname(path));
      fchownSync(file, uid, gid);
    }
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
}
