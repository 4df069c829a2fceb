import type { Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';
import type { HashPhone } from './people.ts';
import { recordSet } from './record-set.ts';

/**
 * How the authority reads and writes imported numbers. Only their keyed hashes are kept, so that what can be read
 * are the numbers that were asked about.
 */
export function contactTable(db: Connection, hashPhone: HashPhone) {
  return {
    async contactsAmong(userId, phones) {
      if (phones.length === 0) return [];
      const phoneOf = new Map(phones.map((phone) => [byteText(hashPhone(phone)), phone]));
      const { rows } = await sql<{ readonly hash: string }>`
        select phone_hash::text as hash from contacts
        where user_id = ${userId} and phone_hash = any(${[...phoneOf.keys()]}::bytea[])
      `.execute(db);
      return rows.flatMap(({ hash }) => phoneOf.get(hash) ?? []);
    },
    async contactCount(userId) {
      const { rows } = await sql<{ readonly count: number }>`
        select count(*) as count from contacts where user_id = ${userId} and is_first`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async importersAmong(phone, candidates) {
      if (candidates.length === 0) return [];
      const { rows } = await sql<{ readonly user_id: number }>`
        select user_id from contacts
        where phone_hash = ${hashPhone(phone)} and user_id = any(${candidates}::bigint[])
        order by user_id`.execute(db);
      return rows.map((row) => row.user_id);
    },
    async putContacts(rows) {
      if (rows.length === 0) return;
      const hashed = rows.map(({ user_id, phone, is_first }) => {
        return { user_id, phone_hash: byteText(hashPhone(phone)), is_first };
      });
      const columns = { user_id: 'bigint', phone_hash: 'bytea', is_first: 'boolean' } as const;
      await sql`
        insert into contacts (user_id, phone_hash, is_first)
        select user_id, phone_hash, is_first from ${recordSet(hashed, columns, 'r')}
        on conflict (user_id, phone_hash) do nothing`.execute(db);
    },
    async removeContacts(userIds, phone) {
      if (userIds.length === 0) return;
      await sql`
        delete from contacts
        where phone_hash = ${hashPhone(phone)} and user_id = any(${userIds}::bigint[])`.execute(db);
    },
  } satisfies Partial<Tx>;
}

/** A hash as PostgreSQL writes and reads a bytea in text. */
function byteText(hash: Buffer): string {
  return `\\x${hash.toString('hex')}`;
}
