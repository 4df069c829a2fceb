import { Visitor } from 'oxc-parser';
import { servesTests } from './source-tree.mjs';

const emptyName = /^(.*-)?(utils?|helpers?|types|services?)$/;
const suppression = /\b(oxlint|eslint)-disable|\b(oxfmt|prettier)-ignore|@ts-(ignore|nocheck)\b/;
const clockless = /^packages\/(?!embedded-postgres\/)[^/]+\/src\/|^apps\/web\/src\/(?!adapters\/)/;
const documented = /^(packages|apps)\/[^/]+\/src\/|^scripts\//;
const production = /^(?:packages\/[^/]+|apps\/web)\/src\//;
const maxFilesInFolder = 20;
const screens = /^apps\/web\/src\/.*\.tsx$/;
/** Attributes and props with texts for people, read or spoken. */
const spoken =
  /^(alt|title|label|placeholder|description|hint|words|aria-(label|description|valuetext|roledescription))$/;
/** Tailwind utilities that name a side of the screen instead of one of the writing direction. */
const physicalSide =
  /(?:^|[\s:])-?(?:[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])-[\w.[(]|(?:^|[\s:])(?:text|float|clear)-(?:left|right)(?:\s|$)/;
/** Variants that depend on elements anywhere on the page: each insertion restyles all of it. */
const wholePage = /\[(?:html|body|:root|main|#root|#main):has\(/;
/** A type that only repeats a value, which has the docstring. */
const inferredType = /= (?:(?:z\.infer|ReturnType)<typeof \w+>|\(typeof \w+\)\[number\]);$/;
const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/**
 * Breaks of the house style in `files` for which oxlint has no rule: names without a noun, silenced checks,
 * exports that name nothing, folders with too many files, the ambient clock, exports without a docstring, screens with texts of their own,
 * and styles that suit only one writing direction or cost the whole page.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findStyleBreaks(files) {
  const owners = typeOwners(files);
  const breaks = files.flatMap((file) => [
    ...sharedTypeNames(file, owners),
    ...emptyNames(file),
    ...suppressions(file),
    ...unnamedExports(file),
    ...(clockless.test(file.path) && !servesTests(file.path) ? ambientClocks(file) : []),
    ...(screens.test(file.path) && !servesTests(file.path) ? ownTexts(file) : []),
    ...(screens.test(file.path) && !servesTests(file.path) ? classBreaks(file) : []),
    ...(documented.test(file.path) && !servesTests(file.path) ? missingDocstrings(file) : []),
  ]);
  return [...breaks, ...fullFolders(files)];
}

/**
 * The folders of production code with more files than a reader can survey, each represented by its first
 * file.
 */
function fullFolders(files) {
  const folders = new Map();
  for (const { path } of files) {
    if (!production.test(path) || servesTests(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders]
    .filter(([, paths]) => paths.length > maxFilesInFolder)
    .map(([folder, paths]) => {
      const message = `${folder} has ${paths.length} files, at most ${maxFilesInFolder}: give it rooms.`;
      return { path: paths.sort()[0], line: 1, rule: 'full-folder', message };
    });
}

/** The exported types and classes of a file, by the nodes of their names. */
function exportedTypes({ program }) {
  return program.body.flatMap(({ type, declaration }) => {
    const isType = /^(?:TSInterface|TSTypeAlias|Class)Declaration$/.test(declaration?.type);
    return type === 'ExportNamedDeclaration' && isType ? [declaration.id] : [];
  });
}

/** The first path that exports a type of each name. */
function typeOwners(files) {
  const owners = new Map();
  for (const file of files) {
    for (const { name } of exportedTypes(file)) {
      if (!owners.has(name)) owners.set(name, file.path);
    }
  }
  return owners;
}

function sharedTypeNames(file, owners) {
  return exportedTypes(file)
    .filter(({ name }) => owners.get(name) !== file.path)
    .map(({ name, start }) => {
      const message = `Name one thing ${name}: ${owners.get(name)} has a type of that name.`;
      return { path: file.path, line: file.lineAt(start), rule: 'one-name', message };
    });
}

function emptyNames({ path }) {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  if (!emptyName.test(name)) return [];
  return [{ path, line: 1, rule: 'noun-names', message: `Name the file for the noun it owns.` }];
}

function suppressions({ path, comments, lineAt }) {
  return comments
    .filter(({ value }) => suppression.test(value))
    .map(({ start }) => ({
      path,
      line: lineAt(start),
      rule: 'no-exceptions',
      message: 'A check has no exceptions: fix the code or the check.',
    }));
}

function unnamedExports({ path, program, lineAt }) {
  return program.body
    .filter(({ type }) => type === 'ExportAllDeclaration')
    .map(({ start }) => {
      const message = 'Name what is exported, so that unused names are found.';
      return { path, line: lineAt(start), rule: 'named-exports', message };
    });
}

function ambientClocks({ path, program, lineAt }) {
  const found = [];
  const report = ({ start, callee, arguments: given }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'Date' || given.length > 0) return;
    const message = 'The current time comes by a port.';
    found.push({ path, line: lineAt(start), rule: 'no-ambient-clock', message });
  };
  new Visitor({ NewExpression: report, CallExpression: report }).visit(program);
  return found;
}

/** Words between tags, or in spoken attributes, that a translator would not find. */
function ownTexts({ path, program, lineAt }) {
  const found = [];
  const report = (text, start) => {
    if (!/\p{L}/u.test(text)) return;
    const message = `'${text.trim()}' belongs into apps/web/src/messages.`;
    found.push({ path, line: lineAt(start), rule: 'texts-in-messages', message });
  };
  const reportStrings = (node) => {
    if (node?.type === 'JSXExpressionContainer') return reportStrings(node.expression);
    if (node?.type === 'JSXText' || (node?.type === 'Literal' && typeof node.value === 'string')) {
      report(node.value, node.start);
    }
    if (node?.type === 'TemplateLiteral') {
      report(node.quasis.map(({ value }) => value.cooked).join(' '), node.start);
    }
    if (node?.type === 'ConditionalExpression') {
      reportStrings(node.consequent);
      reportStrings(node.alternate);
    }
    if (node?.type === 'LogicalExpression') reportStrings(node.right);
  };
  new Visitor({
    JSXElement: ({ children }) => children.forEach(reportStrings),
    JSXFragment: ({ children }) => children.forEach(reportStrings),
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && spoken.test(name.name)) reportStrings(value);
    },
  }).visit(program);
  return found;
}

function classBreaks({ path, program, lineAt }) {
  const found = [];
  const report = (text, start) => {
    const line = lineAt(start);
    const [side] = physicalSide.exec(text) ?? [];
    if (side !== undefined) {
      const message = `'${side.trim()}…' is a side of the screen: take start or end (ms, pe, text-start).`;
      found.push({ path, line, rule: 'logical-sides', message });
    }
    if (wholePage.test(text)) {
      const message = 'A class cannot depend on all of the page: keep what it asks for in a state.';
      found.push({ path, line, rule: 'no-page-wide-has', message });
    }
  };
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') report(value, start);
    },
    TemplateElement: ({ value, start }) => report(value.raw, start),
  }).visit(program);
  return found;
}

function missingDocstrings({ path, program, comments, text, lineAt }) {
  const docstringEnds = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ end }) => end);
  const hasDocstring = (start) =>
    docstringEnds.some((end) => end <= start && text.slice(end, start).trim() === '');

  const described = new Set();
  return program.body.flatMap((statement) => {
    const declaration = exportedDeclaration(statement);
    if (declaration === null) return [];
    const name = declaration.id?.name ?? 'default';
    // The first of several overloads documents them all.
    if (hasDocstring(statement.start)) described.add(name);
    if (described.has(name) || inferredType.test(text.slice(statement.start, statement.end))) {
      return [];
    }
    const message = `${name} is exported: say what it guarantees.`;
    return [{ path, line: lineAt(statement.start), rule: 'docstrings', message }];
  });
}

/** The exported function, class or type of a statement; null if it exports none. */
function exportedDeclaration(statement) {
  if (!/^Export(Named|Default)Declaration$/.test(statement.type)) return null;
  const { declaration } = statement;
  if (declaration === null || declaration === undefined) return null;
  if (declarations.has(declaration.type) || declaration.type === 'TSDeclareFunction') {
    return declaration;
  }
  if (declaration.type !== 'VariableDeclaration') return null;
  return (
    declaration.declarations.find(({ init }) => init?.type === 'ArrowFunctionExpression') ?? null
  );
}
