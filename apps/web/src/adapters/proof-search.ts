import { sha256 } from './sha256.ts';

/** What is looked for: a number after `prefix` for which the hash begins with so many zero bits, 1 to 32. */
export interface ProofSearch {
  readonly prefix: string;
  readonly bits: number;
}

/** The first such number from 0 on. With each bit it takes twice as long. */
export function findSolution({ prefix, bits }: ProofSearch): number {
  const begin = new TextEncoder().encode(prefix);
  const text = new Uint8Array(begin.length + 16);
  text.set(begin);
  for (let solution = 0; ; solution += 1) {
    const digits = String(solution);
    for (let at = 0; at < digits.length; at += 1) text[begin.length + at] = digits.charCodeAt(at);
    const [first = 0] = sha256(text, begin.length + digits.length);
    if (Math.clz32(first) >= bits) return solution;
  }
}
