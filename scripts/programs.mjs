// @ts-check
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from './run-program.mjs';

/**
 * Finds a program on the PATH, and installs Debian's package of the same name if it is not there.
 * @param {string} name
 * @param {{ log?: (line: string) => void, install?: boolean }} [options]
 * @returns {Promise<string | null>} its path, or null if it can be neither found nor installed
 */
export async function findProgram(name, { log = console.log, install = true } = {}) {
  const find = () => onPath([name]).find(isProgram) ?? null;
  return find() ?? (install && (await installPackage(name, log)) ? find() : null);
}

/**
 * Installs a package of the system where that is possible: as root, with apt.
 * @param {string} name
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} whether it was tried
 */
export async function installPackage(name, log) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  log(`Installing ${name} from the packages of the system.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update'], { env });
  await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  return true;
}

/**
 * The paths at which programs of these names would be.
 * @param {readonly string[]} names
 */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
