// @ts-check
import { parseArgs } from 'node:util';
import { chosenFiles } from './chosen-files.mjs';

/**
 * packages: each of these whole, or with these files of it. sample: mutants drawn from the code below the
 * places, or from all; with `ownTests` each is tried only with tests of its package. requirements: a mutant for
 * each requirement drawn.
 * @typedef {{ kind: 'packages', packages: { name: string, files: string[] }[] }
 *   | { kind: 'sample', count: number, seed: number, places: string[], ownTests: boolean }
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
    own: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  });
  /** @type {{ values: { sample?: string, rows?: string, own: boolean, seed: string }, positionals: string[] }} */
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
  if (values.own && sample === undefined) return '--own takes a --sample.';
  if (sample !== undefined) {
    const count = Number(sample);
    return { kind: 'sample', count, seed, places: positionals, ownTests: values.own };
  }
  if (rows !== undefined && positionals.length > 0) return '--rows takes no paths.';
  if (rows !== undefined) return { kind: 'requirements', count: Number(rows), seed };
  const packages = chosenFiles(positionals);
  return typeof packages === 'string' ? packages : { kind: 'packages', packages };
}
