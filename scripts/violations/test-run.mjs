// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * passed: every test that ran passes. failed: this one does not. broken: nothing was tested.
 * @typedef {{ kind: 'passed' } | { kind: 'failed', title: string } | { kind: 'broken', why: string }} TestRun
 */

/**
 * Runs the tests of a file whose titles contain `title`, in the sources at `root`, up to the first that
 * fails. An end-to-end test gets a new build of the app.
 * @param {string} root
 * @param {string} path
 * @param {string} title
 * @returns {Promise<TestRun>}
 */
export async function failsIn(root, path, title) {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const report = join(root, 'test-report.json');
  rmSync(report, { force: true });
  const isEndToEnd = path.startsWith('e2e/');
  if (isEndToEnd) {
    const built = await run(root, process.execPath, [join(root, 'scripts/build.mjs')]);
    if (built.code !== 0) return { kind: 'broken', why: built.output };
  }
  const args = isEndToEnd
    ? ['test', path, '-g', pattern, '--max-failures=1', '--reporter=json']
    : ['run', path, '-t', pattern, '--bail=1', '--reporter=json', `--outputFile=${report}`];
  const tool = join(root, 'node_modules/.bin', isEndToEnd ? 'playwright' : 'vitest');
  const { output } = await run(root, tool, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const results = readReport(report);
  if (results === null) return { kind: 'broken', why: output };
  const tests = isEndToEnd ? specsOf(results) : testsOf(results);
  const failed = tests.find(({ ok }) => !ok);
  if (failed !== undefined) return { kind: 'failed', title: failed.title };
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
 * What ran of a report of Vitest.
 * @param {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} report
 */
function testsOf({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ status, fullName }) => ({ ok: status === 'passed', title: fullName }));
}

/**
 * @typedef {{ specs?: { ok: boolean, title: string }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {{ ok: boolean, title: string }[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs.map(({ ok, title }) => ({ ok, title })), ...suites.flatMap(specsOf)];
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(cwd, command, args, env = {}) {
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
