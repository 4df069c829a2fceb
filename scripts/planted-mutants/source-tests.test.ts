import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceTests } from './source-tests.mjs';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

const imports = "import { expect, inject, test } from 'vitest';\n";

/** A tree with these tests and other files, until this test ends. */
function treeOf(files: Readonly<Record<string, string>>): { root: string; tests: SourceTests } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'foray-source-tests-')));
  symlinkSync(packages, join(root, 'node_modules'), 'junction');
  const config = "export default { cacheDir: '.vite' };";
  const all = { 'package.json': '{ "type": "module" }', 'vitest.config.ts': config, ...files };
  for (const [path, body] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith('.test.ts') ? imports + body : body);
  }
  const tests = new SourceTests(root);
  onTestFinished(async () => {
    await tests.close();
    rmSync(root, { recursive: true, force: true });
  });
  return { root, tests };
}

test('a run reports only the tests of its own file, regardless of earlier runs', async () => {
  const { tests } = treeOf({
    'one.test.ts': "test('one fails', () => expect(1).toBe(2));",
    'two.test.ts': "test('two passes', () => expect(1).toBe(1));",
  });
  expect(await tests.run('two.test.ts', 'two passes')).toEqual({ kind: 'passed' });
  expect(await tests.run('one.test.ts', 'one')).toEqual({
    kind: 'failed',
    title: 'one fails',
    why: 'expected 1 to be 2 // Object.is equality',
  });
  expect(await tests.run('two.test.ts', 'two passes')).toEqual({ kind: 'passed' });
  expect(await tests.run('two.test.ts', 'no such title')).toMatchObject({ kind: 'broken' });
  expect(await tests.run('one.test.ts', 'no such title')).toMatchObject({ kind: 'broken' });
});

test('the databases of the next run have a changed migration, and lose it when the change is reverted', async () => {
  const { root, tests } = treeOf({
    'vitest.config.ts': "export default { cacheDir: '.vite', test: { globalSetup: 'setup.ts' } };",
    'setup.ts': `import { index } from './db/migrations/0001.ts';
      export default (project: any) => project.provide('index', index);`,
    'db/migrations/0001.ts': 'export const index = true;',
    'a.test.ts': "test('has the index', () => expect(inject('index' as never)).toBe(true));",
  });
  const migration = 'db/migrations/0001.ts';
  const hasIndex = () => tests.run('a.test.ts', 'has the index');
  expect(await hasIndex()).toEqual({ kind: 'passed' });
  writeFileSync(join(root, migration), 'export const index = false;');
  tests.changed([migration]);
  expect(await hasIndex()).toMatchObject({ kind: 'failed', title: 'has the index' });
  writeFileSync(join(root, migration), 'export const index = true;');
  tests.changed([migration]);
  expect(await hasIndex()).toEqual({ kind: 'passed' });
});
