// @ts-check

/**
 * Where the code of a listed mutant may begin, as offsets in the source of its file: from the beginning of
 * its `text` to the end of the line on which that ends. Or a message: why the entry names no code, or more
 * than one.
 * @param {string} source
 * @param {Pick<import('./equivalent.mjs').EquivalentMutant, 'text' | 'from'>} listed
 * @returns {{ start: number, end: number } | string}
 */
export function placeOf(source, { text, from }) {
  const times = source.split(text).length - 1;
  if (times !== 1) return `needs one place, and there are ${times}: ${text}`;
  const start = source.indexOf(text);
  const end = (source + '\n').indexOf('\n', start + text.length);
  const at = source.indexOf(from, start);
  return at >= 0 && at < end ? { start, end } : `is not on the lines of "${text}": ${from}`;
}
