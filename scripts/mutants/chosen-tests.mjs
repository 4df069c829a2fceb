// @ts-check
import { dirname } from 'node:path';
import { packageOf } from './share.mjs';

/** @typedef {import('./coverage.mjs').CoveringTest} CoveringTest */

/** The maximum number of files that the tests of a mutant come from. */
const maxFiles = 24;

/**
 * The tests to run for a mutant of `path` among those that reach it, in the order in which they run: by
 * project, since each project is one run. Within the limits those come first that name the mutated text, then those
 * that stand near the code, then those that reach little else.
 * @param {string} path
 * @param {readonly CoveringTest[]} reaching
 * @param {number} maxMs how long they may take, by what they took when coverage was gathered
 * @param {(test: string) => boolean} [isNamedIn] whether a file of tests has the mutated text
 * @returns {{ runs: CoveringTest[][], left: CoveringTest[] }} `left` does not run
 */
export function chooseTests(path, reaching, maxMs, isNamedIn = () => false) {
  const order = reaching
    .map((test) => ({ test, distance: isNamedIn(test.path) ? -1 : distanceOf(path, test.path) }))
    .toSorted((a, b) => a.distance - b.distance || a.test.blocks.size - b.test.blocks.size);
  /** @type {CoveringTest[]} */
  const chosen = [];
  const files = new Set();
  let ms = 0;
  for (const { test } of order) {
    // The nearest test runs however long it takes.
    if (chosen.length > 0 && ms + test.ms > maxMs) continue;
    if (!files.has(test.path) && files.size === maxFiles) continue;
    files.add(test.path);
    ms += test.ms;
    chosen.push(test);
  }
  const taken = new Set(chosen);
  return { runs: runsOf(chosen), left: reaching.filter((test) => !taken.has(test)) };
}

/**
 * A run for each project, the quick ones first.
 * @param {readonly CoveringTest[]} tests
 */
export function runsOf(tests) {
  const runs = ['units', 'server', 'browser'].map((project) =>
    tests.filter((test) => test.project.startsWith(project)),
  );
  return runs.filter((run) => run.length > 0);
}

/**
 * The distance of a test from the code: beside it, in its folder, in its package, elsewhere.
 * @param {string} path
 * @param {string} test
 */
function distanceOf(path, test) {
  const stem = path.replace(/\.tsx?$/, '');
  if (test.startsWith(`${stem}.`)) return 0;
  if (dirname(test) === dirname(path)) return 1;
  return packageOf(test) === packageOf(path) ? 2 : 3;
}
