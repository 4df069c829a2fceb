import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { testPaths } from '../planted-mutants/claiming-tests.mjs';
import { editedFiles, mutantPaths, parseMutants } from '../planted-mutants/mutant-files.mjs';
import { namedTests } from './named-tests.mjs';
import { claimsIn } from './rows.mjs';

/**
 * Mutants that cannot be made or noticed: those of the simulation (docs/sync.md, section 7) and the planted
 * ones (CONTRIBUTING.md) that are malformed, whose text does not occur exactly once in its file, or that
 * leave a file that does not parse, so that every test of it fails; and the planted ones whose test is
 * missing.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findStaleMutants(root, files) {
  const hasTest = namedTests(files);
  const claims = new Set(claimsIn(files).map(({ id }) => id));
  const tests = files.map(({ path }) => path);
  const simulated = mutantPaths(root, 'protections');
  return [...mutantPaths(root), ...simulated].flatMap((path) => {
    const { mutants, faults } = parseMutants(path, textOf(join(root, path)));
    const isPlanted = !simulated.includes(path);
    return [
      ...faults.map(({ line, message }) => ({ path, line, rule: 'malformed-mutant', message })),
      ...mutants.flatMap(({ line, label, claim, edits }) =>
        [...staleEdits(root, label, edits), ...(isPlanted ? missingTest(label, claim) : [])].map(
          ({ rule, message }) => ({ path, line, rule, message }),
        ),
      ),
    ];
  });

  function missingTest(label, { requirement, testFile, title }) {
    if (requirement !== undefined) {
      if (claims.has(requirement)) return [];
      return [{ rule: 'unknown-test', message: `No test claims ${requirement}: ${label}` }];
    }
    const paths = testPaths(tests, testFile);
    if (paths.length === 1 && hasTest([paths[0], title])) return [];
    const why = paths.length === 1 ? 'has no such title' : `is the end of ${paths.length} paths`;
    return [{ rule: 'unknown-test', message: `${testFile} ${why}: ${label}` }];
  }
}

/**
 * The edits of a mutant whose text does not have exactly one place, or else the files that they make
 * unparsable.
 */
function staleEdits(root, name, edits) {
  const read = (file) => textOf(join(root, file));
  const stale = edits.flatMap(({ file, text }) => {
    const times = read(file).split(text).length - 1;
    if (times === 1) return [];
    const message = `"${name}" needs one place in ${file}, and there are ${times}: ${text}`;
    return [{ rule: 'stale-mutant', message }];
  });
  if (stale.length > 0) return stale;
  return [...editedFiles(edits, read)]
    .filter(([file]) => /\.[cm]?[jt]sx?$/.test(file))
    .flatMap(([file, source]) =>
      parseSync(file, source)
        .errors.slice(0, 1)
        .map((error) => ({
          rule: 'unreadable-mutant',
          message: `"${name}" leaves ${file} unreadable: ${error.message}`,
        })),
    );
}

/** Empty if the file does not exist. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
