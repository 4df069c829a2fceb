import { posix } from 'node:path';
import type { ESTree } from 'rolldown/utils';
import type { Plugin } from 'vite';

type Statement = ESTree.Program['body'][number];

/** A piece of code, and the text that replaces it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Lets files export what other files import under the name that it has inside. The bundler gives each export
 * a second name, in an order that does not compress: a fiftieth of the first script.
 */
export const plainExports: Plugin = {
  name: 'plain-exports',
  apply: 'build',
  generateBundle: {
    // After Vite has added the lists of files to preload.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const parsed = chunks.map((chunk) => ({ chunk, statements: this.parse(chunk.code).body }));
      /** The names inside each file by the names of its exports. */
      const inside = new Map<string, ReadonlyMap<string, string>>();
      for (const { chunk, statements } of parsed) {
        // The exports of a dynamic import are the properties of an object.
        if (!chunk.isDynamicEntry) inside.set(chunk.fileName, exportsOf(statements));
      }
      for (const { chunk, statements } of parsed) {
        const namesIn = (source: string) =>
          inside.get(posix.join(posix.dirname(chunk.fileName), source));
        const isPlain = inside.has(chunk.fileName);
        chunk.code = replaced(
          chunk.code,
          statements.flatMap((one) => [
            ...importsOf(one, namesIn),
            ...(isPlain ? plainExport(one) : []),
          ]),
        );
      }
    },
  },
};

/** The names inside a file by the names of its exports. */
function exportsOf(statements: readonly Statement[]): ReadonlyMap<string, string> {
  return new Map(
    statements
      .filter(isOwnExport)
      .flatMap(({ specifiers }) =>
        specifiers.map(({ local, exported }) => [nameOf(exported), nameOf(local)] as const),
      ),
  );
}

type OwnExport = ESTree.ExportNamedDeclaration & { readonly source: null };

function isOwnExport(statement: Statement): statement is OwnExport {
  return (
    statement.type === 'ExportNamedDeclaration' &&
    statement.source === null &&
    statement.specifiers.length > 0
  );
}

/** The export statement of a file with each name once. */
function plainExport(statement: Statement): readonly Replacement[] {
  if (!isOwnExport(statement)) return [];
  const names = new Set(statement.specifiers.map(({ local }) => nameOf(local)));
  const { start, end } = statement;
  return [{ start, end, text: `export{${[...names].join(',')}};` }];
}

/** The imported names of a statement as they are inside the files that export them. */
function importsOf(
  statement: Statement,
  namesIn: (source: string) => ReadonlyMap<string, string> | undefined,
): readonly Replacement[] {
  const isImport = statement.type === 'ImportDeclaration';
  if (!isImport && statement.type !== 'ExportNamedDeclaration') return [];
  const names = statement.source === null ? undefined : namesIn(statement.source.value);
  if (names === undefined) return [];
  return statement.specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier' && specifier.type !== 'ExportSpecifier') {
      throw new Error('an import between files has no name');
    }
    const [asked, own] =
      specifier.type === 'ExportSpecifier'
        ? [nameOf(specifier.local), nameOf(specifier.exported)]
        : [nameOf(specifier.imported), specifier.local.name];
    const name = names.get(asked);
    if (name === undefined) throw new Error(`no file exports ${asked}`);
    const { start, end } = specifier;
    return { start, end, text: name === own ? name : `${name} as ${own}` };
  });
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

/** The code with replacements, which are in its order. */
function replaced(code: string, replacements: readonly Replacement[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, text: next } of replacements) {
    text += code.slice(at, start) + next;
    at = end;
  }
  return text + code.slice(at);
}
