// @ts-check
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withSourceCopy } from '../source-copy.mjs';
import { blockAround } from './blocks.mjs';
import { chooseTests, runsOf } from './chosen-tests.mjs';
import { coverageOf } from './coverage.mjs';
import { draw, randomFrom, rarestTenth } from './draw.mjs';
import { listMutants } from './listed-mutants.mjs';
import { productionFiles } from './production-files.mjs';
import { Reach } from './reach.mjs';
import { packageOf, shareLines, shortCode } from './share.mjs';
import { MutantTrials } from './tried-mutant.mjs';

/**
 * A mutant with the tests to try it with; `left` tests reach it too and do not run. `of` is the requirement
 * whose tests these are.
 * @typedef {{ mutant: import('./listed-mutants.mjs').Mutant, runs: import('./coverage.mjs').CoveringTest[][],
 *   left: import('./coverage.mjs').CoveringTest[], of?: string }} Task
 * @typedef {Task & import('./tried-mutant.mjs').Trial} Result
 */

/**
 * The share of the time of all tests that those of one mutant may take: about 40 seconds on a quiet machine.
 */
const shareOfTime = 1 / 30;

/**
 * Tries mutants drawn from all production code, or from the files whose path begins with one of `places`,
 * each with the tests that reach it; with `ownTests` with those of its package alone, but all of them.
 * @param {string} root
 * @param {{ count: number, seed: number, places: readonly string[], ownTests: boolean }} options
 */
export async function sampleRound(root, { count, seed, places, ownTests }) {
  const paths = productionFiles(root).filter(
    (path) => places.length === 0 || places.some((place) => path.startsWith(place)),
  );
  const packages = new Set(paths.map(packageOf));
  const coverage = await gatherCoverage(root, (path) => !ownTests || packages.has(packageOf(path)));
  const reach = new Reach(coverage);
  const maxMs = maxMsOf(coverage);
  const drawn = draw(await listMutants(root, paths), count, randomFrom(seed));
  const tasks = drawn.map((mutant) => {
    const isOwn = (/** @type {{ path: string }} */ { path }) =>
      !ownTests || packageOf(path) === packageOf(mutant.path);
    const reaching = reach.testsOf(mutant).filter(isOwn);
    const { runs, left } = chooseTests(mutant.path, reaching, maxMs, namesTextOf(root, mutant));
    return ownTests
      ? { mutant, runs: [...runs, ...runsOf(left)], left: [] }
      : { mutant, runs, left };
  });
  report(await tryAll(root, tasks));
}

/**
 * Draws requirements, and for each a mutant of code that its tests reach and few others do; tries it with the
 * tests of the requirement alone. One that only end-to-end tests claim is not drawn.
 * @param {string} root
 * @param {{ count: number, seed: number }} options
 */
export async function requirementRound(root, { count, seed }) {
  const random = randomFrom(seed);
  const coverage = await gatherCoverage(root);
  const mutants = await mutantsByBlock(root, coverage);
  const maxMs = maxMsOf(coverage);
  /** @type {Map<number, number>} */
  const reachedBy = new Map();
  for (const { blocks } of coverage.tests) {
    for (const block of blocks) reachedBy.set(block, (reachedBy.get(block) ?? 0) + 1);
  }
  const ids = requirementsIn(root);
  const claimed = ids.filter((id) => coverage.tests.some(({ name }) => name.includes(`[${id}]`)));
  console.log(
    `${ids.length - claimed.length} of ${ids.length} requirements have no test of Vitest.`,
  );
  /** @type {Task[]} */
  const tasks = [];
  for (const id of draw(claimed, count, random)) {
    const tests = coverage.tests.filter(({ name }) => name.includes(`[${id}]`));
    const blocks = [...new Set(tests.flatMap((test) => [...test.blocks]))];
    const near = rarestTenth(
      blocks.filter((block) => mutants.has(block)).toSorted((a, b) => a - b),
      (block) => reachedBy.get(block) ?? 0,
    );
    const [block = -1] = draw(near, 1, random);
    const [mutant] = draw(mutants.get(block) ?? [], 1, random);
    if (mutant === undefined) continue;
    const reaching = tests.filter((test) => test.blocks.has(block));
    tasks.push({
      mutant,
      of: id,
      ...chooseTests(mutant.path, reaching, maxMs, namesTextOf(root, mutant)),
    });
  }
  report(await tryAll(root, tasks));
}

/**
 * @param {string} root
 * @param {(path: string) => boolean} [isWanted]
 */
async function gatherCoverage(root, isWanted) {
  const coverage = await coverageOf(root, isWanted);
  for (const name of coverage.failed)
    console.log(`fails without a mutant, and is not run: ${name}`);
  return coverage;
}

/** The shortest text that identifies its tests. */
const minTextChars = 6;

/**
 * Whether a file of tests has the text that a mutant changes.
 * @param {string} root
 * @param {import('./listed-mutants.mjs').Mutant} mutant
 * @returns {(path: string) => boolean}
 */
function namesTextOf(root, { from }) {
  const text = /^(['"`])(.*)\1$/s.exec(from)?.[2] ?? '';
  if (text.length < minTextChars) return () => false;
  return (path) => readFileSync(join(root, path), 'utf8').includes(text);
}

/** @param {import('./coverage.mjs').Coverage} coverage */
function maxMsOf({ tests }) {
  return tests.reduce((sum, { ms }) => sum + ms, 0) * shareOfTime;
}

/**
 * The mutants of the code of each block.
 * @param {string} root
 * @param {import('./coverage.mjs').Coverage} coverage
 */
async function mutantsByBlock(root, coverage) {
  /** @type {Map<number, import('./listed-mutants.mjs').Mutant[]>} */
  const found = new Map();
  for (const mutant of await listMutants(root, [...coverage.files.keys()])) {
    const file = coverage.files.get(mutant.path);
    const block = file === undefined ? null : blockAround(file.blocks, mutant);
    if (file === undefined || block === null) continue;
    const number = file.first + block;
    found.set(number, [...(found.get(number) ?? []), mutant]);
  }
  return found;
}

/** @param {string} root */
function requirementsIn(root) {
  const lines = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8').split('\n');
  return lines.flatMap((line) => (/^[A-Z]/.test(line) ? line.split('\t', 1) : []));
}

/**
 * @param {string} root
 * @param {readonly Task[]} tasks
 * @returns {Promise<Result[]>}
 */
async function tryAll(root, tasks) {
  const waiting = [...tasks];
  /** @type {Result[]} */
  const results = [];
  const work = () =>
    withSourceCopy(root, async (copy) => {
      const trials = new MutantTrials(copy);
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        const startedMs = performance.now();
        const result = { ...task, ...(await trials.try(task.mutant, task.runs)) };
        results.push(result);
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
        console.log(`${String(results.length).padStart(4)} ${seconds} s  ${lineOf(result)}`);
      }
      await trials.close();
    });
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return results;
}

/** @param {Result} result */
function lineOf({ mutant, of, isNoticed, by, runs }) {
  const { path, line, from, to } = mutant;
  const outcome = isNoticed ? 'noticed' : runs.length > 0 ? 'SURVIVED' : 'NOT COVERED';
  const claim = of === undefined ? '' : `${of}, `;
  const noticing = isNoticed ? ` (${by})` : '';
  return `${outcome}: ${claim}${path}:${line}: ${shortCode(from)} -> ${shortCode(to)}${noticing}`;
}

/**
 * Prints the survivors with the tests that ran, the tests that failed without a mutant too, and the shares.
 * @param {readonly Result[]} results
 */
function report(results) {
  for (const result of results.filter(({ isNoticed }) => !isNoticed)) {
    console.log(`\n${lineOf(result)}`);
    const ran = result.runs.flat().map(({ path }) => path);
    for (const path of new Set(ran)) {
      console.log(`  ${path} (${ran.filter((one) => one === path).length} tests)`);
    }
    if (result.left.length > 0)
      console.log(`  and ${result.left.length} more tests that did not run`);
  }
  const unstable = results.flatMap((one) => one.unstable);
  if (unstable.length > 0) console.log(`\n${unstable.length} failures were not of a mutant:`);
  for (const name of new Set(unstable)) console.log(`  ${name}`);
  console.log('');
  const tried = results.map(({ mutant: { path }, isNoticed }) => ({ path, isNoticed }));
  for (const line of shareLines(tried)) console.log(line);
  const noticed = tried.filter(({ isNoticed }) => isNoticed).length;
  console.log(`${noticed} of ${tried.length} mutants noticed`);
}
