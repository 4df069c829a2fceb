import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const curve = 'prime256v1';
/** The record size stated in the header; a message is one record, far smaller. */
const recordBytes = 4_096;
const tokenLifeMs = 12 * 3_600_000;

/** A browser's public key and secret, as PushSubscription gives them. */
export interface SubscriptionKeys {
  /** An uncompressed point of P-256, 65 bytes in base64url. */
  readonly p256dh: string;
  /** 16 bytes in base64url. */
  readonly auth: string;
}

/** The name of the key for which no message can be encrypted; null if both keys are valid. */
export function badKey({ p256dh, auth }: SubscriptionKeys): 'p256dh' | 'auth' | null {
  if (Buffer.from(auth, 'base64url').length !== 16) return 'auth';
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65) return 'p256dh';
  try {
    ECDH.convertKey(point, curve);
    return null;
  } catch {
    return 'p256dh';
  }
}

/** The random parts of a message; only tests provide them. */
interface MessageSecrets {
  readonly privateKey: Buffer;
  readonly salt: Buffer;
}

/** Encrypts a short message for a browser: the body of the request (RFC 8291, aes128gcm). */
export function encryptMessage(
  text: string,
  keys: SubscriptionKeys,
  secrets?: MessageSecrets,
): Buffer {
  const ecdh = createECDH(curve);
  if (secrets === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(secrets.privateKey);
  const salt = secrets?.salt ?? randomBytes(16);
  const [ours, theirs] = [ecdh.getPublicKey(), Buffer.from(keys.p256dh, 'base64url')];
  const derive = (key: Buffer, saltedBy: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, saltedBy, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const auth = Buffer.from(keys.auth, 'base64url');
  const secret = derive(ecdh.computeSecret(theirs), auth, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([ours.length]),
    ours,
    // The last record ends with a 2.
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** The Authorization header by which a push service identifies this server (RFC 8292, VAPID). */
export function vapidHeader(of: {
  readonly endpoint: string;
  readonly privateKey: KeyObject;
  /** An uncompressed point in base64url. */
  readonly publicKey: string;
  /** The operator's contact: an https or mailto URL. */
  readonly subject: string;
  readonly nowMs: number;
}): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor((of.nowMs + tokenLifeMs) / 1000);
  const claims = { aud: new URL(of.endpoint).origin, exp, sub: of.subject };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = { key: of.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url');
  return `vapid t=${signed}.${signature}, k=${of.publicKey}`;
}
