import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { SourceTests } from './test-run.mjs';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A tree with these test files, and its tests until this test ends. */
function testsOf(files: Readonly<Record<string, string>>): SourceTests {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'foray-test-run-')));
  symlinkSync(packages, join(root, 'node_modules'), 'junction');
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'vitest.config.ts'), "export default { cacheDir: '.vite' };");
  for (const [path, body] of Object.entries(files)) {
    const source = `import { expect, test } from 'vitest';\n${body}`;
    writeFileSync(join(root, path), source);
  }
  const tests = new SourceTests(root);
  onTestFinished(async () => {
    await tests.close();
    rmSync(root, { recursive: true, force: true });
  });
  return tests;
}

test('a run tells of its own file only, whatever ran before it', async () => {
  const tests = testsOf({
    'one.test.ts': "test('one fails', () => expect(1).toBe(2));",
    'two.test.ts': "test('two passes', () => expect(1).toBe(1));",
  });
  expect(await tests.failsIn('two.test.ts', 'two passes')).toEqual({ kind: 'passed' });
  expect(await tests.failsIn('one.test.ts', 'one')).toEqual({ kind: 'failed', title: 'one fails' });
  expect(await tests.failsIn('two.test.ts', 'two passes')).toEqual({ kind: 'passed' });
  expect(await tests.failsIn('two.test.ts', 'no such title')).toMatchObject({ kind: 'broken' });
  expect(await tests.failsIn('one.test.ts', 'no such title')).toMatchObject({ kind: 'broken' });
});
