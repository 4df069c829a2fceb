import type { NotificationRow, Reads, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import { assignments, columnList, recordSet } from './record-set.ts';
import type { Columns } from './record-set.ts';

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

/** How the authority reads notifications. */
export function notificationReads(db: Connection): Pick<Reads, 'notifications'> {
  return {
    async notifications(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<NotificationRow>`
        select ${columnList(notificationColumns)} from notifications
        where id = any(${ids}::bigint[]) order by id`.execute(db);
      return rows;
    },
  };
}

/** How the authority writes notifications. The caller holds the recipient's head. */
export function notificationWrites(
  db: Connection,
): Pick<Tx, 'recentNotification' | 'putNotification'> {
  return {
    async recentNotification(key) {
      const { rows } = await sql<NotificationRow>`
        select ${columnList(notificationColumns)} from notifications
        where user_id = ${key.user_id} and actor_id = ${key.actor_id} and kind = ${key.kind}
          and campaign_id is not distinct from ${key.campaign_id}::bigint
          and read_at is null and created_at >= ${key.since}
        order by id desc limit 1`.execute(db);
      return rows[0] ?? null;
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
      if (written === undefined) throw new Error('there is no such notification to replace');
      return written.id;
    },
  };
}
