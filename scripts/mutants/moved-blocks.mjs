// @ts-check

/**
 * The blocks of each file of a tree in the order of their numbers, each as a hash of its text.
 * @typedef {Readonly<Record<string, readonly string[]>>} BlockHashes
 */

/**
 * For each block of an earlier tree, by its number, the numbers that it has now: that of the block of the
 * same text in the file, or those of all blocks there that are new, since one of them may be what became of it.
 * @param {BlockHashes} before
 * @param {BlockHashes} now
 * @returns {number[][]}
 */
export function movedBlocks(before, now) {
  const firsts = firstNumbers(now);
  return Object.entries(before).flatMap(([path, hashes]) => {
    const first = firsts.get(path) ?? 0;
    /** @type {Map<string, number[]>} */
    const left = new Map();
    for (const [at, hash] of (now[path] ?? []).entries()) {
      left.set(hash, [...(left.get(hash) ?? []), first + at]);
    }
    const same = hashes.map((hash) => left.get(hash)?.shift());
    const fresh = [...left.values()].flat();
    return same.map((number) => (number === undefined ? fresh : [number]));
  });
}

/** @param {BlockHashes} tree */
function firstNumbers(tree) {
  const firsts = new Map();
  let first = 0;
  for (const [path, hashes] of Object.entries(tree)) {
    firsts.set(path, first);
    first += hashes.length;
  }
  return firsts;
}
