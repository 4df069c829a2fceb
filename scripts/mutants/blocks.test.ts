import { runInNewContext } from 'node:vm';
import { blockAround, instrumentBlocks } from './blocks.mjs';

const path = 'packages/domain/src/gone.ts';

/** The blocks of a body that ran when it was called with `input`, as texts. */
function ranIn(body: string, input: unknown): string[] {
  const source = `(input) => {${body}}`;
  const { blocks, instrumented } = instrumentBlocks(path, source, 0);
  const table: number[] = [];
  runInNewContext(instrumented, { forayBlocks: table })(input);
  return blocks
    .filter((_, at) => table[at] === 1)
    .map(({ start, end }) => source.slice(start, end));
}

test.each([
  ['if (input) return 1; else return 2;', true, 'return 1;'],
  ['if (input) { return 1; } else { return 2; }', false, '{ return 2; }'],
  ['return input ? 1 : 22;', false, '22'],
  ['return input && 33;', true, '33'],
  ['switch (input) { case 1: return 2; default: return 3; }', 1, 'case 1: return 2;'],
  ['for (const one of input) one.toString();', [1], 'one.toString();'],
  ['try { input(); } catch { return 1; }', 0, '{ return 1; }'],
  ['return [1].map((one) => one + input);', 1, '(one) => one + input'],
])('%s with %j runs %s', (body, input, block) => {
  expect(ranIn(body, input)).toEqual([expect.stringContaining(body), block]);
});

test.each([
  ['if (input) return 1; return 2;', false],
  ['return input || 3;', 4],
  ['return input.map((one) => one);', []],
])('%s with %j runs no block in its body', (body, input) => {
  expect(ranIn(body, input)).toEqual([expect.stringContaining(body)]);
});

test('the block around a range is the smallest one, and code at module level is in none', () => {
  const source = 'const a = 1; const f = (b = 2) => { if (b) g(); };';
  const { blocks } = instrumentBlocks(path, source, 5);
  const around = (text: string) => {
    const start = source.indexOf(text);
    return blockAround(blocks, { start, end: start + text.length });
  };
  expect([around('1'), around('2'), around('g()')]).toEqual([null, 0, 1]);
});

test('lines keep their numbers', () => {
  const source = 'function f() {\n  return a\n    ? b\n    : c;\n}\n';
  expect(instrumentBlocks(path, source, 0).instrumented.split('\n')).toHaveLength(6);
});
