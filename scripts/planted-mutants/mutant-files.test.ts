import { editedFiles, parseMutants } from './mutant-files.mjs';

/** The parsed lines of a file of mutants. */
function parsed(...lines: string[]) {
  return parseMutants('a/mutants/b.mutants', lines.join('\n'));
}

test('a mutant has its place, its claim, and its edits of the file named above them', () => {
  const { mutants, faults } = parsed(
    '# about the search',
    'a/src/search.ts',
    '[SEARCH-01] the arrow up moves down',
    '- up ? 1 : -1',
    '+ up ? 1 : 1',
    '[search.test.ts: [I7] a title: with a colon] no result is kept',
    '- keep(result);',
  );
  expect(faults).toEqual([]);
  expect(mutants).toEqual([
    {
      path: 'a/mutants/b.mutants',
      line: 3,
      label: '[SEARCH-01] the arrow up moves down',
      claim: { requirement: 'SEARCH-01' },
      edits: [{ file: 'a/src/search.ts', text: 'up ? 1 : -1', replacement: 'up ? 1 : 1' }],
    },
    {
      path: 'a/mutants/b.mutants',
      line: 6,
      label: '[search.test.ts: [I7] a title: with a colon] no result is kept',
      claim: { testFile: 'search.test.ts', title: '[I7] a title: with a colon' },
      edits: [{ file: 'a/src/search.ts', text: 'keep(result);', replacement: '' }],
    },
  ]);
});

test('a text and its replacement can have several lines, blank and indented ones too', () => {
  const { mutants } = parsed('a.ts', '[A-01] b', '- a {', '-', '-   b', '+ c', '+   d', '+');
  expect(mutants[0]?.edits).toEqual([
    { file: 'a.ts', text: 'a {\n\n  b', replacement: 'c\n  d\n' },
  ]);
});

test('a mutant can make several edits, in several files, and delete a text without replacing it', () => {
  const lines = ['a.ts', '[A-01] b', '- 1', '+ 2', '- 3', '', '- 4', 'b.ts', '- 5', '+ 6'];
  const { mutants, faults } = parsed(...lines);
  expect(faults).toEqual([]);
  expect(mutants.flatMap(({ edits }) => edits)).toEqual([
    { file: 'a.ts', text: '1', replacement: '2' },
    { file: 'a.ts', text: '3', replacement: '' },
    { file: 'a.ts', text: '4', replacement: '' },
    { file: 'b.ts', text: '5', replacement: '6' },
  ]);
});

test.each([
  { fault: 'a text without a file', lines: ['[A-01] b', '- c'], line: 2 },
  { fault: 'a text without a mutant', lines: ['a.ts', '- c'], line: 2 },
  { fault: 'a replacement without a text', lines: ['a.ts', '[A-01] b', '+ c', '- d'], line: 3 },
  {
    fault: 'a blank line before the replacement',
    lines: ['a.ts', '[A-01] b', '- c', '', '+ d'],
    line: 5,
  },
  { fault: 'a mutant without an edit', lines: ['a.ts', '[A-01] b', '[A-02] c', '- d'], line: 2 },
  { fault: 'a mutant without a sentence', lines: ['a.ts', '[A-01]'], line: 2 },
  { fault: 'a line of no form', lines: ['a.ts', '[A-01] b', '- c', 'd e'], line: 4 },
  { fault: 'a sign without a space', lines: ['a.ts', '[A-01] b', '- c', '+d'], line: 4 },
])('$fault is reported with its line', ({ lines, line }) => {
  expect(parsed(...lines).faults.map((fault) => fault.line)).toContain(line);
});

test('edits of a file are made one after the other, with the replacement verbatim', () => {
  const edits = [
    { file: 'a.ts', text: 'one', replacement: '$& three' },
    { file: 'a.ts', text: 'three', replacement: '$1' },
  ];
  expect([...editedFiles(edits, () => 'one two')]).toEqual([['a.ts', '$& $1 two']]);
});
