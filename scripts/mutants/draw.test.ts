import { draw, randomFrom, rarestTenth } from './draw.mjs';

const hundred = Array.from({ length: 100 }, (_, at) => at);

test('a seed draws the same elements each time, and another seed draws others', () => {
  const first = draw(hundred, 10, randomFrom(1));
  expect(new Set(first).size).toBe(10);
  expect(draw(hundred, 10, randomFrom(1))).toEqual(first);
  expect(draw(hundred, 10, randomFrom(2))).not.toEqual(first);
});

test('drawing more elements than there are returns each once', () => {
  expect(draw([1, 2, 3], 5, randomFrom(1)).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});

test('every element is drawn about equally often', () => {
  const random = randomFrom(7);
  const times = [0, 0, 0, 0];
  for (let round = 0; round < 4000; round += 1) {
    for (const at of draw([0, 1, 2, 3], 1, random)) times[at] = (times[at] ?? 0) + 1;
  }
  for (const count of times) expect(Math.abs(count - 1000)).toBeLessThan(120);
});

test('the rarest tenth contains the elements that the fewest tests reach, including ties', () => {
  expect(rarestTenth(hundred, (at) => at)).toEqual(hundred.slice(0, 10));
  expect(rarestTenth([4, 1, 1, 9], (count) => count)).toEqual([1, 1]);
  expect(rarestTenth([], () => 0)).toEqual([]);
});
