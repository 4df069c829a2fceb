// @ts-check
import { resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

/**
 * Runs a program of the server by name, installed and built as for `npm start`. Another program may read its
 * output, so everything else goes to standard error.
 * @param {string} name
 * @param {{ names?: 'a file' | 'a CSV file' }} [args] The kind of its arguments: a file is relative to the
 *   caller's folder. Beside a CSV file there are other words.
 */
export async function runServerCommand(name, { names } = {}) {
  const from = process.env['INIT_CWD'] ?? process.cwd();
  if (names !== undefined) {
    const isFile = (/** @type {string} */ arg) => names === 'a file' || /\.(csv|txt)$/i.test(arg);
    process.argv = process.argv.map((arg, at) =>
      at < 2 || arg.startsWith('-') || !isFile(arg) ? arg : resolve(from, arg),
    );
  }
  // As in `npm start`: a relative FORAY_DATA_DIR means the same folder.
  process.chdir(root);
  const log = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
  await ensureInstalled({ log });
  await ensureBuilt({ log });
  process.setSourceMapsEnabled(true);
  await import(new URL(`../apps/server/dist/${name}.js`, import.meta.url).href);
}
