import { isUuid, parseItemRef } from './item-ref.ts';

const uuid = '0198c0de-0000-7000-8000-000000000001';

test('a uuid is written in lower case, with nothing around it', () => {
  expect(isUuid(uuid)).toBe(true);
  for (const wrong of [`x${uuid}`, `${uuid}x`, uuid.toUpperCase(), uuid.replaceAll('-', ''), '']) {
    expect(isUuid(wrong)).toBe(false);
  }
});

test.each([
  [null, null],
  [undefined, null],
  ['', null],
  [0, null],
  ['0', null],
  [7, { id: 7 }],
  ['7', { id: 7 }],
  ['9007199254740991', { id: 9_007_199_254_740_991 }],
  [uuid, { uuid }],
  [uuid.toUpperCase(), { uuid }],
])('%j is a reference to %j', (value, ref) => {
  expect(parseItemRef(value)).toEqual({ ok: true, value: ref });
});

test.each([
  [-1],
  [1.5],
  [2 ** 53],
  ['9007199254740992'],
  ['12345678901234567'],
  ['x7'],
  ['7x'],
  [' 7'],
  ['1e3'],
  [true],
  [[7]],
  [{}],
  [`${uuid}0`],
])('%j is not a reference', (value) => {
  expect(parseItemRef(value)).toEqual({ ok: false, error: 'malformed' });
});
