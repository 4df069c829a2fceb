import type { NewSecurityEvent } from '@foray/authority';
import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from '../tables/schema.ts';

/** How many events an account keeps (the newest ones), and for how long. */
export const mostEvents = 500;
export const securityEventLifeMs = 365 * dayMs;

/** A recorded event; it has a device only if the session cannot name it. */
export type NotedEvent = NewSecurityEvent & { readonly device?: string | null };

/**
 * Records an action on an account in its transaction, so that neither exists without the other. A
 * transaction that also changes sessions calls {@link holdAccount} first. Nothing is recorded for an
 * account that has ended.
 */
export function noteEvent(tx: Connection, event: NotedEvent): Promise<void> {
  return put(tx, sql`u.id = ${event.user_id}`, event);
}

/** As {@link noteEvent}, for the user of this number (E.164), if there is one. */
export function noteEventOfNumber(
  tx: Connection,
  phone: string,
  event: Omit<NotedEvent, 'user_id' | 'session_id'>,
): Promise<void> {
  return put(tx, sql`u.phone = ${phone}`, { ...event, session_id: null });
}

/**
 * Prevents an account from ending until the transaction ends: the end erases sessions after it has locked
 * the user.
 */
export async function holdAccount(tx: Connection, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for key share`.execute(tx);
}

async function put(
  tx: Connection,
  isOwner: RawBuilder<unknown>,
  { kind, at, session_id, device = null }: Omit<NotedEvent, 'user_id'>,
): Promise<void> {
  // A single statement, even for a number without a user, so that the response time reveals nothing. It
  // does not see the row that it adds.
  await sql`
    with noted as (
      insert into security_events (user_id, kind, day, session_id, device, count, first_at, last_at)
      select u.id, ${kind}, ${at.slice(0, 10)}::date, ${session_id ?? 0}::bigint, coalesce(${device}::text, s.device),
        1, ${at}::timestamptz, ${at}::timestamptz
      from users u left join sessions s on s.id = ${session_id}::bigint and s.user_id = u.id
      where ${isOwner} and u.phone is not null for key share of u
      on conflict (user_id, kind, day, session_id) do update
      set count = security_events.count + 1, last_at = excluded.last_at
      returning user_id, count
    )
    delete from security_events where user_id = (select user_id from noted where count = 1) and id <= (
      select id from security_events where user_id = (select user_id from noted where count = 1)
      order by id desc offset ${mostEvents - 1} limit 1)`.execute(tx);
}
