// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/**
 * Calls `use` with the folder of a copy of the sources of `root`, uncommitted ones included, in which
 * tests run as in the original: its packages, its history and the builds of earlier releases are the
 * original's, its workspaces are its own. Removes it afterwards.
 * @param {string} root
 * @param {(copy: string) => Promise<void>} use
 */
export async function withSourceCopy(root, use) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'foray-sources-')));
  try {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, copy]);
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    for (const path of listed.split('\0').filter((name) => name !== '')) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    linkPackages(root, copy);
    await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Gives a tree the installed packages of `root`, with its own workspaces in place of the original's.
 * @param {string} root
 * @param {string} tree
 */
export function linkPackages(root, tree) {
  const caches = new Set(['.vite', '.vite-temp', '.cache']);
  const packages = join(root, 'node_modules');
  const own = join(tree, 'node_modules');
  mkdirSync(join(own, '@foray'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name === '@foray' || caches.has(name)) continue;
    symlinkSync(join(packages, name), join(own, name), 'junction');
  }
  for (const name of readdirSync(join(packages, '@foray'))) {
    const path = relative(realpathSync(root), realpathSync(join(packages, '@foray', name)));
    symlinkSync(join(tree, path), join(own, '@foray', name), 'junction');
  }
  // Earlier releases never change, and a tree without history cannot build them.
  const releases = join('.cache', 'foray', 'releases');
  mkdirSync(join(packages, releases), { recursive: true });
  mkdirSync(join(own, dirname(releases)), { recursive: true });
  symlinkSync(join(packages, releases), join(own, releases), 'junction');
}
