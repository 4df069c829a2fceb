import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ignoredKinds } from './ignored.mjs';

/**
 * A change of one file, by offsets in it; the end is exclusive.
 * @typedef {{ path: string, line: number, start: number, end: number, from: string, to: string }} Mutant
 */

const levels = ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'];
const silentLog = Object.fromEntries(
  levels.flatMap((level) => [
    [level.toLowerCase(), () => {}],
    [`is${level}Enabled`, () => false],
  ]),
);

/**
 * The mutants of these files that Stryker makes, but for the ignored kinds, in the order of the files.
 * Those of a file are kept until it changes.
 * @param {string} root
 * @param {readonly string[]} paths
 * @returns {Promise<Mutant[]>}
 */
export async function listMutants(root, paths) {
  const known = join(root, 'node_modules/.cache/foray/listed-mutants');
  mkdirSync(known, { recursive: true });
  const rules = readFileSync(new URL('ignored.mjs', import.meta.url));
  const mutants = [];
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const hash = createHash('sha256').update(rules).update(`${path}\0`).update(source);
    const file = join(known, `${hash.digest('hex').slice(0, 24)}.json`);
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(await mutantsOf(path, source)));
    mutants.push(...JSON.parse(readFileSync(file, 'utf8')));
  }
  return mutants;
}

/** @returns {Promise<Mutant[]>} */
async function mutantsOf(path, source) {
  // Stryker's output, with all mutants in it, is not needed.
  const instrumenter = new Instrumenter(silentLog, undefined, () => '');
  const { mutants } = await instrumenter.instrument(
    [{ name: path, content: source, mutate: true }],
    { ignorers: [ignoredKinds], excludedMutations: [], plugins: null, noHeader: true },
  );
  const lineStarts = [0];
  for (const { index } of source.matchAll(/\n/g)) lineStarts.push(index + 1);
  const offsetOf = ({ line, column }) => lineStarts[line] + column;
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location, replacement }) => {
      const start = offsetOf(location.start);
      const end = offsetOf(location.end);
      const from = source.slice(start, end);
      return { path, line: location.start.line + 1, start, end, from, to: replacement };
    });
}
