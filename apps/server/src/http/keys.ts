import { createHmac } from 'node:crypto';

/**
 * One key for each use, derived from FORAY_SECRET: what one of them leaks says nothing of another. The
 * same secret gives the same keys on every node and after every start.
 */
export function deriveKeys(secret: string) {
  const key = (use: string) => createHmac('sha256', secret).update(`foray ${use}`).digest();
  return {
    csrf: key('csrf'),
    phones: key('phones'),
    codes: key('codes'),
    limits: key('limits'),
    push: key('push'),
    proofs: key('proofs'),
  };
}

/** The keyed hash of a text, 32 bytes. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
