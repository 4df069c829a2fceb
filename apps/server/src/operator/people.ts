import { dayMs, instantOf } from '@foray/domain';
import { sql } from 'kysely';
import { raisedFor } from '../db/account/raised-limits.ts';
import type { RaisedFor } from '../db/account/raised-limits.ts';
import type { Connection } from '../db/tables/schema.ts';

/** The orders in which people are listed, each by what they use most of. */
export const usageOrders = ['items', 'bytes', 'requests'] as const;
export type UsageOrder = (typeof usageOrders)[number];

/** A person, as the operator sees them: no title is among it. */
export interface PersonOfServer {
  readonly id: number;
  readonly phone: string;
  readonly name: string;
  readonly since: string;
  /** When a session of theirs was last seen; null if they have none. */
  readonly last_seen_at: string | null;
  readonly items: number;
  readonly bytes: number;
  /** Recorded requests of the last 30 days that changed something. */
  readonly requests: number;
  readonly suspended_since: string | null;
}

const requestDays = 30;

const columns = (nowMs: number) => sql`
  u.id, u.phone, u.name, u.created_at as since, coalesce(h.items, 0) as items,
  coalesce(h.bytes, 0) as bytes,
  (select max(last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
  (select count(*) from ops o
    where o.user_id = u.id and o.created_at > ${instantOf(nowMs - requestDays * dayMs)}) as requests,
  (select since from suspensions p where p.user_id = u.id) as suspended_since`;

/** The people with the greatest use, greatest first. */
export async function listPeople(
  db: Connection,
  { by, most, nowMs }: { readonly by: UsageOrder; readonly most: number; readonly nowMs: number },
): Promise<readonly PersonOfServer[]> {
  const { rows } = await sql<PersonOfServer>`
    select * from (
      select ${columns(nowMs)} from users u left join heads h on h.user_id = u.id
      where u.phone is not null
    ) people order by ${sql.ref(by)} desc, id limit ${most}`.execute(db);
  return rows;
}

/** One person's use in more detail. */
export interface PersonUsage extends PersonOfServer {
  readonly sessions: number;
  readonly push: number;
  readonly imported_numbers: number;
  readonly raised: RaisedFor;
}

/** The use of a person; null if the account has ended. */
export async function readUsage(
  db: Connection,
  userId: number,
  nowMs: number,
): Promise<PersonUsage | null> {
  const { rows } = await sql<PersonUsage>`
    select ${columns(nowMs)}, ${raisedFor(sql`u.id`)} as raised,
      (select count(*) from sessions s where s.user_id = u.id) as sessions,
      (select count(*) from push p where p.user_id = u.id) as push,
      (select count(*) from contacts c where c.user_id = u.id and c.is_first) as imported_numbers
    from users u left join heads h on h.user_id = u.id
    where u.id = ${userId} and u.phone is not null`.execute(db);
  return rows[0] ?? null;
}

/** The account of a number (E.164) or an id; null if there is none. */
export async function findPerson(
  db: Connection,
  who: { readonly phone: string } | { readonly id: number },
): Promise<{ readonly id: number; readonly phone: string } | null> {
  const isThis = 'id' in who ? sql`id = ${who.id}` : sql`phone = ${who.phone}`;
  const { rows } = await sql<{ readonly id: number; readonly phone: string }>`
    select id, phone from users where ${isThis} and phone is not null`.execute(db);
  return rows[0] ?? null;
}
