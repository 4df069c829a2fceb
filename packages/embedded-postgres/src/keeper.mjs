// @ts-check
// Runs PostgreSQL for a Foray process and ends it when that process has ended, for whatever reason.
//
// It is a separate process with its own session, so that Ctrl-C in the terminal, which signals the
// whole process group, reaches neither it nor PostgreSQL. Its standard input is a pipe that Foray
// holds: the end of that pipe, on purpose or by kill -9, is the only signal to stop.
// It is plain JavaScript because it is started from the sources in tests and copied by the build.

import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * @typedef {object} Order
 * @property {string} command the postgres program
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {string | null} socketFolder removed at the end
 * @property {[string, ...string[]] | null} stopCommand on Windows, which has no signals
 */

/** How long a fast shutdown may take before an immediate one, and that before a kill. */
const patienceMs = 20_000;
/** @type {Order} */
const order = JSON.parse(process.argv[2] ?? '{}');

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {});
}

const { uid, gid, env, cwd } = order;
const postgres = spawn(order.command, order.args, {
  cwd,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
  windowsHide: true,
  ...(uid === undefined ? {} : { uid, gid }),
});

const foray = process.ppid;
let stopping = false;
/** @type {NodeJS.Timeout[]} */
const timers = [];

function stop() {
  if (stopping) return;
  stopping = true;
  if (order.stopCommand) {
    const [command, ...args] = order.stopCommand;
    spawnSync(command, args, { env, windowsHide: true });
    return;
  }
  postgres.kill('SIGINT');
  timers.push(setTimeout(() => postgres.kill('SIGQUIT'), patienceMs));
  timers.push(setTimeout(() => postgres.kill('SIGKILL'), 2 * patienceMs));
}

/** @param {number} code */
function leave(code) {
  for (const timer of timers) clearTimeout(timer);
  // While Foray runs it restarts PostgreSQL, at the same address.
  const isLast = stopping || process.ppid !== foray;
  if (isLast && order.socketFolder) rmSync(order.socketFolder, { recursive: true, force: true });
  process.exit(code);
}

process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
postgres.on('error', (error) => {
  process.stderr.write(`FATAL:  ${error.message}\n`);
  leave(1);
});
postgres.on('exit', (code) => leave(code ?? 1));
