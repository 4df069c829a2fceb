import { RetryTransaction } from '@foray/authority';
import type { NumberedUser, Tx, UserRow } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { raisedFor, raisedHoldings } from '../account/raised-limits.ts';
import type { RaisedFor } from '../account/raised-limits.ts';
import { noteEvent } from '../account/security-events.ts';
import { endOtherSessions } from '../account/sessions.ts';
import { announceTo } from '../pool/head-channel.ts';
import type { NotedStanding } from '../tables/heads.ts';
import { assignments, columnList, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

/** The keyed hash of a phone in E.164, by which users and contacts are compared. */
export type HashPhone = (phone: string) => Buffer;

/** How phones are hashed; also under the previous secret while a secret is being replaced. */
export interface PhoneHashes {
  readonly hashPhone: HashPhone;
  readonly formerHashPhone?: HashPhone | undefined;
  /** The name that rows give to the secret of `hashPhone`. */
  readonly keyName?: string | undefined;
}

const newUserColumns: Columns<Omit<UserRow, 'id'>> = {
  phone: 'text',
  name: 'text',
  placeholder: 'boolean',
  phone_verified_at: 'timestamptz(3)',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
};
/** The columns of `users`, except those that only the store needs. */
export const userColumns: Columns<UserRow> = { id: 'bigint', ...newUserColumns };

/** The lock of a transaction that changes a number, under an arbitrary key of its own. */
const numbersLock = 7_034_917_254;

/** Reads and writes people; a drawn id that is taken fails as a race of keys, and another is drawn. */
export function peopleTable(
  db: Connection,
  noted: NotedStanding,
  hashes: PhoneHashes,
  newUserId?: () => number,
) {
  return {
    ...peopleReads(db, noted),
    ...peopleChanges(db, hashes, newUserId),
  } satisfies Partial<Tx>;
}

/** Reads people and their contacts. */
function peopleReads(db: Connection, noted: NotedStanding) {
  return {
    async users(ids) {
      if (ids.length === 0) return [];
      const { user } = noted;
      if (user !== null && ids.every((id) => id === user.id)) return [user];
      const { rows } = await sql<UserRow>`
        select ${columnList(userColumns)} from users
        where id = any(${ids}::bigint[]) order by id`.execute(db);
      return rows;
    },
    async userByPhone(phone) {
      const { rows } = await sql<UserRow>`
        select ${columnList(userColumns)} from users where phone = ${phone}`.execute(db);
      return rows[0] ?? null;
    },
    async numberedUser(userId) {
      const { rows } = await sql<UserRow & Omit<NumberedUser, 'user'>>`
        select ${columnList(userColumns, 'u.')},
          array(
            select f.phone from former_numbers f
            where f.user_id = u.id and f.phone <> u.phone order by f.phone
          ) as former,
          u.is_number_taken_over or exists (
            select from former_numbers f where f.phone = u.phone and f.user_id <> u.id
          ) as "isTakenOver"
        from users u where u.id = ${userId}`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      const { former, isTakenOver, ...user } = row;
      return { user, former, isTakenOver };
    },
    async raisedLimits(userId) {
      const { rows } = await sql<{ readonly raised: RaisedFor }>`
        select ${raisedFor(sql`${userId}`)} as raised`.execute(db);
      return raisedHoldings(rows[0]?.raised ?? null);
    },
    async importedUsers(userId) {
      const { rows } = await sql<{ readonly id: number }>`
        select u.id from contacts c join users u on u.phone_hash = c.phone_hash
        where c.user_id = ${userId} and u.id <> ${userId} order by u.id`.execute(db);
      return rows.map((row) => row.id);
    },
    async usersWithPhones(phones) {
      if (phones.length === 0) return [];
      const { rows } = await sql<{ readonly id: number }>`
        select id from users where phone = any(${phones}::text[]) order by id`.execute(db);
      return rows.map((row) => row.id);
    },
    async mutualsOf(userId) {
      const { rows } = await sql<{ readonly id: number }>`
        select ref_id as id from feed
        where user_id = ${userId} and kind = 'mutual' and not removed
        order by ref_id`.execute(db);
      return rows.map((row) => row.id);
    },
    async mutualsAmong(userId, candidates) {
      if (candidates.length === 0) return [];
      const { rows } = await sql<{ readonly id: number }>`
        select ref_id as id from feed
        where user_id = ${userId} and kind = 'mutual' and not removed
          and ref_id = any(${candidates}::bigint[])
        order by ref_id`.execute(db);
      return rows.map((row) => row.id);
    },
    async metAmong(userId, candidates) {
      if (candidates.length === 0) return [];
      const { rows } = await sql<{ readonly id: number }>`
        select ref_id as id from feed
        where user_id = ${userId} and kind = 'mutual' and ref_id = any(${candidates}::bigint[])
        order by ref_id`.execute(db);
      return rows.map((row) => row.id);
    },
  } satisfies Partial<Tx>;
}

/** Locks and writes. */
function peopleChanges(
  db: Connection,
  { hashPhone }: PhoneHashes,
  newUserId: (() => number) | undefined,
) {
  const hashOf = (row: Pick<UserRow, 'phone'>) =>
    row.phone === null ? null : hashPhone(row.phone);
  const updateUser = async (row: UserRow): Promise<void> => {
    await sql`
      update users set phone_hash = ${hashOf(row)}::bytea,
        ${assignments(newUserColumns, [], 'r')}
      from ${recordSet([row], userColumns, 'r')} where users.id = r.id`.execute(db);
  };
  return {
    async insertUser(row) {
      const counted = sql`nextval(pg_get_serial_sequence('users', 'id'))`;
      const id = newUserId === undefined ? counted : sql`${newUserId()}::bigint`;
      const { rows } = await sql<{ id: number }>`
        insert into users (id, phone_hash, ${columnList(newUserColumns)})
        select ${id}, ${hashOf(row)}::bytea, ${columnList(newUserColumns)}
        from ${recordSet([row], newUserColumns, 'r')}
        on conflict (phone) do nothing returning id`.execute(db);
      return rows[0]?.id ?? null;
    },
    async lockUsers(ids) {
      // Weaker than FOR UPDATE: rows that name the user may be inserted elsewhere (foreign keys).
      const { rows } = await sql<UserRow>`
        select ${columnList(userColumns)} from users
        where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
      return rows;
    },
    async lockNumbers() {
      await sql`select pg_advisory_xact_lock(${numbersLock})`.execute(db);
    },
    async changeNumber(row, formerPhone) {
      await lockKey(db, row.id);
      await sql`
        insert into former_numbers (user_id, phone, phone_hash)
        values (${row.id}, ${formerPhone}, ${hashPhone(formerPhone)})
        on conflict (user_id, phone_hash) do update set changed_at = now()`.execute(db);
      await updateUser(row);
      await sql`update users set is_number_taken_over = false where id = ${row.id}`.execute(db);
    },
    putSecurityEvent: (event) => noteEvent(db, event),
    endOtherSessions: (session, at) => endOtherSessions(db, session, at),
    updateUser,
    async eraseUser(id, { isEnd }) {
      if (isEnd) await lockKey(db, id);
      await sql`
        with a as (delete from contacts where user_id = ${id}),
          b as (delete from access where user_id = ${id}),
          c as (delete from feed where user_id = ${id}),
          d as (delete from notifications where user_id = ${id}),
          e as (delete from ops where user_id = ${id}),
          f as (delete from push where user_id = ${id}),
          g as (delete from sessions where user_id = ${id}),
          h as (delete from known_devices where user_id = ${id}),
          i as (delete from blocks where user_id = ${id} or (${isEnd}::boolean and blocked_id = ${id})),
          j as (delete from security_events where user_id = ${id}),
          k as (delete from former_numbers where user_id = ${id} returning phone),
          l as (delete from recovery_codes where user_id = ${id}),
          n as (delete from suspensions where ${isEnd}::boolean and user_id = ${id}),
          o as (delete from raised_limits where ${isEnd}::boolean and user_id = ${id}),
          p as (
            delete from invitations where opens_account = ${id} or ${isEnd}::boolean
              and (used_by = ${id} or phone = (select phone from users where id = ${id}))),
          m as (
            update users u set is_number_taken_over = true from k where u.phone = k.phone and u.id <> ${id})
        update heads set floor = head, life = life + 1, ended = ${isEnd}::boolean
        where user_id = ${id}`.execute(db);
      await announceTo(db, id);
    },
  } satisfies Partial<Tx>;
}

/**
 * Locks a user against rows elsewhere that refer to them by foreign key, because the number, which is a
 * key, is about to change. A transaction that has written such a row may be waiting for a head that is
 * locked here, so this one does not wait: it releases its locks and begins again.
 */
async function lockKey(db: Connection, id: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${id} for update skip locked`.execute(db);
  if (rows.length === 0) throw new RetryTransaction();
}
