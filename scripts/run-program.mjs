// @ts-check
import { spawn } from 'node:child_process';
import { giveUp } from './terminal.mjs';

/** The npm that belongs to this Node. */
export const npmProgram = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Runs a program to its end. Its output is kept, not shown, so that only a failure needs reading.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * The output of a program that has to succeed; ends this process if it fails.
 * @param {string} program
 * @param {string[]} args
 */
export async function runOrGiveUp(program, args) {
  const { ok, output } = await runProgram(program, args);
  if (ok) return output;
  process.stderr.write(output);
  return giveUp(`${program} ${args[0]} fails: see above.`);
}
