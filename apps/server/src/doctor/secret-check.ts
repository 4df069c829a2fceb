import { deriveKeys } from '../config/keys.ts';
import type { Finding } from './finding.ts';

/** The secrets of a start, and what it may do about them. */
export interface Secrets {
  /** Null if the data folder has none yet. */
  readonly secret: string | null;
  readonly previousSecret: string | null;
  /** ALLOW_OTHER_SECRET */
  readonly allowsOther: boolean;
}

/**
 * The secrets of a start compared with the mark of the database: the first use (`new`), the `same` secret, a
 * `replacement` that has not been completed, or `another` one.
 */
export function compareSecrets(
  mark: string | null,
  { secret, previousSecret }: Omit<Secrets, 'allowsOther'>,
): 'new' | 'same' | 'replacement' | 'another' {
  if (mark === null) return 'new';
  const isOf = (text: string | null) => text !== null && deriveKeys(text).name === mark;
  if (isOf(secret)) return 'same';
  return isOf(previousSecret) ? 'replacement' : 'another';
}

/** Whether the database is kept under this secret. */
export function checkSecret(mark: string | null, secrets: Secrets): Finding {
  const check = 'secret';
  const standing = compareSecrets(mark, secrets);
  const { allowsOther } = secrets;
  if (standing === 'another' && !allowsOther) {
    return {
      check,
      level: 'fail',
      setting: 'FORAY_SECRET',
      text:
        secrets.secret === null
          ? 'The data folder has lost its secret, under which the database is kept: put the file secret back from a backup; if it is lost, start once with ALLOW_OTHER_SECRET=yes.'
          : 'The database is kept under another secret: set that one, or name it in FORAY_SECRET_PREVIOUS to replace it; if it is lost, start once with ALLOW_OTHER_SECRET=yes.',
    };
  }
  if (allowsOther) {
    return {
      check,
      level: 'warn',
      setting: 'ALLOW_OTHER_SECRET',
      text: 'Any secret is accepted: remove it after one start.',
    };
  }
  const texts = {
    new: 'The next start notes under which secret the database is kept.',
    same: 'The database is kept under this secret.',
    replacement: 'The secret is being replaced: keep the previous one until the clean-up is done.',
  } as const;
  return {
    check,
    level: 'ok',
    setting: 'FORAY_SECRET',
    text: texts[standing === 'another' ? 'new' : standing],
  };
}
