import { movedBlocks } from './moved-blocks.mjs';

test('a block with the same text keeps its tests wherever it moved', () => {
  const before = { 'a.ts': ['a1', 'a2'], 'b.ts': ['b1'] };
  const now = { 'a.ts': ['a2', 'a1'], 'aa.ts': ['new'], 'b.ts': ['b1'] };
  expect(movedBlocks(before, now)).toEqual([[1], [0], [3]]);
});

test('blocks with the same text keep their order', () => {
  expect(movedBlocks({ 'a.ts': ['x', 'y', 'x'] }, { 'a.ts': ['x', 'x', 'y'] })).toEqual([
    [0],
    [2],
    [1],
  ]);
});

test('a changed block counts as every new block of its file', () => {
  expect(movedBlocks({ 'a.ts': ['x', 'old'] }, { 'a.ts': ['new', 'x', 'newer'] })).toEqual([
    [1],
    [0, 2],
  ]);
});

test('a block of a deleted file has no new place', () => {
  expect(movedBlocks({ 'a.ts': ['x'], 'b.ts': ['y'] }, { 'b.ts': ['y'] })).toEqual([[], [0]]);
});
