import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMutant } from './run-mutant.mjs';
import type { TestRun } from './source-tests.mjs';

const edits = [{ file: 'a.ts', text: 'right', replacement: 'wrong' }];
const passed: TestRun = { kind: 'passed' };
const failed: TestRun = { kind: 'failed', title: '[A-01] a title', why: 'wrong is not right' };
const broken: TestRun = { kind: 'broken', why: 'no title has A-01' };

/** Runs a mutant of `a.ts` with tests that end like this for each path, with the mutant and without it. */
async function runWith(ends: Record<string, { mutated: TestRun; original: TestRun }>) {
  const copy = mkdtempSync(join(tmpdir(), 'foray-run-mutant-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const source = () => readFileSync(join(copy, 'a.ts'), 'utf8');
  writeFileSync(join(copy, 'a.ts'), 'right');
  let seen = '';
  const tests = {
    // As in Vitest, a run uses the source of the last change that it was told about.
    changed: () => (seen = source()),
    run: (path: string) => {
      const end = ends[path];
      if (end === undefined) throw new Error(path);
      return Promise.resolve(seen === 'wrong' ? end.mutated : end.original);
    },
  };
  const candidates = Object.keys(ends).map((path) => ({ path, title: '[A-01]' }));
  const result = await runMutant(edits, candidates, copy, tests);
  expect(source()).toBe('right');
  return result;
}

test('a mutant is noticed by the first file with a test that fails only with it', async () => {
  const ends = {
    'a.test.ts': { mutated: passed, original: passed },
    'b.test.ts': { mutated: failed, original: passed },
  };
  expect(await runWith(ends)).toEqual({
    isNoticed: true,
    report: 'b.test.ts › [A-01] a title: wrong is not right',
  });
});

test('tests that pass, that also fail without the mutant, or that do not run do not notice it', async () => {
  expect(await runWith({ 'a.test.ts': { mutated: passed, original: passed } })).toEqual({
    isNoticed: false,
    report: 'no test fails of a.test.ts',
  });
  expect(await runWith({ 'a.test.ts': { mutated: failed, original: failed } })).toEqual({
    isNoticed: false,
    report:
      'a.test.ts › [A-01] a title: wrong is not right; and without the mutant: wrong is not right',
  });
  expect(await runWith({ 'a.test.ts': { mutated: broken, original: passed } })).toEqual({
    isNoticed: false,
    report: 'a.test.ts does not run: no title has A-01',
  });
});
