import type { variables } from '../config/environment.ts';

/** Each check of an installation. */
export type CheckName =
  | 'settings'
  | 'proxy'
  | 'codes'
  | 'database'
  | 'secret'
  | 'clock'
  | 'pooler'
  | 'replicas'
  | 'nodes'
  | 'backups';

/**
 * The result of a check. `fail` prevents the start, `warn` is logged at the start, and `note` is normal for a
 * while. `text` says what is
 * wrong and what to do, and contains no secret, address, number, name or title.
 */
export interface Finding {
  readonly check: CheckName;
  readonly level: 'ok' | 'note' | 'warn' | 'fail';
  /** The setting to look at; null if none would help. */
  readonly setting: keyof typeof variables | null;
  readonly text: string;
}

/** A finding as a sentence that begins with its setting. */
export function sentenceOf({ setting, text }: Finding): string {
  return setting === null ? text : `${setting}: ${text}`;
}

/** A finding as one line of `npm run doctor`. */
export function lineOf(finding: Finding): string {
  const { check, level } = finding;
  return `${level.padEnd(4)}  ${check.padEnd(8)}  ${sentenceOf(finding)}`;
}
