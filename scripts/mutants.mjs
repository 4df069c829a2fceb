// @ts-check
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { withSourceCopy } from './source-copy.mjs';
import { chosenFiles } from './mutants/chosen-files.mjs';
import { scoreOf } from './mutants/score.mjs';

// The mutation score of the rules: `npm run mutants`, or with the names of packages or the paths of files.
// Stryker mutates a copy of the sources in place: in a sandbox of its own the workspaces would be the
// originals. Each package is measured by its own tests, so that a rule is proven where it stands.
const chosen = chosenFiles(process.argv.slice(2));
if (typeof chosen === 'string') {
  console.error(chosen);
  process.exitCode = 1;
} else {
  await ensureInstalled();
  for (const { name, files } of chosen) await measure(name, files);
}

/**
 * @param {string} name the package
 * @param {string[]} files of it, or none for all
 */
async function measure(name, files) {
  // What is known of mutants whose code and tests have not changed since.
  const known = join(root, 'node_modules/.cache/foray', `mutants-${name}.json`);
  await withSourceCopy(root, async (copy) => {
    const inCopy = join(copy, 'mutants.json');
    if (existsSync(known)) copyFileSync(known, inCopy);
    const mutate = files.length > 0 ? ['--mutate', files.join()] : [];
    const args = ['run', 'scripts/mutants/stryker.config.mjs', ...mutate];
    const code = await run(copy, join(root, 'node_modules/.bin/stryker'), args, name);
    mkdirSync(dirname(known), { recursive: true });
    if (existsSync(inCopy)) copyFileSync(inCopy, known);
    if (code !== 0) throw new Error(`Stryker ended with ${code}`);
    const report = join(copy, 'reports/mutation/mutation.json');
    const { isEnough, lines } = scoreOf(JSON.parse(readFileSync(report, 'utf8')));
    for (const line of lines) console.log(line);
    if (!isEnough) process.exitCode = 1;
  });
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 * @param {string} name
 * @returns {Promise<number>}
 */
function run(cwd, command, args, name) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, FORAY_MUTANTS_OF: name };
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
