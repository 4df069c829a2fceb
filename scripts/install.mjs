// @ts-check
// Only modules of Node itself: this runs before any package is installed.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';
import { giveUp, requireNode } from './terminal.mjs';
import { inTurn } from './turn.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockEntry */

const platform = `${process.platform}-${process.arch}`;

/** The folder of the project, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs the packages with `npm ci` if they are missing or not those of package-lock.json. When
 * they are, this takes some milliseconds.
 * @param {{ root?: string, log?: (line: string) => void }} [options]
 */
export async function ensureInstalled({ root: folder = root, log = console.log } = {}) {
  if (isInstalled(folder)) return;
  await inTurn(folder, () => install(folder, log), { log });
}

/**
 * @param {string} folder
 * @param {(line: string) => void} log
 */
async function install(folder, log) {
  if (isInstalled(folder)) return;
  log('Installing the packages; the first time this takes about a minute.');
  // The build needs its tools, whatever NODE_ENV is.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { ok, output } = await runNpm(args, folder);
  if (!ok) {
    process.stderr.write(output);
    giveUp('The packages could not be installed: see what npm says above, then try again.');
  }
  writeStamp(folder);
}

/**
 * Whether node_modules has what package-lock.json requires, for this platform.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const stamp = readOrNull(join(folder, 'node_modules', '.foray-install'));
  if (stamp === stampOf(folder)) return true;
  // The folder was copied from another kind of machine, with that machine's programs.
  if (stamp !== null && !stamp.startsWith(`${platform} `)) return false;
  // Somebody ran npm by hand: npm's own record shows what is installed.
  const record = readOrNull(join(folder, 'node_modules', '.package-lock.json'));
  if (record === null || !covers(JSON.parse(record), readLock(folder))) return false;
  writeStamp(folder);
  return true;
}

/**
 * @param {{ packages: Record<string, LockEntry> }} installed
 * @param {{ packages: Record<string, LockEntry> }} wanted
 */
function covers(installed, wanted) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional) return true;
    return installed.packages[path]?.version === entry.version;
  });
}

/** @param {string} folder */
function readLock(folder) {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
}

/** @param {string} folder */
function stampOf(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${platform} ${hash}\n`;
}

/** @param {string} folder */
function writeStamp(folder) {
  try {
    writeFileSync(join(folder, 'node_modules', '.foray-install'), stampOf(folder));
  } catch {
    // Packages that belong to another user are equally good; they are checked again the next time.
  }
}

/**
 * Under `npm start` npm says where it is; otherwise it is beside Node or on the PATH.
 * @param {string[]} args
 * @param {string} cwd
 */
function runNpm(args, cwd) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return runProgram(process.execPath, [npm, ...args], { cwd });
  if (process.platform !== 'win32') return runProgram('npm', args, { cwd });
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return runProgram(process.execPath, [beside, ...args], { cwd });
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
}
