import { chooseTests } from './chosen-tests.mjs';

const maxMs = 1000;
const code = 'packages/domain/src/tree/lists.ts';

/** A test that reaches this many blocks. */
function reaching(path: string, blocks: number, ms = 10, project = 'units') {
  const numbers = new Set(Array.from({ length: blocks }, (_, at) => at));
  return { path, project, name: `${path} ${blocks}`, ms, blocks: numbers };
}

test('near tests run before far ones, and tests that reach little code before the others', () => {
  const beside = reaching('packages/domain/src/tree/lists.test.ts', 90);
  const near = reaching('packages/domain/src/tree/rights.test.ts', 9);
  const wide = reaching('packages/domain/src/tree/rights.test.ts', 50);
  const far = reaching('packages/sync/src/pull.test.ts', 1);
  expect(chooseTests(code, [far, wide, beside, near], maxMs).runs).toEqual([
    [beside, near, wide, far],
  ]);
});

test('tests that name the mutated text run first, wherever they are', () => {
  const beside = reaching('packages/domain/src/tree/lists.test.ts', 1);
  const naming = reaching('apps/web/src/a.test.ts', 90);
  const isNamedIn = (path: string) => path === naming.path;
  expect(chooseTests(code, [beside, naming], maxMs, isNamedIn).runs).toEqual([[naming, beside]]);
});

test('each project is a separate run, the quick ones first', () => {
  const browser = reaching('apps/web/src/a.browser.test.tsx', 1, 10, 'browser (chromium)');
  const server = reaching('apps/server/src/a.test.ts', 1, 10, 'server');
  const unit = reaching('packages/domain/src/tree/rights.test.ts', 1);
  expect(chooseTests(code, [browser, server, unit], maxMs).runs).toEqual([
    [unit],
    [server],
    [browser],
  ]);
});

test('the first test runs however long it takes, and the rest within the limit', () => {
  const long = reaching('packages/domain/src/tree/lists.test.ts', 1, 2 * maxMs);
  const quick = reaching('packages/domain/src/tree/rights.test.ts', 1);
  expect(chooseTests(code, [quick, long], maxMs)).toEqual({ runs: [[long]], left: [quick] });
  expect(chooseTests(code, [], maxMs)).toEqual({ runs: [], left: [] });
});
