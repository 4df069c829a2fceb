/** A proof of work that is asked for before a code is sent (decision 0115). */
export interface ProofChallenge {
  /** Opaque. */
  readonly challenge: string;
  /** With how many zero bits the hash has to begin: 1 to 32. */
  readonly bits: number;
}

/**
 * What is hashed by SHA-256, as UTF-8. A solution is a whole number from 0 on for which the hash begins with as
 * many zero bits as were asked for.
 */
export function proofText(challenge: string, solution: number | ''): string {
  return `${challenge}:${solution}`;
}
