// @ts-check
import { execFileSync } from 'node:child_process';
import { servesTests } from '../checks/source-tree.mjs';

/**
 * The paths of the production code of packages and apps, from the root, sorted. Entries only re-export names,
 * and published migrations never change.
 * @param {string} root
 * @returns {string[]}
 */
export function productionFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', 'apps'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return listed.filter(isProduction).toSorted();
}

/** @param {string} path */
function isProduction(path) {
  const isSource = /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path);
  return isSource && !servesTests(path) && !/\.d\.ts$|\/index\.ts$|\/migrations\//.test(path);
}
