/** A proof of work that is required before a code is sent (decision 0115). */
export interface ProofChallenge {
  /** Opaque. */
  readonly challenge: string;
  /** The number of zero bits that the hash has to begin with: 1 to 32. */
  readonly bits: number;
}

/**
 * The text that is hashed by SHA-256, as UTF-8. A solution is a whole number from 0 on whose hash begins with
 * the required number of zero bits.
 */
export function proofText(challenge: string, solution: number | ''): string {
  return `${challenge}:${solution}`;
}
