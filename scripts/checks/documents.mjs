import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The Markdown files of a root by their path from it: beside the code of each workspace, and in docs.
 * @returns {readonly { path: string, text: string }[]}
 */
export function readDocuments(root) {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    namesIn(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const folders = ['.', 'docs', 'docs/decisions', 'simulation', 'bench', 'e2e', ...workspaces];
  return folders.flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const path = folder === '.' ? name : `${folder}/${name}`;
        return { path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}

function namesIn(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/**
 * The links of the documents to files that are not there, or to headings that their file does not have.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findDeadLinks(root) {
  const documents = readDocuments(root);
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsIn(text)]));
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap((match) => {
      const [, file = '', anchor] = match;
      const target = file === '' ? path : join(dirname(path), file).replaceAll('\\', '/');
      const line = text.slice(0, match.index).split('\n').length;
      const finding = (message) => [{ path, line, rule: 'dead-link', message }];
      if (!existsSync(join(root, target))) return finding(`${file} is not there.`);
      const known = anchors.get(target);
      if (anchor === undefined || known === undefined || known.has(anchor)) return [];
      return finding(`${target} has no heading #${anchor}.`);
    }),
  );
}

/** The names by which the headings of a document are linked to. */
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
