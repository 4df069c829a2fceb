import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** The commits of CHANGELOG.md. */
const commits = { '0.1.0': '4144209', '0.2.0': '5fce61e', '0.4.0': '226111c' } as const;

/**
 * Builds a release from its commit, with the dependencies of its own lock file, and returns the program of
 * its server, which serves its app. It is cached under node_modules/.cache, because a release never changes.
 *
 * @throws {Error} one sentence if there is no history, as in a package or a shallow clone.
 */
export async function buildRelease(release: keyof typeof commits): Promise<string> {
  const commit = commits[release];
  const folder = folderOf(release);
  const program = join(folder, 'apps/server/dist/main.js');
  const stamp = join(folder, 'node_modules/.built');
  if (existsSync(stamp)) return program;
  try {
    await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  } catch {
    throw new Error(
      `Release ${release} cannot be built, because its commit ${commit} is not here: use a clone with its whole history (git fetch --unshallow).`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive], { cwd: folder });
  const within = { cwd: folder, maxBuffer: 100_000_000 };
  await run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    within,
  );
  await run('npm', ['run', 'build'], within);
  writeFileSync(stamp, '');
  return program;
}

/** The folder in which `buildRelease` builds a release, with its sources. */
export function folderOf(release: keyof typeof commits): string {
  return join(root, 'node_modules/.cache/foray/releases', commits[release]);
}

/** Builds outdated parts of this version, and returns the program of its server, which serves its app. */
export async function buildPresent(): Promise<string> {
  await run('npm', ['run', 'build'], { cwd: root, maxBuffer: 100_000_000 });
  return join(root, 'apps/server/dist/main.js');
}
