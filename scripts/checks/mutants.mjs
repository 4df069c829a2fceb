import { join } from 'node:path';
import { rolldown } from 'rolldown';

const table = /^simulation\/src\/[\w-]+-mutants\.ts$/;

/**
 * The edits of mutants (docs/sync.md, section 7) among `files` whose text does not occur exactly once in
 * the file that they name.
 * @returns {Promise<import('./source-tree.mjs').Finding[]>}
 */
export async function findStaleMutants(root, files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const found = [];
  for (const { path, text: source } of files.filter((file) => table.test(file.path))) {
    for (const { name, edits } of await mutantsIn(join(root, path))) {
      for (const [file, text] of edits) {
        const times = (texts.get(file) ?? '').split(text).length - 1;
        if (times === 1) continue;
        const line = source.slice(0, source.indexOf(name)).split('\n').length;
        const message = `"${name}" needs one place in ${file}, and there are ${times}: ${text}`;
        found.push({ path, line, rule: 'stale-mutant', message });
      }
    }
  }
  return found;
}

async function mutantsIn(input) {
  const bundle = await rolldown({ input, logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return Object.values(module).flat();
}
