// @ts-check

/**
 * Numbers in [0, 1) that follow from the seed alone (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws `count` different elements, or all in random order if there are fewer.
 * @template T
 * @param {readonly T[]} from
 * @param {number} count
 * @param {() => number} random
 * @returns {T[]}
 */
export function draw(from, count, random) {
  const left = [...from];
  const drawn = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/**
 * The tenth that the fewest tests reach, with ties: code behind behaviour that few tests prove.
 * @template T
 * @param {readonly T[]} from
 * @param {(element: T) => number} reachedBy how many tests reach it
 * @returns {T[]}
 */
export function rarestTenth(from, reachedBy) {
  const counts = from.map(reachedBy).toSorted((a, b) => a - b);
  const limit = counts[Math.ceil(counts.length / 10) - 1] ?? 0;
  return from.filter((element) => reachedBy(element) <= limit);
}
