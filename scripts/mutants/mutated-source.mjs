// @ts-check
import { parseSync } from 'oxc-parser';

/**
 * The source with a mutant in it. An expression is put in parentheses where the language allows them, so that
 * surrounding operators bind as Stryker intends.
 * @param {string} source
 * @param {import('./listed-mutants.mjs').Mutant} mutant
 */
export function mutatedSource(source, { path, start, end, from, to }) {
  /** @param {string} text */
  const withText = (text) => source.slice(0, start) + text + source.slice(end);
  // `{}` in place of a body is a body, but would be an object in parentheses.
  const tries = from.startsWith('{') ? [to, `(${to})`] : [`(${to})`, to];
  const made = tries.map(withText).find((text) => parseSync(path, text).errors.length === 0);
  if (made === undefined) throw new Error(`${path} cannot be read with ${to} for ${from}`);
  return made;
}
