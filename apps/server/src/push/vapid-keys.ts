import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../db/schema.ts';
import { seal, unseal } from './sealed.ts';

/** The keys by which push services know this server. */
export interface VapidKeys {
  readonly privateKey: KeyObject;
  /** An uncompressed point in base64url: a browser's applicationServerKey. */
  readonly publicKey: string;
}

/**
 * The keys in the database, the same for every node; made when they are first asked for, and again if
 * FORAY_SECRET is another one, which no subscription outlives either.
 */
export async function readVapidKeys(db: Connection, secret: Buffer): Promise<VapidKeys> {
  const stored = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'vapid')
    .executeTakeFirst();
  const kept = stored && unseal(secret, Buffer.from(stored.value, 'base64'));
  if (kept) return keysOf(kept);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const made = seal(secret, JSON.stringify(privateKey.export({ format: 'jwk' })));
  // Of two nodes that make them at once the first one's count.
  await sql`
    insert into meta (key, value) values ('vapid', ${made.toString('base64')})
    on conflict (key) do update set value = excluded.value
    where meta.value = ${stored?.value ?? null}`.execute(db);
  return readVapidKeys(db, secret);
}

function keysOf(text: string): VapidKeys {
  const jwk = JSON.parse(text) as JsonWebKey;
  const point = [jwk.x ?? '', jwk.y ?? ''].map((half) => Buffer.from(half, 'base64url'));
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url'),
  };
}
