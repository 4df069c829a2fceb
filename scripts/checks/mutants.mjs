import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const table = /^simulation\/src\/[\w-]+-mutants\.ts$/;
const listOfViolations = 'scripts/violations/violations.mjs';

/**
 * The edits of mutants (docs/sync.md, section 7) and of violations whose text does not occur exactly once in
 * the file that they name.
 * @returns {Promise<import('./source-tree.mjs').Finding[]>}
 */
export async function findStaleMutants(root, files) {
  const found = [];
  for (const { path, text: source } of files) {
    if (path !== listOfViolations && !table.test(path)) continue;
    for (const { name, what = name, edits } of await mutantsIn(join(root, path))) {
      for (const [file, text] of edits) {
        const times = textOf(join(root, file)).split(text).length - 1;
        if (times === 1) continue;
        const line = source.slice(0, source.indexOf(what)).split('\n').length;
        const message = `"${what}" needs one place in ${file}, and there are ${times}: ${text}`;
        found.push({ path, line, rule: 'stale-mutant', message });
      }
    }
  }
  return found;
}

/** Empty if there is no such file. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function mutantsIn(input) {
  const bundle = await rolldown({ input, logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return Object.values(module).flat();
}
