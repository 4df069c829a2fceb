import { expect, test } from 'vitest';
import { placeOf } from './equivalent-place.mjs';

const source = 'if (a === null) return;\nif (b) {\n  return;\n}\nif (a === null) stop();\n';

test('an entry names code behind the beginning of a text that is there once', () => {
  const place = placeOf(source, { text: 'a === null) stop', from: 'a === null' });
  expect(place).toEqual({ start: source.lastIndexOf('a'), end: source.length - 1 });
  expect(placeOf(source, { text: 'if (b) {\n  return', from: 'return' })).toBeTypeOf('object');
});

test.each([
  ['gone', 'c === null', 'c'],
  ['there twice', 'a === null', 'a'],
  ['without the code', 'a === null) stop', 'b'],
  ['followed by the code on a later line only', 'if (b) {', 'return'],
  ['behind the code', 'stop()', 'a === null'],
])('an entry whose text is %s names nothing', (_, text, from) => {
  expect(placeOf(source, { text, from })).toBeTypeOf('string');
});
