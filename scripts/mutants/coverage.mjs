// @ts-check
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createVitest } from 'vitest/node';
import { withSourceCopy } from '../source-copy.mjs';
import { instrumentBlocks } from './blocks.mjs';
import { productionFiles } from './production-files.mjs';

/**
 * A test that passes. `name` is what Vitest matches patterns with. `blocks` are the numbers of the blocks
 * that ran in it, or in hooks around all tests of its file.
 * @typedef {{ path: string, project: string, name: string, ms: number, blocks: Set<number> }} CoveringTest
 *
 * The blocks of a file have the numbers from `first`.
 * @typedef {{ source: string, blocks: import('./blocks.mjs').Range[], first: number }} FileBlocks
 *
 * `loading` are the blocks that ran while modules loaded, `failed` the tests that do not pass.
 * @typedef {{ files: Map<string, FileBlocks>, tests: CoveringTest[], loading: Set<number>,
 *   failed: string[] }} Coverage
 */

/**
 * The coverage of the production code below `root` by the tests of packages and apps, kept until a file
 * changes. Gathering it runs all of them. The simulation takes minutes, and would run for no mutant.
 * @param {string} root
 * @returns {Promise<Coverage>}
 */
export async function coverageOf(root) {
  const files = new Map();
  /** @type {Map<string, string>} */
  const instrumented = new Map();
  let first = 0;
  for (const path of productionFiles(root)) {
    const source = readFileSync(join(root, path), 'utf8');
    const made = instrumentBlocks(path, source, first);
    files.set(path, { source, blocks: made.blocks, first });
    instrumented.set(path, made.instrumented);
    first += made.blocks.length;
  }
  const known = join(root, 'node_modules/.cache/foray/coverage', `${hashOfTree(root)}.json.gz`);
  if (!existsSync(known)) {
    const tests = await gather(root, instrumented);
    rmSync(dirname(known), { recursive: true, force: true });
    mkdirSync(dirname(known), { recursive: true });
    writeFileSync(known, gzipSync(JSON.stringify(tests)));
  }
  /** @type {RecordedTest[]} */
  const recorded = JSON.parse(gunzipSync(readFileSync(known)).toString());
  return { files, ...testsOf(recorded) };
}

/**
 * A bit for each block, in Base64.
 * @typedef {{ hits: string, hitsAround: string, hitsLoading: string }} Hits
 * @typedef {Hits & { path: string, project: string, name: string, ms: number, passed: boolean }} RecordedTest
 */

/** @param {RecordedTest[]} recorded */
function testsOf(recorded) {
  /** @type {Map<string, Set<number>>} by file */
  const around = new Map();
  for (const { path, hitsAround } of recorded) {
    const blocks = around.get(path) ?? new Set();
    around.set(path, blocks);
    for (const block of numbersIn(hitsAround)) blocks.add(block);
  }
  const tests = recorded
    .filter(({ passed }) => passed)
    .map(({ path, project, name, ms, hits }) => {
      const blocks = new Set([...numbersIn(hits), ...(around.get(path) ?? [])]);
      return { path, project, name, ms, blocks };
    });
  const failed = recorded
    .filter(({ passed }) => !passed)
    .map(({ path, name }) => `${path} › ${name}`);
  const loading = new Set(recorded.flatMap(({ hitsLoading }) => numbersIn(hitsLoading)));
  return { tests, loading, failed };
}

/** @param {string} hits a bit for each block, in Base64 */
function numbersIn(hits) {
  const numbers = [];
  for (const [at, byte] of Buffer.from(hits, 'base64').entries()) {
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) numbers.push(at * 8 + bit);
  }
  return numbers;
}

/**
 * @param {string} root
 * @param {Map<string, string>} instrumented
 * @returns {Promise<RecordedTest[]>}
 */
async function gather(root, instrumented) {
  console.log('Gathering which tests cover what; this runs all tests of Vitest.');
  /** @type {RecordedTest[]} */
  const tests = [];
  await withSourceCopy(root, async (copy) => {
    for (const [path, source] of instrumented) writeFileSync(join(copy, path), source);
    const config = join(copy, 'vitest.config.ts');
    let files = 0;
    const reporter = {
      onTestModuleEnd() {
        files += 1;
        if (files % 50 === 0) console.log(`  ${files} files of tests`);
      },
      /** @param {import('vitest/node').TestCase} test */
      onTestCaseResult(test) {
        const path = test.module.relativeModuleId;
        const { state } = test.result();
        const {
          hits = '',
          hitsAround = '',
          hitsLoading = '',
        } = /** @type {Partial<Hits>} */ (test.meta());
        tests.push({
          path,
          project: test.project.name,
          name: nameOf(test),
          ms: Math.round(test.diagnostic()?.duration ?? 0),
          passed: state === 'passed',
          hits,
          hitsAround,
          hitsLoading,
        });
      },
    };
    const vitest = await createVitest('test', {
      root: copy,
      config,
      watch: false,
      reporters: [reporter],
    });
    for (const project of vitest.projects) {
      project.config.setupFiles.push(join(copy, 'scripts/mutants/block-hits.mjs'));
    }
    const found = await vitest.globTestSpecifications();
    const wanted = found.filter(
      ({ project, moduleId }) =>
        project.name !== 'packages' && /^(packages|apps)\b/.test(relative(copy, moduleId)),
    );
    await vitest.runTestSpecifications(wanted);
    await vitest.close();
  });
  return tests;
}

/**
 * The title with those of the suites around it, as Vitest matches it with a pattern.
 * @param {import('vitest/node').TestCase} test
 */
function nameOf(test) {
  const names = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name);
  return names.join(' ');
}

/** @param {string} root */
function hashOfTree(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const places = ['packages', 'apps', 'vitest.config.ts', 'package-lock.json'];
  const own = ['scripts/mutants/blocks.mjs', 'scripts/mutants/block-hits.mjs'];
  const listed = execFileSync('git', [...args, ...places, ...own], { cwd: root, encoding: 'utf8' });
  const hash = createHash('sha256');
  for (const path of listed
    .split('\0')
    .filter((one) => one !== '')
    .toSorted()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 20);
}
