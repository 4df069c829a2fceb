import { RetryTransaction } from '@foray/authority';
import type { NotificationRow, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { assignments, columnList, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

const newNotificationColumns: Columns<Omit<NotificationRow, 'id'>> = {
  user_id: 'bigint',
  actor_id: 'bigint',
  kind: 'text',
  campaign_id: 'bigint',
  item_id: 'bigint',
  count: 'integer',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
  read_at: 'timestamptz(3)',
};
const notificationColumns: Columns<NotificationRow> = { id: 'bigint', ...newNotificationColumns };

/** Reads and writes notifications. The caller of a write holds the recipient's head. */
export function notificationTable(db: Connection) {
  return {
    async notifications(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<NotificationRow>`
        select ${columnList(notificationColumns)} from notifications
        where id = any(${ids}::bigint[]) order by id`.execute(db);
      return rows;
    },
    async recentNotifications(key) {
      const { rows } = await sql<NotificationRow>`
        select ${columnList(notificationColumns)} from notifications
        where user_id = ${key.user_id} and actor_id = ${key.actor_id} and kind = ${key.kind}
          and updated_at >= ${key.since}
        order by id`.execute(db);
      return rows;
    },
    async putNotification({ id, ...row }) {
      const records = recordSet([row], newNotificationColumns, 'r');
      const { rows } =
        id === null
          ? await sql<{ id: number }>`
              insert into notifications (${columnList(newNotificationColumns)})
              select ${columnList(newNotificationColumns)} from ${records}
              returning id`.execute(db)
          : await sql<{ id: number }>`
              update notifications set ${assignments(newNotificationColumns, [], 'r')}
              from ${records} where notifications.id = ${id}
              returning notifications.id`.execute(db);
      const written = rows[0];
      if (written === undefined) throw new RetryTransaction();
      return written.id;
    },
    async readNotifications(userId, upTo, at) {
      const { rows } = await sql<{ readonly id: number }>`
        update notifications n set read_at = ${at} from feed f
        where n.user_id = ${userId} and n.read_at is null
          and f.user_id = n.user_id and f.kind = 'notification' and f.ref_id = n.id
          and f.seq <= ${upTo}
        returning n.id`.execute(db);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    },
    pruneNotifications: (before, limit) =>
      drop(
        db,
        sql`select id from notifications where updated_at < ${before}
          order by updated_at limit ${limit}`,
      ),
    async notifiedSince(moment) {
      const { rows } = await sql<{ readonly user_id: number }>`
        select distinct user_id from notifications where updated_at >= ${moment}
        order by user_id`.execute(db);
      return rows.map((row) => row.user_id);
    },
    limitNotifications: (userIds, newest, settledBefore) =>
      drop(
        db,
        sql`select beyond.id from unnest(${userIds}::bigint[]) as u (id)
          cross join lateral (
            select n.id, n.created_at from notifications n where n.user_id = u.id
            order by n.actor_id = n.user_id desc, n.updated_at desc, n.id desc offset ${newest}
          ) beyond
          where beyond.created_at < ${settledBefore}`,
      ),
  } satisfies Partial<Tx>;
}

/** Deletes the notifications that a query finds by id, with their places in feeds. Returns their number. */
async function drop(db: Connection, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with gone as (
      delete from notifications where id = any(array(${found})) returning id, user_id
    ), unplaced as (
      delete from feed f using gone g
      where f.user_id = g.user_id and f.kind = 'notification' and f.ref_id = g.id
    )
    select count(*) as count from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
