import { createHmac } from 'node:crypto';

/**
 * The keys for one use: new values are made under the first, and values made under any of them are
 * accepted.
 */
export type Keys = readonly [Buffer, ...Buffer[]];

/** All keys of a server; see {@link deriveKeys}. */
export type ServerKeys = ReturnType<typeof deriveKeys>;

/**
 * One key for each use, derived from FORAY_SECRET: a leaked key reveals nothing about another. The same
 * secret gives the same keys on every node and after every start. While a secret is being replaced, the
 * keys of the previous one come second.
 */
export function deriveKeys(secret: string, previous: string | null = null) {
  const derive = (from: string, use: string) =>
    createHmac('sha256', from).update(`foray ${use}`).digest();
  const keys = (use: string): Keys => [
    derive(secret, use),
    ...(previous === null ? [] : [derive(previous, use)]),
  ];
  const name = (from: string) => derive(from, 'name').toString('base64url').slice(0, 12);
  return {
    /** Distinguishes rows made under this secret from others, and reveals nothing about the secret. */
    name: name(secret),
    previousName: previous === null ? null : name(previous),
    csrf: keys('csrf'),
    phones: keys('phones'),
    codes: keys('codes'),
    limits: keys('limits'),
    push: keys('push'),
    proofs: keys('proofs'),
    recovery: keys('recovery'),
  };
}

/** The keyed hash of a text, 32 bytes. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The keyed hashes of a text, in the order of the keys. */
export function keyedHashes([first, ...more]: Keys, text: string): Keys {
  return [keyedHash(first, text), ...more.map((key) => keyedHash(key, text))];
}
