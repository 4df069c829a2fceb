// @ts-check
import { parseArgs } from 'node:util';
import { chosenFiles } from './chosen-files.mjs';

/**
 * packages: each of these whole, or with these files of it. sample: mutants drawn from the code below the
 * places, or from all. requirements: a mutant for each requirement drawn.
 * @typedef {{ kind: 'packages', packages: { name: string, files: string[] }[] }
 *   | { kind: 'sample', count: number, seed: number, places: string[] }
 *   | { kind: 'requirements', count: number, seed: number }} WantedMeasure
 */

/**
 * The measure that the arguments of `npm run mutants` ask for, or a message that says what is wrong with them.
 * @param {readonly string[]} args
 * @returns {WantedMeasure | string}
 */
export function wantedMeasure(args) {
  const options = /** @type {const} */ ({
    sample: { type: 'string' },
    rows: { type: 'string' },
    seed: { type: 'string', default: '1' },
  });
  /** @type {{ values: { sample?: string, rows?: string, seed: string }, positionals: string[] }} */
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { values, positionals } = parsed;
  const { sample, rows } = values;
  const wrong = [sample, rows, values.seed].find(
    (text) => text !== undefined && !/^\d+$/.test(text),
  );
  if (wrong !== undefined) return `"${wrong}" is no number.`;
  const seed = Number(values.seed);
  if (sample !== undefined && rows !== undefined) return 'Either --sample or --rows, not both.';
  if (sample !== undefined) {
    return { kind: 'sample', count: Number(sample), seed, places: positionals };
  }
  if (rows !== undefined && positionals.length > 0) return '--rows takes no paths.';
  if (rows !== undefined) return { kind: 'requirements', count: Number(rows), seed };
  const packages = chosenFiles(positionals);
  return typeof packages === 'string' ? packages : { kind: 'packages', packages };
}
