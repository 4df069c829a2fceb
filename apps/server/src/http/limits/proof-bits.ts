/**
 * This many codes in the last five to ten minutes need no proof of work, or a fiftieth of a day's codes.
 */
const freeCodes = 10;
const freeShare = 1 / 50;
/**
 * The bits that a browser finds in a second, and in a few seconds. Each additional bit doubles the time.
 */
export const firstProofBits = 16;
const mostProofBits = 20;
/** Beyond a shared limit: up to a minute on a phone. */
const hardestProofBits = 22;

/** The part of a shared limit that costs no proof of work. */
export const freeHalfOf = (most: number) => Math.ceil(most / 2);

/**
 * The bits that a proof needs after this number of codes: none for a few, and one more whenever there
 * are 1.4 times as many.
 */
export function proofBitsFor(sent: number, perDay: number): number {
  const load = sent / Math.max(freeCodes, perDay * freeShare);
  return load < 1 ? 0 : Math.min(mostProofBits, firstProofBits + Math.floor(2 * Math.log2(load)));
}

/**
 * The bits that a proof needs after this number of codes beyond the shares of their networks: a second's
 * work while there are as many as one network may get, and one more bit whenever there are twice as many.
 */
export function proofBitsOfCrowd(used: number, perNetwork: number): number {
  if (used < perNetwork) return firstProofBits;
  return Math.min(hardestProofBits, firstProofBits + 1 + Math.floor(Math.log2(used / perNetwork)));
}

/**
 * The bits that a proof needs when this part of a shared limit is used: none in its first half, then
 * more and more, up to 22 beyond the limit.
 */
export function proofBitsAt(used: number, most: number): number {
  const half = freeHalfOf(most);
  if (used < half) return 0;
  const steps = mostProofBits - firstProofBits + 1;
  const step = Math.floor((steps * (used - half)) / Math.max(1, most - half));
  return Math.min(hardestProofBits, firstProofBits + step);
}
