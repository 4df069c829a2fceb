// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `text` occurs once in `file`, a path from the root, and `replacement` takes its place.
 * @typedef {{ file: string, text: string, replacement: string }} MutantEdit
 */

/**
 * A small change of the code that breaks a requirement, and the claim of the tests that notice it: an id of
 * docs/requirements.tsv, or the end of the path of a test file and a part of a title there.
 * @typedef {{ requirement: string } | { testFile: string, title: string }} MutantClaim
 * @typedef {object} PlantedMutant
 * @property {string} path of the file that describes it
 * @property {number} line
 * @property {string} label its claim and a sentence, as they stand there
 * @property {MutantClaim} claim
 * @property {MutantEdit[]} edits
 */

/** @typedef {{ line: number, message: string }} ParseFault a line of a file, and why it is malformed */

const header = /^\[((?:[^[\]]|\[[^[\]]*\])+)\] \S/;
const namedTest = /^(\S+\.(?:test|spec)\.tsx?): (.+)$/;

/**
 * The paths of all `*.mutants` files below `root`: each package and each folder at the top has its own in `mutants`,
 * and the simulation those that its stories notice in `protections`.
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function mutantPaths(root, folder = 'mutants') {
  /** @param {string} place */
  const entriesOf = (place) => {
    const path = join(root, place);
    return existsSync(path) ? readdirSync(path).map((name) => `${place}${name}`) : [];
  };
  return ['', 'packages/', 'apps/']
    .flatMap(entriesOf)
    .flatMap((place) => entriesOf(`${place}/${folder}/`))
    .filter((path) => path.endsWith('.mutants'));
}

/**
 * Every planted mutant below `root`.
 * @param {string} root
 * @returns {PlantedMutant[]}
 */
export function readMutants(root) {
  return mutantPaths(root).flatMap(
    (path) => parseMutants(path, readFileSync(join(root, path), 'utf8')).mutants,
  );
}

/**
 * The mutants that a text describes, and what is malformed in it. CONTRIBUTING.md shows the form.
 * @param {string} path
 * @param {string} text
 * @returns {{ mutants: PlantedMutant[], faults: ParseFault[] }}
 */
export function parseMutants(path, text) {
  /** @type {PlantedMutant[]} */
  const mutants = [];
  /** @type {ParseFault[]} */
  const faults = [];
  let file = '';
  let previousSign = '';
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    const edits = mutants.at(-1)?.edits;
    const edit = edits?.at(-1);
    const [, sign = '', code = ''] = /^([-+])(?: (.*))?$/.exec(content) ?? [];
    const [, named] = /^([.\w]\S*)$/.exec(content) ?? [];
    const [, claimed] = header.exec(content) ?? [];
    if (named !== undefined) file = named;
    else if (claimed !== undefined) {
      const claim = claimOf(claimed);
      mutants.push({ path, line, label: content, claim, edits: [] });
    } else if (sign === '-' && edits !== undefined && file !== '') {
      if (edit !== undefined && previousSign === '-') edit.text += `\n${code}`;
      else edits.push({ file, text: code, replacement: '' });
    } else if (sign === '+' && edit !== undefined && previousSign !== '') {
      edit.replacement += previousSign === '+' ? `\n${code}` : code;
    } else if (content !== '' && !content.startsWith('#')) {
      faults.push({ line, message: `No part of a mutant can stand here: ${content}` });
    }
    previousSign = sign;
  }
  for (const { line, label, edits } of mutants) {
    if (edits.length === 0) faults.push({ line, message: `This mutant changes nothing: ${label}` });
  }
  return { mutants, faults };
}

/**
 * @param {string} claimed
 * @returns {MutantClaim}
 */
function claimOf(claimed) {
  const [, testFile, title] = namedTest.exec(claimed) ?? [];
  if (testFile === undefined || title === undefined) return { requirement: claimed };
  return { testFile, title };
}

/**
 * The sources of the edited files by path, with all edits made.
 * @param {readonly MutantEdit[]} edits
 * @param {(file: string) => string} read
 */
export function editedFiles(edits, read) {
  /** @type {Map<string, string>} */
  const edited = new Map();
  for (const { file, text, replacement } of edits) {
    const source = edited.get(file) ?? read(file);
    edited.set(
      file,
      source.replace(text, () => replacement),
    );
  }
  return edited;
}
