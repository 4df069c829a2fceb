// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readSourceTree } from './checks/source-tree.mjs';
import { claimsIn } from './checks/rows.mjs';
import { root } from './install.mjs';
import { giveUp } from './terminal.mjs';
import { withSourceCopy } from './source-copy.mjs';
import { isEndToEnd, SourceTests } from './violations/test-run.mjs';
import { violations } from './violations/violations.mjs';

/** @typedef {import('./violations/violation.mjs').Violation} Violation */

/**
 * Breaks the code in one place at a time, in a copy of the sources, and runs the tests that claim what
 * breaks: one of them must fail, and pass again once nothing is broken. `wanted` picks by row, and by a part of
 * the test's path or of the text; ends the process with a sentence if there is no such violation.
 * @param {string[]} [wanted]
 * @returns {Promise<{ passed: number, failed: number, messages: string[] }>}
 */
export async function runViolations(wanted = []) {
  const waiting = violations.filter((one) => wanted.every((text) => nameOf(one).includes(text)));
  if (waiting.length === 0) {
    const texts = wanted.map((text) => `"${text}"`).join(' and ');
    giveUp(`No violation has ${texts} in its row, its test or its text.`);
  }
  const claims = claimsIn(readSourceTree(root));
  /** @type {string[]} */
  const messages = [];
  let passed = 0;
  const work = () =>
    withSourceCopy(root, async (copy) => {
      const tests = new SourceTests(copy);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const startedMs = performance.now();
        const found = await noticedBy(next, claims, copy, tests);
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
        console.log(`${found.ok ? 'ok  ' : 'FAIL'} ${seconds} s  ${nameOf(next)}: ${found.what}`);
        if (found.ok) passed += 1;
        else messages.push(`${nameOf(next)}: ${found.what}`);
      }
      await tests.close();
    });
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return { passed, failed: messages.length, messages };
}

/** @param {Violation} violation */
function nameOf(violation) {
  const claim = 'row' in violation ? violation.row : `${violation.test.join(' › ')}`;
  return `${claim}, ${violation.what}`;
}

/**
 * @param {Violation} violation
 * @param {ReturnType<typeof claimsIn>} claims
 * @param {string} copy
 * @param {SourceTests} tests of the copy
 */
async function noticedBy(violation, claims, copy, tests) {
  const candidates = testsFor(violation, claims);
  const files = [...new Set(violation.edits.map(([file]) => file))];
  const sources = files.map((file) => readFileSync(join(copy, file), 'utf8'));
  /** @type {{ path: string, titles: string, title: string, why: string } | null} */
  let noticing = null;
  try {
    for (const [file, text, replacement] of violation.edits) {
      const path = join(copy, file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        source.replace(text, () => replacement),
      );
    }
    tests.changed(files);
    for (const { path, titles } of candidates) {
      const result = await tests.failsIn(path, titles);
      if (result.kind === 'broken')
        return { ok: false, what: `${path} does not run: ${result.why}` };
      if (result.kind === 'passed') continue;
      noticing = { path, titles, title: result.title, why: result.why };
      break;
    }
  } finally {
    for (const [at, file] of files.entries()) writeFileSync(join(copy, file), sources[at] ?? '');
    tests.changed(files);
  }
  if (noticing === null) {
    return { ok: false, what: `no test fails of ${candidates.map(({ path }) => path).join(', ')}` };
  }
  const { path, titles, title, why } = noticing;
  // A new build would take longer than the test: those run unbroken with all others.
  /** @type {import('./violations/test-run.mjs').TestRun} */
  const again = isEndToEnd(path) ? { kind: 'passed' } : await tests.failsIn(path, titles);
  const unbroken = again.kind === 'passed' ? '' : `; and unbroken: ${again.why}`;
  return { ok: again.kind === 'passed', what: `${path} › ${title}: ${why}${unbroken}` };
}

/**
 * The tests that must notice it, the quick ones first.
 * @param {Violation} violation
 * @param {ReturnType<typeof claimsIn>} claims
 */
function testsFor(violation, claims) {
  if (!('row' in violation)) {
    const [path, title] = violation.test;
    return [{ path, titles: title }];
  }
  const paths = new Set(claims.filter(({ id }) => id === violation.row).map(({ path }) => path));
  return [...paths]
    .toSorted((a, b) => costOf(a) - costOf(b))
    .map((path) => ({ path, titles: `[${violation.row}]` }));
}

/** @param {string} path */
function costOf(path) {
  const kinds = [/^apps\/server\/|\.server\./, /\.browser\./, /\.isolated\.browser\./, /^e2e\//];
  return kinds.findLastIndex((kind) => kind.test(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = await runViolations(process.argv.slice(2));
  console.log(`\n${passed} violations noticed, ${failed} not`);
  process.exitCode = failed === 0 ? 0 : 1;
}
