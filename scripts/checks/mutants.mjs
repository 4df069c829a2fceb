import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { rolldown } from 'rolldown';
import { namedTests } from './named-tests.mjs';

const table = /^simulation\/src\/[\w-]+-mutants\.ts$/;
const listOfViolations = 'scripts/violations/violations.mjs';

/**
 * The edits of mutants (docs/sync.md, section 7) and of violations whose text does not occur exactly once in
 * the file that they name, or that leave a file which is no code any more, so that every test of it fails; and
 * the tests of violations that are not there.
 * @returns {Promise<import('./source-tree.mjs').Finding[]>}
 */
export async function findStaleMutants(root, files) {
  const found = [];
  const hasTest = namedTests(files);
  for (const { path, text: source } of files) {
    if (path !== listOfViolations && !table.test(path)) continue;
    const entries = await entriesOf(join(root, path));
    const stale = entries.flatMap((entry) => staleIn(root, entry, hasTest));
    for (const { what, rule, message } of stale) {
      const line = source.slice(0, Math.max(0, source.indexOf(what))).split('\n').length;
      found.push({ path, line, rule, message });
    }
  }
  return found;
}

/** What a mutant or a violation names that is not there. */
function staleIn(root, { name, what = name, edits, test }, hasTest) {
  const stale = [];
  for (const [file, text] of edits) {
    const times = textOf(join(root, file)).split(text).length - 1;
    if (times === 1) continue;
    const message = `"${what}" needs one place in ${file}, and there are ${times}: ${text}`;
    stale.push({ what, rule: 'stale-mutant', message });
  }
  if (stale.length === 0) stale.push(...unreadable(root, what, edits));
  if (test !== undefined && !hasTest(test)) {
    const message = `"${what}" names a test that ${test[0]} does not have: ${test[1]}`;
    stale.push({ what, rule: 'unknown-test', message });
  }
  return stale;
}

/** The files that are no code any more with these edits. */
function unreadable(root, what, edits) {
  const edited = new Map();
  for (const [file, text, replacement] of edits) {
    const source = edited.get(file) ?? textOf(join(root, file));
    edited.set(
      file,
      source.replace(text, () => replacement),
    );
  }
  return [...edited]
    .filter(([file]) => /\.[cm]?[jt]sx?$/.test(file))
    .flatMap(([file, source]) =>
      parseSync(file, source)
        .errors.slice(0, 1)
        .map((error) => ({ file, error })),
    )
    .map(({ file, error }) => ({
      what,
      rule: 'unreadable-mutant',
      message: `"${what}" leaves ${file} unreadable: ${error.message}`,
    }));
}

/** Empty if there is no such file. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function entriesOf(input) {
  const bundle = await rolldown({ input, logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return Object.values(module).flat();
}
