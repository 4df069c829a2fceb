// @ts-check
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { withSourceCopy } from './violations/source-copy.mjs';
import { packagesOfRules } from './mutants/packages-of-rules.mjs';
import { scoreOf } from './mutants/score.mjs';

// The mutation score of the rules: `npm run mutants`, or with the names of packages or the paths of files. Stryker mutates a copy
// of the sources in place: in a sandbox of its own the workspaces would be the originals. Each package is
// measured by its own tests, so that a rule is proven where it stands.
await ensureInstalled();
const paths = process.argv.slice(2);
for (const name of packagesOfRules) {
  const chosen = paths.filter((path) => path.includes(`packages/${name}/`));
  if (paths.length === 0 || paths.includes(name)) await measure(name, []);
  else if (chosen.length > 0) await measure(name, chosen);
}

/**
 * @param {string} name the package
 * @param {string[]} chosen its files, or none for all
 */
async function measure(name, chosen) {
  // What is known of mutants whose code and tests have not changed since.
  const known = join(root, 'node_modules/.cache/foray', `mutants-${name}.json`);
  await withSourceCopy(root, async (copy) => {
    const inCopy = join(copy, 'mutants.json');
    if (existsSync(known)) copyFileSync(known, inCopy);
    const mutate = chosen.length > 0 ? ['--mutate', chosen.join()] : [];
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
