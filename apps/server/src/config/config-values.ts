import { StartupFailure } from '@foray/embedded-postgres';

/** Gives a variable without blanks around it; null if it is absent or empty. */
export type GetVariable = (name: string) => string | null;

/** Reads the variables of an environment. */
export function readerOf(env: Readonly<Record<string, string | undefined>>): GetVariable {
  return (name) => env[name]?.trim() || null;
}

/**
 * A whole number within bounds.
 *
 * @throws {StartupFailure} as all here, with one sentence that names the variable.
 */
export function readCount(name: string, text: string, least = 1, most = 999_999_999): number {
  const count = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : -1;
  if (count >= least && count <= most) return count;
  const range = most === 999_999_999 ? `${least}` : `${least} to ${most}`;
  throw failure(`${name} is '${text}': set it to a whole number from ${range}`);
}

/** One of the words that are allowed. */
export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw failure(`${name} is '${value}': set it to ${allowed.join(' or ')}`);
}

/** An address of the web. */
export function webUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw failure(`${name} is '${text}': set it to an address that begins with https:// or http://`);
}

/** The end of a start, for a reason in one sentence without its full stop. */
export function failure(sentence: string): StartupFailure {
  return new StartupFailure('config', `${sentence}.`);
}
