// @ts-check
import { claimsIn } from '../checks/rows.mjs';
import { readSourceTree } from '../checks/source-tree.mjs';

/** @typedef {import('./mutant-files.mjs').PlantedMutant} PlantedMutant */

/** @typedef {{ path: string, title: string }} ClaimingTests those of a file whose titles contain `title` */

const isTest = /\.(test|spec)\.tsx?$/;

// From quick to slow. The slow ones need a build or other programs.
const quickKinds = [/./, /^apps\/server\/|\.server\./, /\.browser\./, /\.isolated\.browser\./];
const slowKinds = [/\.package\.test\./, /^e2e\//];

/**
 * A function that returns the tests of the tree at `root` that have to notice a mutant, the quick ones first.
 * @param {string} root
 * @returns {(mutant: PlantedMutant) => ClaimingTests[]}
 */
export function findClaimingTests(root) {
  const files = readSourceTree(root);
  const claims = claimsIn(files);
  const paths = files.map(({ path }) => path);
  return ({ claim }) => {
    if (!('requirement' in claim)) {
      return testPaths(paths, claim.testFile).map((path) => ({ path, title: claim.title }));
    }
    const claiming = claims.filter(({ id }) => id === claim.requirement).map(({ path }) => path);
    return [...new Set(claiming)]
      .toSorted((a, b) => costOf(a) - costOf(b))
      .map((path) => ({ path, title: `[${claim.requirement}]` }));
  };
}

/**
 * The test files among `paths` whose path ends with these parts.
 * @param {readonly string[]} paths
 * @param {string} end
 */
export function testPaths(paths, end) {
  return paths.filter((path) => isTest.test(path) && `/${path}`.endsWith(`/${end}`));
}

/**
 * Whether the tests of this file take no more than seconds.
 * @param {string} path
 */
export function isQuick(path) {
  return !slowKinds.some((kind) => kind.test(path));
}

/**
 * A number that is larger for files whose tests take longer.
 * @param {string} path
 */
export function costOf(path) {
  return [...quickKinds, ...slowKinds].findLastIndex((kind) => kind.test(path));
}
