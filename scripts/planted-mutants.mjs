// @ts-check
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';
import { mutantsOfChange } from './planted-mutants/changed-mutants.mjs';
import { findClaimingTests } from './planted-mutants/claiming-tests.mjs';
import { readMutants } from './planted-mutants/mutant-files.mjs';
import { runMutant } from './planted-mutants/run-mutant.mjs';
import { SourceTests } from './planted-mutants/source-tests.mjs';
import { withSourceCopy } from './source-copy.mjs';
import { giveUp } from './terminal.mjs';

/** @typedef {import('./planted-mutants/mutant-files.mjs').PlantedMutant} PlantedMutant */

/**
 * Makes one mutant at a time in a copy of the sources, two copies at a time, and prints which test notices it.
 * @param {readonly PlantedMutant[]} [mutants]
 * @param {ReturnType<typeof findClaimingTests>} [claimingTests]
 * @param {(line: string) => void} [log]
 * @returns {Promise<{ passed: number, failed: number, messages: string[] }>}
 */
export async function runMutants(
  mutants = readMutants(root),
  claimingTests = findClaimingTests(root),
  log = console.log,
) {
  const waiting = [...mutants];
  /** @type {string[]} */
  const messages = [];
  const work = () =>
    withSourceCopy(root, async (copy) => {
      const tests = new SourceTests(copy);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const startedMs = performance.now();
        const candidates = claimingTests(next);
        const { isNoticed, report } = await runMutant(next.edits, candidates, copy, tests);
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
        log(`${isNoticed ? 'ok  ' : 'FAIL'} ${seconds} s  ${next.label}\n      ${report}`);
        if (!isNoticed) messages.push(`${next.path}:${next.line} ${next.label}: ${report}`);
      }
      await tests.close();
    });
  const copies = Math.min(2, availableParallelism(), waiting.length);
  await Promise.all(Array.from({ length: copies }, work));
  return { passed: mutants.length - messages.length, failed: messages.length, messages };
}

/**
 * Makes a few of the mutants that a change of these files calls for, and names the others.
 * @param {readonly string[]} paths
 * @param {(line: string) => void} log
 */
export async function runMutantsOf(paths, log) {
  // With long waits, because other work runs beside the tests of a change.
  process.env['FORAY_POLL_MS'] ??= '10000';
  const claimingTests = findClaimingTests(root);
  const { now, others } = mutantsOfChange(readMutants(root), claimingTests, paths);
  const result = await runMutants(now, claimingTests, log);
  const places = others.map(({ path, line }) => `${path}:${line}`).join(' ');
  if (others.length > 0) log(`Left to test:full: ${places}`);
  return result;
}

/**
 * The mutants whose description contains every one of these texts: its place, claim, sentence and mutated files.
 * @param {readonly string[]} texts
 */
function mutantsWith(texts) {
  const found = readMutants(root).filter(({ path, line, label, edits }) => {
    const description = [`${path}:${line}`, label, ...edits.map(({ file }) => file)].join('\n');
    return texts.every((text) => description.includes(text));
  });
  if (found.length > 0) return found;
  const quoted = texts.map((text) => `"${text}"`).join(' and ');
  return giveUp(`No planted mutant has ${quoted} in its place, claim, sentence or files.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = await runMutants(mutantsWith(process.argv.slice(2)));
  console.log(`\n${passed} mutants noticed, ${failed} not`);
  process.exitCode = failed === 0 ? 0 : 1;
}
