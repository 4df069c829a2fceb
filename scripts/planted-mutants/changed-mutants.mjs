// @ts-check
import { costOf, isQuick } from './claiming-tests.mjs';

/** @typedef {import('./mutant-files.mjs').PlantedMutant} PlantedMutant */

/** One mutant for each copy of the sources: a change is tested often, and each mutant takes seconds. */
const maxMutants = 2;

/**
 * The mutants that a change of the files at `paths` calls for, because it touches the mutated code or a claiming
 * test: a few to make now, quick ones first, and the others. A mutant that an end-to-end test may have to notice
 * is among the others.
 * @param {readonly PlantedMutant[]} mutants
 * @param {ReturnType<typeof import('./claiming-tests.mjs').findClaimingTests>} claimingTests
 * @param {readonly string[]} paths
 * @returns {{ now: PlantedMutant[], others: PlantedMutant[] }}
 */
export function mutantsOfChange(mutants, claimingTests, paths) {
  const changed = new Set(paths);
  const touched = mutants
    .map((mutant) => ({ mutant, tests: claimingTests(mutant).map(({ path }) => path) }))
    .filter(
      ({ mutant, tests }) =>
        mutant.edits.some(({ file }) => changed.has(file)) ||
        tests.some((path) => changed.has(path)),
    );
  const now = touched
    .filter(({ tests }) => tests.every(isQuick))
    .toSorted((a, b) => slowest(a.tests) - slowest(b.tests))
    .slice(0, maxMutants)
    .map(({ mutant }) => mutant);
  const others = touched.map(({ mutant }) => mutant).filter((mutant) => !now.includes(mutant));
  return { now, others };
}

/** @param {readonly string[]} tests */
function slowest(tests) {
  return Math.max(...tests.map(costOf));
}
