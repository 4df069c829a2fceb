/** A code from a phone, or a recovery code in its place, while a person requests and types it. */
export interface EnteredProof {
  /** Whether the server requires one. */
  readonly isWanted: boolean;
  /** The typed code from the phone; null if none was sent. */
  readonly code: string | null;
  /** The typed recovery code; null if none is used. */
  readonly recovery: string | null;
}

/** A step of a person or of the form that changes it. */
export type ProofStep =
  /** A code was requested because the server requires one; `isSent` if it is on its way. */
  | { readonly kind: 'requested'; readonly isWanted: boolean; readonly isSent: boolean }
  | { readonly kind: 'typed'; readonly text: string }
  /** The person chose the other kind of code. */
  | { readonly kind: 'swapped' }
  /** The number was changed, to which no code has been sent. */
  | { readonly kind: 'renumbered' }
  | { readonly kind: 'reset' };

export const noProof: EnteredProof = { isWanted: false, code: null, recovery: null };

/** The state after a step. */
export function proofAfter(proof: EnteredProof, step: ProofStep): EnteredProof {
  switch (step.kind) {
    case 'requested':
      return { ...proof, isWanted: step.isWanted, code: step.isSent ? '' : proof.code };
    case 'typed':
      return { ...proof, [proof.recovery === null ? 'code' : 'recovery']: step.text };
    case 'swapped':
      return { ...proof, recovery: proof.recovery === null ? '' : null };
    case 'renumbered':
      return { ...proof, code: null };
    case 'reset':
      return noProof;
  }
}

/** The part of a request that proves who the person is; undefined if nothing was typed. */
export function confirmationOf({
  code,
  recovery,
}: EnteredProof): { readonly recovery_code: string } | { readonly code: string } | undefined {
  if (recovery !== null) return { recovery_code: recovery };
  return code === null ? undefined : { code };
}
