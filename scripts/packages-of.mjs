// @ts-check
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './install.mjs';
import { npmProgram, runOrGiveUp } from './run-program.mjs';

/**
 * The folders of others' packages, from the root: those of the lock file that are installed here, which leaves out those
 * for other platforms.
 * @param {string[]} workspaces that need them at run time
 */
export async function packagesOf(workspaces) {
  const list = ['ls', ...workspaces.map((name) => `--workspace=${name}`)];
  list.push('--omit=dev', '--all', '--parseable', '--package-lock-only');
  const output = await runOrGiveUp(npmProgram, list);
  const modules = join(root, 'node_modules');
  return output
    .split('\n')
    .filter((path) => path.startsWith(modules))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => existsSync(path))
    .filter((path) => !path.includes('@foray'));
}
