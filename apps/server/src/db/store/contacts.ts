import type { Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import type { PhoneHashes } from './people.ts';
import { recordSet } from '../tables/record-set.ts';

/**
 * Reads and writes imported numbers. Only their keyed hashes are stored, so a read finds only numbers that
 * the caller names.
 */
export function contactTable(db: Connection, hashes: PhoneHashes) {
  const { hashPhone, formerHashPhone } = hashes;
  const hashesOf = (phone: string): readonly Buffer[] =>
    [hashPhone, formerHashPhone].flatMap((hash) => hash?.(phone) ?? []);
  return {
    async contactsAmong(userId, phones) {
      if (phones.length === 0) return [];
      const phoneOf = new Map(
        phones.flatMap((phone) => hashesOf(phone).map((hash) => [byteText(hash), phone] as const)),
      );
      const { rows } = await sql<{ readonly hash: string }>`
        select phone_hash::text as hash from contacts
        where user_id = ${userId} and phone_hash = any(${[...phoneOf.keys()]}::bytea[])
      `.execute(db);
      return [...new Set(rows.flatMap(({ hash }) => phoneOf.get(hash) ?? []))];
    },
    async contactCount(userId) {
      const { rows } = await sql<{ readonly count: number }>`
        select count(*) as count from contacts where user_id = ${userId} and is_first`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async importersAmong(phone, candidates) {
      if (candidates.length === 0) return [];
      const { rows } = await sql<{ readonly user_id: number }>`
        select distinct user_id from contacts
        where phone_hash = any(${hashesOf(phone)}::bytea[])
          and user_id = any(${candidates}::bigint[])
        order by user_id`.execute(db);
      return rows.map((row) => row.user_id);
    },
    async putContacts(rows) {
      if (rows.length === 0) return;
      const hashed = rows.map(({ user_id, phone, is_first }) => {
        return {
          user_id,
          phone_hash: byteText(hashPhone(phone)),
          is_first,
          key: hashes.keyName ?? null,
        };
      });
      const columns = {
        user_id: 'bigint',
        phone_hash: 'bytea',
        is_first: 'boolean',
        key: 'text',
      } as const;
      await sql`
        insert into contacts (user_id, phone_hash, is_first, key)
        select user_id, phone_hash, is_first, key from ${recordSet(hashed, columns, 'r')}
        on conflict (user_id, phone_hash) do nothing`.execute(db);
    },
    async removeContacts(userIds, phone) {
      if (userIds.length === 0) return;
      await sql`
        delete from contacts
        where phone_hash = any(${hashesOf(phone)}::bytea[])
          and user_id = any(${userIds}::bigint[])`.execute(db);
    },
    renewContacts: (userId, phones) => renewContacts(db, hashes, phones, userId),
  } satisfies Partial<Tx>;
}

/**
 * Renews the hashes of these numbers under the current key, in the list of one user or, with null, of all.
 */
export async function renewContacts(
  db: Connection,
  { hashPhone, formerHashPhone, keyName }: PhoneHashes,
  phones: readonly string[],
  userId: number | null,
): Promise<void> {
  if (formerHashPhone === undefined || phones.length === 0) return;
  await sql`
    with pairs as (
      select * from unnest(${phones.map(formerHashPhone)}::bytea[], ${phones.map(hashPhone)}::bytea[])
        as p (former, present)
    ), moved as (
      delete from contacts c using pairs p
      where c.phone_hash = p.former and c.user_id = coalesce(${userId}, c.user_id)
      returning c.user_id, p.present, c.is_first, c.created_at
    )
    insert into contacts (user_id, phone_hash, is_first, created_at, key)
    select user_id, present, is_first, created_at, ${keyName ?? null} from moved
    on conflict (user_id, phone_hash) do update
    set is_first = contacts.is_first or excluded.is_first`.execute(db);
}

/** A hash as PostgreSQL writes and reads a bytea in text. */
function byteText(hash: Buffer): string {
  return `\\x${hash.toString('hex')}`;
}
