// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, stripVTControlCharacters } from 'node:util';
import { createVitest } from 'vitest/node';

/**
 * passed: every test that ran passes. failed: the named test fails, with the first line of its error. broken: no test ran.
 * @typedef {{ kind: 'passed' } | { kind: 'failed', title: string, why: string } | { kind: 'broken', why: string }} TestRun
 */

/**
 * The tests of the sources at `root`. Vitest stays open between runs, because its start takes longer than
 * most tests. A run tests the files as they are on disk if `changed` got the paths of those written since.
 */
export class SourceTests {
  /** @type {string} */
  #root;
  /** @type {import('vitest/node').Vitest | null} */
  #vitest = null;
  /** Whether files have changed that Vitest reads only when it opens. */
  #isOutdated = false;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {readonly string[]} paths */
  changed(paths) {
    // The databases of tests are copies of one that is migrated when Vitest opens.
    if (paths.some((path) => path.includes('/migrations/'))) this.#isOutdated = true;
    for (const path of paths) this.#vitest?.invalidateFile(join(this.#root, path));
  }

  /**
   * Runs the tests of a file whose titles contain `title`, up to the first that fails. An end-to-end test
   * gets a new build of the app.
   * @param {string} path
   * @param {string} title
   * @returns {Promise<TestRun>}
   */
  run(path, title) {
    const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return isEndToEnd(path)
      ? runEndToEnd(this.#root, path, pattern)
      : this.runAmong([path], new RegExp(pattern));
  }

  /**
   * Runs the tests of these files whose full names match, up to the first that fails.
   * @param {readonly string[]} paths of tests of Vitest, in one project
   * @param {RegExp} pattern
   * @returns {Promise<TestRun>}
   */
  async runAmong(paths, pattern) {
    if (this.#isOutdated) await this.close();
    const vitest = (this.#vitest ??= await openVitest(this.#root));
    vitest.setGlobalTestNamePattern(pattern);
    const found = await vitest.globTestSpecifications([...paths]);
    const own = new Set(paths.map((path) => join(this.#root, path)));
    /** @param {{ moduleId: string }} module */
    const isOwn = ({ moduleId }) => own.has(moduleId);
    const run = await vitest.runTestSpecifications(found.filter(isOwn));
    // Vitest returns every module that it has run since it opened.
    const testModules = run.testModules.filter(isOwn);
    const tests = testModules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.find((test) => test.result().state === 'failed');
    if (failed !== undefined) {
      const [error] = failed.result().errors ?? [];
      return { kind: 'failed', title: failed.fullName, why: firstLineOf(error?.message) };
    }
    const errors = [...testModules.flatMap((module) => module.errors()), ...run.unhandledErrors];
    const [error] = /** @type {readonly { message?: string }[]} */ (errors);
    if (error !== undefined) return { kind: 'broken', why: error.message ?? inspect(error) };
    const hasRun = tests.some((test) => test.result().state === 'passed');
    return hasRun ? { kind: 'passed' } : { kind: 'broken', why: `no title has ${pattern}` };
  }

  async close() {
    await this.#vitest?.close();
    this.#vitest = null;
    this.#isOutdated = false;
  }
}

/** @param {string} path */
export function isEndToEnd(path) {
  return path.startsWith('e2e/');
}

/** @param {string} root */
async function openVitest(root) {
  // How long a failing test waits for a missing result. If that is too short, as on a busy machine, the test
  // also fails without the mutant, and FORAY_POLL_MS allows more time.
  process.env['FORAY_POLL_MS'] ??= '3000';
  // The case that notices a mutant has to be among those that run.
  process.env['DAILY_PART'] ??= 'all';
  const config = join(root, 'vitest.config.ts');
  return createVitest('test', { root, config, watch: false, bail: 1, reporters: [{}] });
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} pattern
 * @returns {Promise<TestRun>}
 */
async function runEndToEnd(root, path, pattern) {
  const report = join(root, 'test-report.json');
  rmSync(report, { force: true });
  const built = await spawned(root, process.execPath, [join(root, 'scripts/build.mjs')]);
  if (built.code !== 0) return { kind: 'broken', why: built.output };
  const args = ['test', path, '-g', pattern, '--max-failures=1', '--reporter=json'];
  const tool = join(root, 'node_modules/.bin/playwright');
  const { output } = await spawned(root, tool, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const results = readReport(report);
  if (results === null) return { kind: 'broken', why: output };
  const tests = specsOf(results);
  const failed = tests.find(({ ok }) => !ok);
  if (failed !== undefined) return { kind: 'failed', title: failed.title, why: failed.why };
  return tests.length === 0 ? { kind: 'broken', why: output } : { kind: 'passed' };
}

/** @param {string} report */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @typedef {{ results: { error?: { message?: string } }[] }} SpecTest
 * @typedef {{ specs?: { ok: boolean, title: string, tests: SpecTest[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {{ ok: boolean, title: string, why: string }[]}
 */
function specsOf({ specs = [], suites = [] }) {
  const own = specs.map(({ ok, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
    return { ok, title, why: firstLineOf(errors.find((message) => message !== undefined)) };
  });
  return [...own, ...suites.flatMap(specsOf)];
}

/** @param {string | undefined} message */
function firstLineOf(message = '') {
  return stripVTControlCharacters(message).split('\n', 1).join('');
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function spawned(cwd, command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows the tools are command files, which only a shell can start.
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.slice(-2000) }));
  });
}
