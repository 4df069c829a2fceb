import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { inspect, stripVTControlCharacters } from 'node:util';
import { ensureInstalled, root } from './install.mjs';
import { requireNode } from './terminal.mjs';

requireNode();
/** The environment at the start: the tests of mutants change that of this process. */
const environment = { ...process.env };
// Runs everything, with more of the random tests, and with every planted mutant.
const isFull = process.argv.includes('--full');
// Runs only the tests that a change of the working tree, or since a commit, can affect.
const changed = process.argv.find((arg) => /^--changed(=|$)/.test(arg));
const reports = await mkdtemp(join(tmpdir(), 'foray-reports-'));
// Random draws are the same in each run, except in full ones.
const seed = String(isFull ? Date.now() % 1_000_000_000 : 1);
const total = { passed: 0, failed: 0 };
/** Tests of Vitest tagged `@full`, which did not run. */
let left = 0;
// Printed again at the end, because they are hard to find in a long log.
const failures = [];

// Tests that need a browser come last, so that all others run without one.
try {
  if (isFull) console.log(`DRAW_SEED=${seed} repeats what is drawn at random.`);
  await ensureInstalled();
  const { checkAll } = await import('./check.mjs');
  await stage('Checks', checkAll);
  await stage('Unit and server tests', () => vitest(['units', 'server']));
  if (isFull) await stage('Tests with other programs', withPrograms);
  const { specs, whole, screenTests } =
    changed === undefined ? { specs: 'all', whole: [], screenTests: null } : await testsOfChange();
  // Found or installed once here; the configurations only find it.
  const { findBrowser, findHeadlessBrowser } = await import('./browser.mjs');
  const browsers = [await findHeadlessBrowser(), await findBrowser()];
  if (browsers.includes(null)) {
    total.failed += 1;
    failures.push(
      'No browser can be had here and the tests that need one did not run: install Chromium, or name one in FORAY_CHROMIUM.',
    );
  } else {
    const built = specs.length > 0 ? build() : null;
    // Both kinds of tests wait part of the time for a browser; together they keep two cores busy. The loading
    // times that full runs measure need the machine for themselves.
    const shown = later();
    const ended = isFull ? null : built?.then(() => endToEnd(specs, whole, shown.stream));
    // Their stages report what went wrong.
    built?.catch(() => {});
    ended?.catch(() => {});
    // The tests of a mutant wait most of the time for a result that does not come.
    const noted = [];
    const noticed = changed === undefined ? null : mutantsOfChange((line) => noted.push(line));
    noticed?.catch(() => {});
    if (screenTests === null || screenTests.length > 0) {
      await stage('Browser tests', () => vitest(['browser'], screenTests));
    }
    if (built !== null) {
      await stage('Build', () => built);
      await stage('End-to-end tests', () => {
        shown.now();
        return ended ?? endToEnd(specs, whole);
      });
    }
    if (isFull) await stage('Planted mutants', allMutants);
    if (noticed !== null) {
      await stage('Planted mutants', async () => {
        const result = await noticed;
        for (const line of noted) console.log(line);
        return result;
      });
    }
  }
} catch (error) {
  // The total is printed in any case, and counts this as a failure.
  total.failed += 1;
  failures.push(inspect(error));
} finally {
  await rm(reports, { recursive: true, force: true });
}

for (const failure of failures) console.log(`\nFailed: ${failure}`);
if (left > 0) {
  console.log(`\nLeft to test:full: ${left} tests and the end-to-end tests tagged @full.`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function stage(title, work) {
  console.log(`\n${title}`);
  const { passed, failed, messages = [] } = await work();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0 && messages.length === 0) messages.push('see its output above');
  failures.push(...messages.map((message) => `${title}: ${message}`));
}

/**
 * Runs the tests of projects: with these parts of their paths, else those that the change affects, else all. A
 * run of everything that is not full leaves out the tests tagged `@full`.
 */
async function vitest(projects, parts = null) {
  const report = join(reports, `${projects[0]}.json`);
  const code = await run(
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      ...(parts ?? (changed === undefined ? [] : [changed])),
      ...(changed === undefined ? [] : ['--passWithNoTests']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    isFull
      ? {
          COMMAND_LISTS: '5000',
          DAILY_PART: 'all',
          DRAW_SEED: seed,
          FAMILY_PEOPLE: '50',
          FRESH_SEEDS: '2000',
          FUZZ_REQUESTS: '20000',
          HTTP_STORIES: '24',
          KILL_CYCLES: '9',
          RACE_LISTS: '2000',
          RACE_STOPS: 'all',
          REPEAT_RULES: '100000',
        }
      : changed === undefined
        ? { LEAVE_OUT: '@full' }
        : {},
  );
  return countResults(report, code, (results) => {
    const { numPassedTests, numFailedTests, testResults } = results;
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    left += all.filter(
      ({ status, title }) => status === 'skipped' && title.endsWith('@full'),
    ).length;
    return {
      passed: numPassedTests,
      // A file that could not be loaded, or whose setup failed, has no failed test.
      failed:
        numFailedTests +
        testResults.filter(
          ({ status, assertionResults }) =>
            status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
        ).length,
      messages: testResults.flatMap(({ name, status, message, assertionResults }) => {
        const failed = assertionResults.filter((result) => result.status === 'failed');
        return failed.length > 0 || status !== 'failed'
          ? failed.map((result) =>
              describeFailure(name, result.fullName, result.failureMessages.join('\n')),
            )
          : [describeFailure(name, 'the file itself', message)];
      }),
    };
  });
}

/**
 * Runs tests that need other programs: a program that can be neither found nor installed makes its test fail
 * with a message.
 */
async function withPrograms() {
  const { findProgram } = await import('./programs.mjs');
  await findProgram('pgbouncer');
  await findProgram('caddy');
  await findProgram('nginx');
  // Contains promtool.
  await findProgram('prometheus');
  return vitest(['packages']);
}

async function build() {
  const code = await run(process.execPath, [join(root, 'scripts/build.mjs')]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function allMutants() {
  const { runMutants } = await import('./planted-mutants.mjs');
  return runMutants();
}

/** Runs a few of the mutants that the change touches. */
async function mutantsOfChange(log) {
  const { runMutantsOf } = await import('./planted-mutants.mjs');
  return runMutantsOf(changedPaths(), log);
}

/** The specs that the change can affect, and the browser tests if they do not follow from the graph of modules. */
async function testsOfChange() {
  const { affectedSpecs, browserTestsOfScreens } = await import('./affected-specs.mjs');
  const paths = changedPaths();
  return { ...affectedSpecs(paths), screenTests: browserTestsOfScreens(paths) };
}

function changedPaths() {
  const ref = changed.slice('--changed='.length) || 'HEAD';
  const lists = [
    ['diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', ref],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ].map((args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0'));
  return lists.flat().filter((path) => path !== '');
}

/**
 * A stream whose text appears only from a certain moment on, so that two concurrent stages do not mix their
 * lines.
 */
function later() {
  // A process that writes never waits for that moment.
  const stream = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  return { stream, now: () => stream.pipe(process.stdout, { end: false }) };
}

/** Runs these specs, or all; tests tagged `@full` run only in full runs, and in specs that run whole. */
async function endToEnd(specs, whole, output = null) {
  const report = join(reports, 'e2e.json');
  const files = specs === 'all' ? [] : specs.map((spec) => `/e2e/${spec}`);
  // The compared text begins with the project and the file.
  const others = whole.length === 0 ? '' : `^(?!.* (?:${whole.join('|')}) ).*`;
  const chosen = isFull ? [] : [`--grep-invert=${others}@full`];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(isFull ? { STORIES: '32' } : {}) };
  const args = ['test', ...files, ...chosen, '--reporter=list,json'];
  const code = await run('playwright', args, env, output);
  return countResults(report, code, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    messages: [
      ...errors.map((error) => describeFailure('playwright', 'the run itself', error.message)),
      ...suites
        .flatMap(specsOf)
        .filter(({ ok }) => !ok)
        .map(describeSpec),
    ],
  }));
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function describeSpec({ file, title, tests }) {
  const results = tests.flatMap((test) => test.results);
  const errors = results.flatMap((result) => result.errors).map(({ message }) => message);
  return describeFailure(file, title, errors.join('\n'));
}

/** A failure in short: its place, and the beginning of its message. */
function describeFailure(file, title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 25);
  return [`${relative(root, resolve(root, file))} › ${title}`, ...lines].join('\n  ');
}

/** Reads a report; a run that ended badly without an explanation counts as one failure. */
async function countResults(report, code, count) {
  const text = await readFile(report, 'utf8').catch(() => null);
  const summary = text === null ? { passed: 0, failed: 0 } : count(JSON.parse(text));
  return { ...summary, failed: summary.failed === 0 && code !== 0 ? 1 : summary.failed };
}

/** Runs a tool of node_modules, or a program by its path, with its output into a stream; resolves to its exit code. */
function run(tool, args, env = {}, output = null) {
  const command = tool === process.execPath ? tool : join(root, 'node_modules/.bin', tool);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...env },
      // On Windows the tools are command files, which only a shell can start.
      shell: process.platform === 'win32' && tool !== process.execPath,
    });
    child.stdout?.pipe(output, { end: false });
    child.stderr?.pipe(output, { end: false });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
