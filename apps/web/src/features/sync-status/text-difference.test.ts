import fc from 'fast-check';
import { differenceOf, type Stretch } from './text-difference.ts';

function shown(stretches: readonly Stretch[]): string {
  return stretches
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'only' ? `[${text}]` : '…'))
    .join('');
}

function both(mine: string, theirs: string): readonly [string, string] {
  return [shown(differenceOf(mine, theirs)), shown(differenceOf(theirs, mine))];
}

test('words that occur in one version only are marked', () => {
  expect(both('Buy four oars today', 'Buy two oars')).toEqual([
    'Buy [four] oars[ today]',
    'Buy [two] oars',
  ]);
  expect(both('Buy oars', 'Buy oars')).toEqual(['Buy oars', 'Buy oars']);
  expect(both('', 'All new')).toEqual(['', '[All new]']);
});

test('a short version is shown whole', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (mine, theirs) => {
      expect(
        differenceOf(mine, theirs)
          .map((stretch) => stretch.text)
          .join(''),
      ).toBe(mine);
    }),
  );
});

test('adjacent changed words are one mark', () => {
  expect(both('a b c d', 'a x y d')).toEqual(['a [b c] d', 'a [x y] d']);
});

test('unchanged text far from a change is left out', () => {
  const long = 'word '.repeat(200);
  const [mine, theirs] = both(`${long}mine ${long}`, `${long}theirs ${long}`);
  expect(mine.length).toBeLessThan(200);
  expect(mine).toMatch(/^….*\[mine\].*…$/);
  expect(theirs).toContain('[theirs]');
});

test('texts too long to compare word by word still show every change', () => {
  const mine = Array.from({ length: 1500 }, (_, at) => `a${at}`).join(' ');
  const theirs = Array.from({ length: 1500 }, (_, at) => `b${at}`).join(' ');
  expect(both(mine, theirs)).toEqual([`[${mine}]`, `[${theirs}]`]);
});
