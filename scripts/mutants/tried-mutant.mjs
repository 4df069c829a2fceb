// @ts-check
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutatedSource } from './mutated-source.mjs';

/**
 * @typedef {import('./coverage.mjs').CoveringTest} CoveringTest
 * @typedef {import('./listed-mutants.mjs').Mutant} Mutant
 * @typedef {import('../planted-mutants/source-tests.mjs').TestRun | { kind: 'endless' }} Answer
 *
 * noticed: a test fails with the mutant, and passes without. `by` says which and how. `unstable` are the
 * tests that failed with it and without.
 * @typedef {{ isNoticed: boolean, by: string, unstable: string[] }} Trial
 */

const program = fileURLToPath(new URL('test-process.mjs', import.meta.url));

/** Tries mutants in a copy of the sources, one at a time. */
export class MutantTrials {
  /** @type {string} */
  #copy;
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  /** The files written since the process was last told. @type {Set<string>} */
  #changed = new Set();
  /** Tests that passed alone in the unchanged sources, after they had failed with a mutant. */
  #sound = new Set();

  /** @param {string} copy */
  constructor(copy) {
    this.#copy = copy;
  }

  /**
   * @param {Mutant} mutant
   * @param {readonly CoveringTest[][]} runs
   * @returns {Promise<Trial>}
   */
  async try(mutant, runs) {
    const source = readFileSync(join(this.#copy, mutant.path), 'utf8');
    const mutated = mutatedSource(source, mutant);
    /** @type {string[]} */
    const unstable = [];
    for (const run of runs) {
      this.#write(mutant.path, mutated);
      const answer = await this.#run(run);
      this.#write(mutant.path, source);
      if (answer.kind === 'passed') continue;
      const title = answer.kind === 'failed' ? answer.title.replaceAll(' > ', ' ') : null;
      const failed = run.filter(({ name }) => name.replaceAll(' > ', ' ') === title);
      const by = title ?? ('why' in answer ? answer.why.split('\n', 1).join('') : 'never ends');
      if (await this.#isSound(failed.length > 0 ? failed : run)) {
        return { isNoticed: true, by, unstable };
      }
      unstable.push(by);
    }
    return { isNoticed: false, by: '', unstable };
  }

  async close() {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    if (child.connected) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.disconnect();
      await ended;
      clearTimeout(impatience);
    }
    endGroup(child);
  }

  /**
   * @param {string} path
   * @param {string} source
   */
  #write(path, source) {
    writeFileSync(join(this.#copy, path), source);
    this.#changed.add(path);
  }

  /** @param {readonly CoveringTest[]} tests */
  async #isSound(tests) {
    const key = tests.map(({ path, name }) => `${path} ${name}`).join('\n');
    if (this.#sound.has(key)) return true;
    const isSound = (await this.#run(tests)).kind === 'passed';
    if (isSound) this.#sound.add(key);
    return isSound;
  }

  /**
   * @param {readonly CoveringTest[]} tests
   * @returns {Promise<Answer>}
   */
  async #run(tests) {
    const child = (this.#process ??= startProcess(this.#copy));
    const changed = [...this.#changed];
    this.#changed.clear();
    const names = tests.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const paths = [...new Set(tests.map(({ path }) => path))];
    // Generous, for busy machines: only an endless loop takes as long.
    const limitMs = 120_000 + 5 * tests.reduce((sum, { ms }) => sum + ms, 0);
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ kind: 'endless' }), limitMs);
      /** @param {Answer} found */
      const done = (found) => {
        clearTimeout(timer);
        resolve(found);
      };
      child.once('message', done);
      child.once('exit', (code) => done({ kind: 'broken', why: `the tests ended with ${code}` }));
      child.send({ changed, paths, pattern: `^(${[...new Set(names)].join('|')})$` });
    });
    const answer = await answered;
    child.removeAllListeners('message').removeAllListeners('exit');
    if (answer.kind === 'endless' || !child.connected) await this.close();
    return answer;
  }
}

/** @param {string} copy */
function startProcess(copy) {
  // A process group of its own, so that nothing remains of tests that never end.
  return fork(program, [copy], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup({ pid }) {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}
