import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { commitOf, serverBundle } from './build.mjs';
import { root } from './install.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foray-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]): string => {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
};

test('[METRIC-12] a build names its commit, and says whether files were changed', () => {
  git('init', '--quiet');
  writeFileSync(join(folder, 'one.txt'), 'one');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  git('tag', 'v1');
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(commitOf(folder)).toBe(commit);
  writeFileSync(join(folder, 'one.txt'), 'two');
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
  const archive = join(folder, 'unpacked');
  mkdirSync(archive);
  expect(commitOf(archive)).toBe('unknown');
});

test('[METRIC-12] a build outside a clone, as of an image, names the commit that it was told', () => {
  const told = (commit: string) => commitOf(folder, { FORAY_COMMIT: commit });
  expect(told('0123456789abcdef0123456789abcdef01234567')).toBe('0123456789ab');
  expect(told('0123456-dirty\n')).toBe('0123456-dirty');
  for (const other of ['', 'main', '$(git describe)', '0123']) expect(told(other)).toBe('unknown');
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'One');
  expect(told('0123456')).toBe(git('rev-parse', '--short=12', 'HEAD'));
});

test('[METRIC-12] the bundled sources of the server name their commit', async () => {
  const input = join(root, 'apps/server/src/config/build-commit.ts');
  await build({ ...serverBundle(folder, '4144209-dirty'), input, logLevel: 'silent' });
  const { ownBuild } = await import(pathToFileURL(join(folder, 'build-commit.js')).href);
  expect(ownBuild.build).toBe('4144209-dirty');
});
