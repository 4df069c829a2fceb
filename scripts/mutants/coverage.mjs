// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { instrumentBlocks } from './blocks.mjs';
import { gatherTests } from './gathered-tests.mjs';
import { movedBlocks } from './moved-blocks.mjs';
import { productionFiles } from './production-files.mjs';

/**
 * A test that passes. `blocks` are the numbers of the blocks that ran in it, or in hooks around all tests of
 * its file.
 * @typedef {{ path: string, project: string, name: string, ms: number, blocks: Set<number> }} CoveringTest
 *
 * The blocks of a file have the numbers from `first`.
 * @typedef {{ source: string, blocks: import('./blocks.mjs').Range[], first: number }} FileBlocks
 *
 * `loading` are the blocks that ran while modules loaded, `failed` the tests that do not pass.
 * @typedef {{ files: Map<string, FileBlocks>, tests: CoveringTest[], loading: Set<number>,
 *   failed: string[] }} Coverage
 *
 * The record of a file of tests: its hash, and the blocks of the tree in which they ran.
 * @typedef {{ path: string, hash: string, tree: string,
 *   tests: import('./gathered-tests.mjs').GatheredTest[] }} KeptTests
 */

/**
 * The coverage of the production code below `root` by the tests of packages and apps. Each file of tests
 * runs once, and again when it changes. Blocks keep their tests when they move; of a file that changed, the
 * new blocks get those of the blocks that are gone. The simulation takes minutes, and would run for no mutant.
 * @param {string} root
 * @param {(path: string) => boolean} [isWanted] whether a file of tests counts
 * @returns {Promise<Coverage>}
 */
export async function coverageOf(root, isWanted = () => true) {
  /** @type {Coverage} */
  const coverage = { files: new Map(), tests: [], loading: new Set(), failed: [] };
  /** @type {Map<string, string>} */
  const instrumented = new Map();
  /** @type {Record<string, string[]>} */
  const hashes = {};
  let first = 0;
  for (const path of productionFiles(root)) {
    const source = readFileSync(join(root, path), 'utf8');
    const made = instrumentBlocks(path, source, first);
    coverage.files.set(path, { source, blocks: made.blocks, first });
    instrumented.set(path, made.instrumented);
    hashes[path] = made.blocks.map(({ start, end }) => hashOf(source.slice(start, end), 8));
    first += made.blocks.length;
  }

  const kept = new KeptCoverage(join(root, 'node_modules/.cache/foray/coverage'));
  const tree = kept.keepTree(hashes);
  /** @param {string} path */
  const hashOfTests = (path) => hashOf(readFileSync(join(root, path), 'utf8'));
  await gatherTests(
    root,
    instrumented,
    (path) => isWanted(path) && !kept.knows(path, hashOfTests(path)),
    (path, tests) => kept.keepTests({ path, hash: hashOfTests(path), tree, tests }),
  );

  /** @type {Map<string, number[][]>} by tree */
  const moved = new Map();
  for (const file of kept.allTests()) {
    if (!isWanted(file.path) || !existsSync(join(root, file.path))) continue;
    const numbers = moved.get(file.tree) ?? movedBlocks(kept.treeOf(file.tree), hashes);
    moved.set(file.tree, numbers);
    addTests(coverage, file, numbers);
  }
  return coverage;
}

/**
 * @param {Coverage} coverage
 * @param {KeptTests} file
 * @param {readonly number[][]} moved
 */
function addTests(coverage, { path, tests }, moved) {
  /** @param {string} hits */
  const blocksIn = (hits) => numbersIn(hits).flatMap((number) => moved[number] ?? []);
  const around = tests.flatMap(({ hitsAround }) => blocksIn(hitsAround));
  for (const { name, project, ms, passed, hits, hitsLoading } of tests) {
    for (const block of blocksIn(hitsLoading)) coverage.loading.add(block);
    const blocks = new Set([...blocksIn(hits), ...around]);
    if (passed) coverage.tests.push({ path, project, name, ms, blocks });
    else coverage.failed.push(`${path} › ${name}`);
  }
}

/** @param {string} hits a bit for each block, in Base64 */
function numbersIn(hits) {
  const numbers = [];
  for (const [at, byte] of Buffer.from(hits, 'base64').entries()) {
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) numbers.push(at * 8 + bit);
  }
  return numbers;
}

/** The known coverage of files of tests, in a folder, each for the tree in which they ran. */
class KeptCoverage {
  /** @type {string} */
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /**
   * @param {import('./moved-blocks.mjs').BlockHashes} hashes
   * @returns {string} the name of the tree
   */
  keepTree(hashes) {
    const text = JSON.stringify(hashes);
    const tree = hashOf(text);
    writeFileSync(join(this.#folder, `${tree}.tree`), text);
    return tree;
  }

  /**
   * @param {string} tree
   * @returns {import('./moved-blocks.mjs').BlockHashes}
   */
  treeOf(tree) {
    return JSON.parse(readFileSync(join(this.#folder, `${tree}.tree`), 'utf8'));
  }

  /** @param {KeptTests} tests */
  keepTests(tests) {
    writeFileSync(this.#fileOf(tests.path), gzipSync(JSON.stringify(tests)));
  }

  /**
   * Whether the current tests of a file are known. A failed file runs again: the machine may be the cause.
   * @param {string} path
   * @param {string} hash
   */
  knows(path, hash) {
    const file = this.#fileOf(path);
    if (!existsSync(file)) return false;
    const kept = read(file);
    return kept.hash === hash && kept.tests.length > 0 && kept.tests.every(({ passed }) => passed);
  }

  /** @returns {KeptTests[]} in the order of their paths */
  allTests() {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.tests'));
    const files = names.map((name) => read(join(this.#folder, name)));
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** @param {string} path */
  #fileOf(path) {
    return join(this.#folder, `${hashOf(path)}.tests`);
  }
}

/**
 * @param {string} file
 * @returns {KeptTests}
 */
function read(file) {
  return JSON.parse(gunzipSync(readFileSync(file)).toString());
}

/**
 * @param {string} text
 * @param {number} [length]
 */
function hashOf(text, length = 20) {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
