import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Finding A report of a check: the place, the rule, and the remedy.
 * @property {string} path relative to the root, with forward slashes
 * @property {number} line counted from 1
 * @property {string} rule
 * @property {string} message
 */

const roots = ['packages', 'apps', 'simulation', 'e2e', 'bench', 'scripts'];
const source = /\.(ts|tsx|mjs|js)$/;
const generated = new Set(['node_modules', 'dist', 'public', 'test-results', 'playwright-report']);

/** Every source file of the workspaces and scripts below `root`, parsed; throws on a syntax error. */
export function readSourceTree(root) {
  return roots.flatMap((folder) => pathsBelow(root, folder)).map((path) => readSource(root, path));
}

/** One parsed file: its imports of every kind, its top-level statements and its comments. */
function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;

  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports
      .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
      .filter((request) => request !== null),
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => ({
        start,
        value: /^(['"`])(.*)\1$/s.exec(text.slice(start, end))?.[2],
      }))
      .filter(({ value }) => value !== undefined),
    ...typeImports(program),
  ].map(({ value, start }) => ({ specifier: value, line: lineAt(start) }));

  return { path, text, program, comments, imports, lineAt };
}

/** `import('./x.ts').T` in a type is an import like any other. */
function typeImports(program) {
  const found = [];
  new Visitor({ TSImportType: ({ source }) => found.push(source) }).visit(program);
  return found;
}

function pathsBelow(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return generated.has(entry.name) ? [] : pathsBelow(root, path);
    return source.test(entry.name) ? [path] : [];
  });
}

/**
 * Whether the file only tests or measures, or serves such files, and is not subject to the rules for
 * production code.
 */
export function servesTests(path) {
  return /^packages\/model\/|\.(test|spec|bench|fixture)\.tsx?$|\/testing(\/|\.tsx?$)/.test(path);
}
