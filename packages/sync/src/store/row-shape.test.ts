import { isOfNewerShape } from './row-shape.ts';

test.each([
  [null, false],
  [{}, false],
  [{ shape: 4 }, false],
  [{ shape: 5 }, true],
  [{ shape: 1004 }, true],
  [{ shape: 1005 }, false],
  [{ shape: 5.5 }, false],
  [{ shape: '5' }, false],
])('[DATA-14] an app that knows four formats treats %j as a newer one: %s', (row, isNewer) => {
  expect(isOfNewerShape(row, 4)).toBe(isNewer);
});
