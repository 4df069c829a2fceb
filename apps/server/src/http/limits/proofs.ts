import { proofText } from '@foray/contract';
import type { ProofChallenge } from '@foray/contract';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHashes } from '../../config/keys.ts';
import type { Keys } from '../../config/keys.ts';

/** Time enough for a slow phone. */
const challengeLifeMs = 5 * 60_000;

/** A client's answer to a challenge. */
export interface ProofOfWorkSolution {
  readonly challenge: string;
  readonly solution: number;
}

export type Proofs = ReturnType<typeof createProofs>;

/**
 * Challenges for a proof of work. A challenge is not stored: it contains its difficulty and its expiry,
 * signed with a key together with its number. Each can be used once.
 */
export function createProofs(ports: {
  readonly keys: Keys;
  readonly nowMs: () => number;
  /** Whether this is the first use of a name that may be used once until then. */
  readonly isFirstUse: (subject: string, untilMs: number) => Promise<boolean>;
}) {
  const { keys, nowMs, isFirstUse } = ports;
  const signatures = (phone: string, said: string) => keyedHashes(keys, `${phone}\n${said}`);
  return {
    /** A challenge for a number (E.164), valid for five minutes. */
    challenge(phone: string, bits: number): ProofChallenge {
      const random = randomBytes(12).toString('base64url');
      const said = `${bits}.${nowMs() + challengeLifeMs}.${random}`;
      return { challenge: `${said}.${signatures(phone, said)[0].toString('base64url')}`, bits };
    },
    /**
     * Whether this solves a valid challenge for the number with at least this many bits; uses up the
     * challenge.
     */
    async isSolved(
      phone: string,
      { challenge, solution }: ProofOfWorkSolution,
      leastBits: number,
    ): Promise<boolean> {
      const parts = /^((\d{1,2})\.(\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(challenge);
      const [, said = '', bits, until, signature = ''] = parts ?? [];
      const given = signatureOf(signature);
      if (!signatures(phone, said).some((one) => timingSafeEqual(one, given))) return false;
      if (Number(until) <= nowMs() || Number(bits) < leastBits) return false;
      const hash = createHash('sha256').update(proofText(challenge, solution)).digest();
      if (Math.clz32(hash.readUInt32BE(0)) < Number(bits)) return false;
      return isFirstUse(said, Number(until));
    },
  };
}

/** It always has 32 bytes. */
function signatureOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 ? bytes : Buffer.alloc(32);
}
