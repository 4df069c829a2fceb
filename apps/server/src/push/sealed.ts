import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from '../config/keys.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text under the first key, of 32 bytes, so that a reader of the database learns nothing. */
export function seal([key]: Keys, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * The decrypted text, and whether it was under the first key; null if it was under none of the keys, or is
 * damaged.
 */
export function unseal(
  keys: Keys,
  sealed: Buffer,
): { readonly text: string; readonly isPresent: boolean } | null {
  for (const key of keys) {
    const text = unsealWith(key, sealed);
    if (text !== null) return { text, isPresent: key === keys[0] };
  }
  return null;
}

function unsealWith(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
