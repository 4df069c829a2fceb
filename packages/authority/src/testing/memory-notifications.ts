import type { NotificationRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Tx } from '../store/store.ts';
import type { Writer } from './view.ts';

/** Whether a notification is about the recipient's own account. */
function isOwnNotice({ user_id, actor_id }: NotificationRow): boolean {
  return user_id === actor_id;
}

/** The writing primitives about notifications. */
export function memoryNotificationWrites({ view, gate, put, remove, lock, takeId }: Writer) {
  const latestFirst = () =>
    [...view.rows('notifications')].toSorted(
      (a, b) => b.updated_at.localeCompare(a.updated_at) || b.id - a.id,
    );
  const drop = async (find: () => readonly NotificationRow[], limit: number): Promise<number> => {
    // Marking notifications as read holds the head; PostgreSQL has row locks for that.
    const owners = new Set(find().map((row) => row.user_id));
    for (const id of [...owners].toSorted((a, b) => a - b)) await lock(`head ${id}`);
    const gone = find()
      .toSorted((a, b) => a.id - b.id)
      .slice(0, limit);
    for (const row of gone) {
      remove('notifications', row);
      const place = view.get('feed', `${row.user_id} notification ${row.id}`);
      if (place !== undefined) remove('feed', place);
    }
    return gone.length;
  };
  return {
    recentNotifications: async (key) => {
      await gate('recentNotifications');
      const alike = [...view.rows('notifications')].filter(
        (row) =>
          row.user_id === key.user_id &&
          row.actor_id === key.actor_id &&
          row.kind === key.kind &&
          row.updated_at >= key.since,
      );
      return alike.toSorted((a, b) => a.id - b.id);
    },
    putNotification: async (row) => {
      await gate('putNotification');
      const isGone = row.id !== null && view.get('notifications', row.id) === undefined;
      if (isGone) throw new RetryTransaction();
      const id = row.id ?? takeId('notifications');
      put('notifications', { ...row, id });
      return id;
    },
    readNotifications: async (userId, upTo, at) => {
      await gate('readNotifications');
      const unread = [...view.rows('notifications')].filter((row) => {
        const place = view.get('feed', `${userId} notification ${row.id}`);
        return row.user_id === userId && row.read_at === null && (place?.seq ?? Infinity) <= upTo;
      });
      for (const row of unread) put('notifications', { ...row, read_at: at });
      return unread.map(({ id }) => id).toSorted((a, b) => a - b);
    },
    pruneNotifications: async (before, limit) => {
      await gate('pruneNotifications');
      return drop(() => latestFirst().filter((row) => row.updated_at < before), limit);
    },
    limitNotifications: async (userIds, newest, settledBefore) => {
      await gate('limitNotifications');
      const beyond = (userId: number) =>
        latestFirst()
          .filter((row) => row.user_id === userId)
          .toSorted((a, b) => Number(isOwnNotice(b)) - Number(isOwnNotice(a)))
          .slice(newest)
          .filter((row) => row.created_at < settledBefore);
      return drop(() => userIds.flatMap(beyond), Infinity);
    },
  } satisfies Partial<Tx>;
}
