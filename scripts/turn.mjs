// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const lookAgainMs = 200;

/**
 * Does work that must not run twice at once in a folder, such as installing and building when two terminals
 * start at the same time: the second one waits, and should then check whether anything is left to do. The
 * lock of a dead process is free. In a read-only folder the work is done at once, and fails by itself if it
 * has to write.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<T>}
 */
export async function inTurn(folder, work, { log = console.log } = {}) {
  const path = join(folder, '.foray-turn');
  if (!(await take(path, log))) return work();
  const giveBack = () => rmSync(path, { force: true });
  process.once('exit', giveBack);
  try {
    return await work();
  } finally {
    process.off('exit', giveBack);
    giveBack();
  }
}

/**
 * @param {string} path
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} false if nothing can be written there
 */
async function take(path, log) {
  const aside = `${path}.${process.pid}`;
  let wasLogged = false;
  for (;;) {
    try {
      writeFileSync(aside, String(process.pid));
      // The file appears with its content or not at all.
      linkSync(aside, path);
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return false;
    } finally {
      rmSync(aside, { force: true });
    }
    const holder = holderOf(path);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      putAside(path, holder);
      continue;
    }
    if (!wasLogged) log('Waiting for another start in this folder to finish its building.');
    wasLogged = true;
    await delay(lookAgainMs);
  }
}

/**
 * Removes a dead process's lock, unless somebody else did and acquired it in between.
 * @param {string} path
 * @param {number} holder
 */
function putAside(path, holder) {
  const grave = `${path}.${process.pid}.old`;
  try {
    renameSync(path, grave);
    if (holderOf(grave) !== holder) linkSync(grave, path);
  } catch {
    // Another process was quicker.
  } finally {
    rmSync(grave, { force: true });
  }
}

/** @param {string} path */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
