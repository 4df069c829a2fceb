import { isFields, isFlag, isInteger, isListOf, isOneOf, isShape, isText } from './shape.ts';

const values = [undefined, null, '', 'a', 0, 1.5, 2 ** 53, true, [], ['a'], ['a', 1], {}];

test.each([
  ['an object with fields', isFields, [{}]],
  ['a text', isText, ['', 'a']],
  ['an exact whole number', isInteger, [0]],
  ['a flag', isFlag, [true]],
  ['a list of texts', isListOf(isText), [[], ['a']]],
  ['one of a closed set', isOneOf(['a', 'b']), ['a']],
] as const)('the check for %s accepts nothing else', (_kind, is, expected) => {
  expect(values.filter((value) => is(value))).toEqual(expected);
});

test('an object passes if each of its fields passes its check, and additional fields are allowed', () => {
  const isPoint = isShape<{ x: number; y: number }>({ x: isInteger, y: isInteger });
  expect(isPoint({ x: 1, y: 2 })).toBe(true);
  expect(isPoint({ x: 1, y: 2, z: 'a' })).toBe(true);
  for (const wrong of [null, [], 'a', {}, { x: 1 }, { y: 2 }, { x: 'a', y: 2 }, { x: 1, y: 'a' }]) {
    expect(isPoint(wrong)).toBe(false);
  }
});
