import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../db/tables/schema.ts';
import type { Keys } from '../config/keys.ts';
import { seal, unseal } from './sealed.ts';

/** The keys by which push services identify this server. */
export interface VapidKeys {
  readonly privateKey: KeyObject;
  /** An uncompressed point in base64url: a browser's applicationServerKey. */
  readonly publicKey: string;
}

/**
 * The keys in the database, the same for every node. They are created on first use, and again if they were
 * sealed under an unknown secret, which makes subscriptions unreadable too. Keys under the previous secret
 * are sealed again.
 */
export async function readVapidKeys(db: Connection, keys: Keys): Promise<VapidKeys> {
  const stored = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'vapid')
    .executeTakeFirst();
  const kept = stored && unseal(keys, Buffer.from(stored.value, 'base64'));
  if (kept?.isPresent === true) return keysOf(kept.text);
  const made = seal(keys, kept?.text ?? newKeys());
  // If two nodes create keys at once, the first keys are used.
  await sql`
    insert into meta (key, value) values ('vapid', ${made.toString('base64')})
    on conflict (key) do update set value = excluded.value
    where meta.value = ${stored?.value ?? null}`.execute(db);
  return readVapidKeys(db, keys);
}

function newKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}

function keysOf(text: string): VapidKeys {
  const jwk = JSON.parse(text) as JsonWebKey;
  const point = [jwk.x ?? '', jwk.y ?? ''].map((half) => Buffer.from(half, 'base64url'));
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url'),
  };
}
