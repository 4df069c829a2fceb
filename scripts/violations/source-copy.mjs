// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Calls `use` with the folder of a copy of the sources of `root`, uncommitted ones included, in which
 * tests run as in the original: its packages are the original's, its workspaces are its own. Removes it
 * afterwards.
 * @param {string} root
 * @param {(copy: string) => Promise<void>} use
 */
export async function withSourceCopy(root, use) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'foray-violations-')));
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    for (const path of listed.split('\0').filter((one) => one !== '')) {
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
 * @param {string} root
 * @param {string} copy
 */
function linkPackages(root, copy) {
  const caches = new Set(['.vite', '.vite-temp', '.cache']);
  const packages = join(root, 'node_modules');
  const own = join(copy, 'node_modules');
  mkdirSync(join(own, '@foray'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name === '@foray' || caches.has(name)) continue;
    symlinkSync(join(packages, name), join(own, name), 'junction');
  }
  for (const name of readdirSync(join(packages, '@foray'))) {
    const original = realpathSync(join(packages, '@foray', name));
    symlinkSync(
      join(copy, original.slice(realpathSync(root).length)),
      join(own, '@foray', name),
      'junction',
    );
  }
}
