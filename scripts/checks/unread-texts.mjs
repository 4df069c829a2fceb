import { Visitor } from 'oxc-parser';
import { servesTests } from './source-tree.mjs';

const texts = /^apps\/web\/src\/messages\/en\//;
const readers = /^apps\/web\/src\/|^packages\/[^/]+\/src\//;

/**
 * The texts among `files` that no code can show, because no code has the name of their key: neither to read
 * it (`words.key`, `{ key }`) nor as a string to choose it by. An unread text whose key equals another name
 * is missed, but no reported text is read.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findUnreadTexts(files) {
  const known = new Set();
  for (const { path, program } of files) {
    if (readers.test(path) && !texts.test(path) && !servesTests(path)) addNames(program, known);
  }
  return files
    .filter(({ path }) => texts.test(path))
    .flatMap(({ path, program, lineAt }) =>
      keysOf(program)
        .filter(({ name }) => !known.has(name))
        .map(({ name, start }) => {
          const message = `Nothing reads the text '${name}'.`;
          return { path, line: lineAt(start), rule: 'unread-texts', message };
        }),
    );
}

function addNames(program, known) {
  const add = (key) => known.add(key.type === 'Identifier' ? key.name : key.value);
  new Visitor({
    MemberExpression: ({ property, computed }) => computed || add(property),
    ObjectPattern: ({ properties }) => {
      for (const { type, key } of properties) if (type === 'Property') add(key);
    },
    // Keys of a mapping count too: the value that selects one may also select a text.
    ObjectExpression: ({ properties }) => {
      for (const { type, key } of properties) if (type === 'Property') add(key);
    },
    Literal: add,
  }).visit(program);
}

/** The keys of exported objects, except those inside functions. */
function keysOf(program) {
  return program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.flatMap(({ init }) => keysBelow(init))
      : [],
  );
}

function keysBelow(value) {
  if (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') {
    return keysBelow(value.expression);
  }
  if (value?.type !== 'ObjectExpression') return [];
  return value.properties
    .filter(({ type, computed }) => type === 'Property' && !computed)
    .flatMap((property) => [
      { name: property.key.name ?? property.key.value, start: property.start },
      ...keysBelow(property.value),
    ]);
}
