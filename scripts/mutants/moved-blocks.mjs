// @ts-check

/**
 * The blocks of each file of a tree in the order of their numbers, each as a hash of its text.
 * @typedef {Readonly<Record<string, readonly string[]>>} BlockHashes
 */

/**
 * For each block of an earlier tree, by its number, its current numbers: that of the block with the same text
 * in the file, or those of all new blocks there, since any of them may be the changed block.
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
