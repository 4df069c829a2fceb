import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The Markdown files of a root by their path from it, beside the code of each workspace and in docs, and the
 * files of YAML that docs hand to operators.
 * @returns {readonly { path: string, text: string }[]}
 */
export function readDocuments(root) {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    namesIn(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const docs = ['docs', 'docs/decisions', 'docs/operations'];
  const folders = ['.', ...docs, 'simulation', 'bench', 'e2e', ...workspaces];
  return folders.flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith('.md') || (folder === 'docs/operations' && isYaml(name)))
      .map((name) => {
        const path = folder === '.' ? name : `${folder}/${name}`;
        return { path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}

/** @param {string} name */
function isYaml(name) {
  return name.endsWith('.yaml');
}

function namesIn(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** A link in Markdown, relative to its file; in YAML a path from the root, in brackets. */
const link = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const linkInYaml = /\((docs\/[^)#\s]+)(?:#([^)\s]+))?\)/g;

/**
 * The links of the documents to files that are not there, or to headings that their file does not have.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findDeadLinks(root) {
  const documents = readDocuments(root);
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsIn(text)]));
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(isYaml(path) ? linkInYaml : link)].flatMap((match) => {
      const [, file = '', anchor] = match;
      const from = isYaml(path) ? '.' : dirname(path);
      const target = file === '' ? path : join(from, file).replaceAll('\\', '/');
      const line = text.slice(0, match.index).split('\n').length;
      const finding = (message) => [{ path, line, rule: 'dead-link', message }];
      if (!existsSync(join(root, target))) return finding(`${file} is not there.`);
      const known = anchors.get(target);
      if (anchor === undefined || known === undefined || known.has(anchor)) return [];
      return finding(`${target} has no heading #${anchor}.`);
    }),
  );
}

/**
 * The commands `npm run …` of the documents that no package.json has.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findUnknownCommands(root) {
  const scriptsOf = (folder) => {
    const path = join(root, folder, 'package.json');
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).scripts ?? {}) : {};
  };
  return readDocuments(root).flatMap(({ path, text }) =>
    [...text.matchAll(/npm run ([a-z][a-z:-]*)(?: -w ([\w/-]+))?/g)].flatMap((match) => {
      const [command, name = '', workspace = '.'] = match;
      if (name in scriptsOf(workspace)) return [];
      const line = text.slice(0, match.index).split('\n').length;
      return [{ path, line, rule: 'unknown-command', message: `${command} does not exist.` }];
    }),
  );
}

/**
 * The decisions with the number of another decision: two changes made at the same time used it.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findSharedNumbers(root) {
  const folder = 'docs/decisions';
  const numbered = namesIn(join(root, folder)).filter((name) => /^\d{4}-/.test(name));
  return numbered.toSorted().flatMap((name, at, all) => {
    const former = all[at - 1];
    if (former?.slice(0, 4) !== name.slice(0, 4)) return [];
    const message = `${former} has the same number: take the next free one.`;
    return [{ path: `${folder}/${name}`, line: 1, rule: 'shared-number', message }];
  });
}

/** The names by which links refer to the headings of a document. */
function anchorsIn(text) {
  const headings = text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ +(.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}
