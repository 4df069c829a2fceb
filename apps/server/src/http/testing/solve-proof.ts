import { proofText, type ProofChallenge } from '@foray/contract';
import { createHash } from 'node:crypto';

/** The number of leading zero bits in the hash of this solution. */
export function zeroBitsOf(challenge: string, solution: number): number {
  const hash = createHash('sha256').update(proofText(challenge, solution)).digest();
  return Math.clz32(hash.readUInt32BE(0));
}

/** Solves a proof of work, as a client sends it. */
export function solve({ challenge, bits }: ProofChallenge) {
  let solution = 0;
  while (zeroBitsOf(challenge, solution) < bits) solution += 1;
  return { challenge, solution };
}
