// @ts-check
import { parseSync, Visitor } from 'oxc-parser';
import { blockAround } from './blocks.mjs';

/**
 * @typedef {import('./coverage.mjs').Coverage} Coverage
 * @typedef {import('./coverage.mjs').CoveringTest} CoveringTest
 * @typedef {import('./listed-mutants.mjs').Mutant} Mutant
 */

/**
 * The maximum number of declarations, evaluated when their modules load, between a constant and the code that
 * reads it.
 */
const longestChain = 4;

/**
 * Finds the tests that reach a mutant. Code in a block is reached by the tests in which the block ran. Code
 * that runs when its module loads is reached by the tests that ran a block which names what it declares.
 */
export class Reach {
  /** @type {Coverage} */
  #coverage;
  /** The tests of each block. @type {Map<number, CoveringTest[]>} */
  #testsOf = new Map();
  /** @type {Map<string, Declaration[]>} */
  #declarations = new Map();

  /** @param {Coverage} coverage */
  constructor(coverage) {
    this.#coverage = coverage;
    for (const test of coverage.tests) {
      for (const block of test.blocks) {
        const tests = this.#testsOf.get(block);
        if (tests === undefined) this.#testsOf.set(block, [test]);
        else tests.push(test);
      }
    }
  }

  /**
   * @param {Mutant} mutant
   * @returns {CoveringTest[]}
   */
  testsOf(mutant) {
    const file = this.#coverage.files.get(mutant.path);
    if (file === undefined) return [];
    const block = blockAround(file.blocks, mutant);
    const number = block === null ? null : file.first + block;
    const ran = number === null ? undefined : this.#testsOf.get(number);
    if (ran !== undefined) return ran;
    const loads = number === null || this.#coverage.loading.has(number);
    return loads ? this.#testsOfConstant(mutant.path, mutant) : [];
  }

  /**
   * @param {string} path
   * @param {import('./blocks.mjs').Range} range
   * @returns {CoveringTest[]}
   */
  #testsOfConstant(path, range) {
    /** @type {Set<CoveringTest>} */
    const found = new Set();
    const seen = new Set();
    let names = this.#namesAround(path, range);
    for (let round = 0; round < longestChain && names.length > 0 && found.size === 0; round += 1) {
      for (const name of names) seen.add(name);
      const next = new Set();
      for (const name of names) {
        for (const use of this.#usesOf(name)) {
          const file = this.#coverage.files.get(use.path);
          const block = file && blockAround(file.blocks, use);
          if (file && block !== null && block !== undefined) {
            for (const test of this.#testsOf.get(file.first + block) ?? []) found.add(test);
          }
          // Code that a module runs for another constant.
          for (const outer of this.#namesAround(use.path, use))
            if (!seen.has(outer)) next.add(outer);
        }
      }
      names = [...next];
    }
    return [...found];
  }

  /**
   * Every place of the production code that has the name as a word. A text of the app is read as a property.
   * @param {string} name
   */
  *#usesOf(name) {
    const pattern = name.startsWith('.') ? new RegExp(`\\${name}\\b`, 'g') : wordOf(name);
    for (const [path, { source }] of this.#coverage.files) {
      if (!source.includes(name)) continue;
      for (const { index, 0: text } of source.matchAll(pattern)) {
        yield { path, start: index, end: index + text.length };
      }
    }
  }

  /**
   * The declaration at the top of a module that contains the range; for a text the last key before it.
   * @param {string} path
   * @param {import('./blocks.mjs').Range} range
   * @returns {string[]}
   */
  #namesAround(path, { start, end }) {
    let declarations = this.#declarations.get(path);
    if (declarations === undefined) {
      declarations = declarationsOf(path, this.#coverage.files.get(path)?.source ?? '');
      this.#declarations.set(path, declarations);
    }
    return declarations
      .filter((one) => one.start <= start && one.end >= end)
      .slice(-1)
      .map(({ name }) => name);
  }
}

/** @typedef {{ name: string, start: number, end: number }} Declaration */

/**
 * The names that a module declares at its top, and in a module of texts its keys, outer ones first.
 * @param {string} path
 * @param {string} source
 * @returns {Declaration[]}
 */
function declarationsOf(path, source) {
  /** @type {Declaration[]} */
  const found = [];
  const { program } = parseSync(path, source);
  for (const outer of program.body) {
    const node =
      outer.type === 'ExportNamedDeclaration' && outer.declaration ? outer.declaration : outer;
    const { start, end } = node;
    if (node.type === 'VariableDeclaration') {
      for (const one of node.declarations) {
        if (one.id.type === 'Identifier')
          found.push({ name: one.id.name, start: one.start, end: one.end });
      }
    } else if ('id' in node && node.id?.type === 'Identifier') {
      found.push({ name: node.id.name, start, end });
    }
  }
  if (!path.includes('/messages/')) return found;
  new Visitor({
    Property({ key, start, end }) {
      if (key.type === 'Identifier') found.push({ name: `.${key.name}`, start, end });
    },
  }).visit(program);
  return found;
}

/** @param {string} name */
function wordOf(name) {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
}
