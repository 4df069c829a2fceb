import { sha256 } from '@noble/hashes/sha2.js';

/** What is looked for: a number after `prefix` for which the hash begins with so many zero bits, 1 to 32. */
export interface ProofSearch {
  readonly prefix: string;
  readonly bits: number;
}

/**
 * The first such number from 0 on. With each bit it takes twice as long. The browser's own function answers each
 * call later, which takes longer than the hash of a short text, and is not there without TLS.
 */
export function findSolution({ prefix, bits }: ProofSearch): number {
  const encoder = new TextEncoder();
  for (let solution = 0; ; solution += 1) {
    const hash = sha256(encoder.encode(prefix + solution));
    if (Math.clz32(new DataView(hash.buffer).getUint32(0)) >= bits) return solution;
  }
}
