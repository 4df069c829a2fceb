// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editedFiles } from './mutant-files.mjs';
import { isEndToEnd } from './source-tests.mjs';

/** @typedef {import('./mutant-files.mjs').MutantEdit} MutantEdit */

/**
 * Makes the edits in a copy of the sources and runs the tests up to the first that fails, which must pass again
 * without the edits. Answers whether this is so, and with the test and its error.
 * @param {readonly MutantEdit[]} edits
 * @param {readonly import('./claiming-tests.mjs').ClaimingTests[]} candidates
 * @param {string} copy
 * @param {Pick<import('./source-tests.mjs').SourceTests, 'changed' | 'run'>} tests of the copy
 * @returns {Promise<{ isNoticed: boolean, report: string }>}
 */
export async function runMutant(edits, candidates, copy, tests) {
  const noticing = await whileEdited(edits, copy, tests, async () => {
    for (const { path, title } of candidates) {
      const run = await tests.run(path, title);
      if (run.kind !== 'passed') return { path, title, run };
    }
    return null;
  });
  if (noticing === null) {
    const paths = candidates.map(({ path }) => path).join(', ');
    return { isNoticed: false, report: `no test fails of ${paths}` };
  }
  const { path, title, run } = noticing;
  if (run.kind === 'broken')
    return { isNoticed: false, report: `${path} does not run: ${run.why}` };
  const report = `${path} › ${run.title}: ${run.why}`;
  // An end-to-end test needs another build, which takes longer than the test: it runs unmutated with all
  // others.
  if (isEndToEnd(path)) return { isNoticed: true, report };
  const again = await tests.run(path, title);
  return again.kind === 'passed'
    ? { isNoticed: true, report }
    : { isNoticed: false, report: `${report}; and without the mutant: ${again.why}` };
}

/**
 * @template Result
 * @param {readonly MutantEdit[]} edits
 * @param {string} copy
 * @param {Pick<import('./source-tests.mjs').SourceTests, 'changed'>} tests
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function whileEdited(edits, copy, tests, work) {
  /** @param {string} file */
  const read = (file) => readFileSync(join(copy, file), 'utf8');
  const edited = editedFiles(edits, read);
  const paths = [...edited.keys()];
  const originals = paths.map((path) => ({ path, source: read(path) }));
  try {
    for (const [path, source] of edited) writeFileSync(join(copy, path), source);
    tests.changed(paths);
    return await work();
  } finally {
    for (const { path, source } of originals) writeFileSync(join(copy, path), source);
    tests.changed(paths);
  }
}
