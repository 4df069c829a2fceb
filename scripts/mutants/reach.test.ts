import { instrumentBlocks } from './blocks.mjs';
import { Reach } from './reach.mjs';

const limits = 'packages/domain/src/values/limits.ts';
const texts = 'apps/web/src/messages/en/shell/home.ts';
const user = 'packages/domain/src/items/validate.ts';
const sources: Readonly<Record<string, string>> = {
  [limits]: 'export const maxTitle = 200;\nexport const all = [maxTitle];\nconst lost = 5;',
  [texts]: "export const home = { home: { empty: 'No items yet' } };",
  [user]: "import { all } from './limits.ts';\nconst f = () => all;\nconst g = () => m.home.empty;",
};

/** The names of the tests that reach the text, where the test `all` runs `f`, and `empty` runs `g`. */
function reaching(path: string, text: string) {
  const files = new Map(
    Object.entries(sources).map(([name, source]) => {
      const { blocks } = instrumentBlocks(name, source, 0);
      return [name, { source, blocks, first: 0 }];
    }),
  );
  const tests = ['all', 'empty'].map((name, block) => ({
    path: 'packages/domain/src/items/validate.test.ts',
    project: 'units',
    name,
    ms: 1,
    blocks: new Set([block]),
  }));
  const source = sources[path] ?? '';
  const start = source.indexOf(text);
  const mutant = { path, line: 1, start, end: start + text.length, from: text, to: '' };
  const reach = new Reach({ files, tests, loading: new Set(), failed: [] });
  return reach.testsOf(mutant).map(({ name }) => name);
}

test('the tests that run a block reach its code', () => {
  expect(reaching(user, '() => all')).toEqual(['all']);
});

test('the tests of code that reads a constant reach it, even through another constant', () => {
  expect(reaching(limits, '[maxTitle]')).toEqual(['all']);
  expect(reaching(limits, '200')).toEqual(['all']);
});

test("the tests of code that reads a text's key reach the text", () => {
  expect(reaching(texts, "'No items yet'")).toEqual(['empty']);
});

test('no test reaches a constant that no code reads', () => {
  expect(reaching(limits, '5')).toEqual([]);
});
