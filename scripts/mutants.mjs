// @ts-check
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';
import { withSourceCopy } from './violations/source-copy.mjs';

// The mutation score of the rules: `npm run mutants`, or with the paths of some files. Stryker mutates a copy
// of the sources in place: in a sandbox of its own the workspaces would be the originals.
await ensureInstalled();
const config = 'scripts/mutants/stryker.config.mjs';
/** What is known of mutants in code and tests that have not changed since. */
const known = join(root, 'node_modules/.cache/foray/mutants.json');
const paths = process.argv.slice(2);
await withSourceCopy(root, async (copy) => {
  const inCopy = join(copy, 'mutants.json');
  if (existsSync(known)) copyFileSync(known, inCopy);
  const args = ['run', config, ...(paths.length > 0 ? ['--mutate', paths.join()] : [])];
  process.exitCode = await run(copy, join(root, 'node_modules/.bin/stryker'), args);
  mkdirSync(dirname(known), { recursive: true });
  if (existsSync(inCopy)) copyFileSync(inCopy, known);
  const report = join(copy, 'reports/mutation/mutation.json');
  if (existsSync(report)) copyFileSync(report, join(root, 'test-results', 'mutation.json'));
});

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function run(cwd, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
