import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled } from './install.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foray-install-'));
  write('package-lock.json', lock('1.0.0'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(
    join(folder, path),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

function lock(version: string) {
  return {
    packages: {
      '': { name: 'foray' },
      'apps/server': { version: '0.1.0' },
      'node_modules/@foray/server': { link: true },
      'node_modules/pg': { version },
      'node_modules/of-another-platform': { version, optional: true },
    },
  };
}

const installed = (version: string) => ({ packages: { 'node_modules/pg': { version } } });

test('packages are installed if there are none, or if npm recorded others', () => {
  expect(isInstalled(folder)).toBe(false);
  write('node_modules/.package-lock.json', installed('0.9.0'));
  expect(isInstalled(folder)).toBe(false);
});

test('an installation by hand is kept until package-lock.json requires another one', () => {
  write('node_modules/.package-lock.json', installed('1.0.0'));
  expect(isInstalled(folder)).toBe(true);
  write('package-lock.json', lock('1.1.0'));
  expect(isInstalled(folder)).toBe(false);
  write('node_modules/.package-lock.json', installed('1.1.0'));
  expect(isInstalled(folder)).toBe(true);
});

test('packages copied from another kind of machine do not count', () => {
  write('node_modules/.package-lock.json', installed('1.0.0'));
  write('node_modules/.foray-install', 'amiga-m68k 0\n');
  expect(isInstalled(folder)).toBe(false);
});

test.each<[string, number]>([
  ['18.20.0', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['22.0.0', 0],
  ['100.1.0', 0],
])('with Node %s the start ends with %i', (version, code) => {
  const module = pathToFileURL(fileURLToPath(new URL('./terminal.mjs', import.meta.url))).href;
  const script = `import { requireNode } from '${module}'; requireNode('${version}');`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(run.status).toBe(code);
  expect(run.stderr).toMatch(code === 0 ? /^$/ : /^Foray needs Node 20\.19 [^\n]+\.\n$/);
});

test('the scripts that run before the installation import no packages', () => {
  const script = `import('${new URL('./build.mjs', import.meta.url).href}')`;
  // Run from a folder without packages, and with none in the folders above.
  for (const name of ['terminal', 'turn', 'run-program', 'install', 'build']) {
    const source = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
    execFileSync('cp', [source, folder]);
  }
  const copied = script.replace(/'.*'/, `'${pathToFileURL(join(folder, 'build.mjs')).href}'`);
  execFileSync(process.execPath, ['--input-type=module', '-e', copied], { cwd: folder });
});
