// @ts-check
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { withSourceCopy } from './source-copy.mjs';
import { giveUp } from './terminal.mjs';
import { requiredShares } from './mutants/packages-of-rules.mjs';
import { scoreOf } from './mutants/score.mjs';
import { wantedMeasure } from './mutants/wanted-measure.mjs';

// Measures whether tests notice changes of the code: `npm run mutants`, or with the names of packages of
// rules or paths of their files; with `--sample 200` or `--rows 40`, and `--seed`, by mutants drawn at random.
const wanted = wantedMeasure(process.argv.slice(2));
if (typeof wanted === 'string') giveUp(wanted);
const startedMs = performance.now();
await ensureInstalled();
if (wanted.kind === 'packages') {
  for (const { name, files } of wanted.packages) await measure(name, files);
} else {
  const { requirementRound, sampleRound } = await import('./mutants/round.mjs');
  if (wanted.kind === 'sample') await sampleRound(root, wanted);
  else await requirementRound(root, wanted);
}
console.log(`${Math.round((performance.now() - startedMs) / 60_000)} minutes`);

/**
 * Stryker mutates a copy of the sources in place: in its own sandbox the workspaces would be the originals. A
 * package is measured by its own tests, so that a rule is proven where it is implemented.
 * @param {string} name the package
 * @param {string[]} files of it, or none for all
 */
async function measure(name, files) {
  // The outcomes of mutants whose code and tests have not changed since.
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
    // The required score applies to the whole package.
    const required = files.length > 0 ? 0 : (requiredShares.get(name) ?? 1);
    const { isEnough, lines } = scoreOf(JSON.parse(readFileSync(report, 'utf8')), required);
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
