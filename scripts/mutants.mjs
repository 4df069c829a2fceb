// @ts-check
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { withSourceCopy } from './violations/source-copy.mjs';
import { scoreOf } from './mutants/score.mjs';

// The mutation score of the rules: `npm run mutants`, or with the paths of some files. Stryker mutates a copy
// of the sources in place: in a sandbox of its own the workspaces would be the originals.
await ensureInstalled();
/** What is known of mutants whose code and tests have not changed since. */
const known = join(root, 'node_modules/.cache/foray/mutants.json');
const paths = process.argv.slice(2);
await withSourceCopy(root, async (copy) => {
  const inCopy = join(copy, 'mutants.json');
  if (existsSync(known)) copyFileSync(known, inCopy);
  const chosen = paths.length > 0 ? ['--mutate', paths.join()] : [];
  const args = ['run', 'scripts/mutants/stryker.config.mjs', ...chosen];
  const code = await run(copy, join(root, 'node_modules/.bin/stryker'), args);
  mkdirSync(dirname(known), { recursive: true });
  if (existsSync(inCopy)) copyFileSync(inCopy, known);
  if (code !== 0) throw new Error(`Stryker ended with ${code}`);
  const report = join(copy, 'reports/mutation/mutation.json');
  const { isEnough, lines } = scoreOf(JSON.parse(readFileSync(report, 'utf8')));
  for (const line of lines) console.log(line);
  process.exitCode = isEnough ? 0 : 1;
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
