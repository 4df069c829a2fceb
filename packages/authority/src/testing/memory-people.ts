import type { ActivityRow, NotificationRow } from '../store/rows.ts';
import { RetryTransaction, type Tx } from '../store/store.ts';
import { isTombstone } from '../store/tombstone.ts';
import type { Writer } from './view.ts';
import { keyOf } from './tables.ts';

/** The tables whose rows are erased with an account, by `user_id`. */
const erased = ['contacts', 'blocks', 'access', 'feed', 'notifications', 'ops'] as const;

/** Whether a notification is about the recipient's own account. */
function isOwnNotice({ user_id, actor_id }: NotificationRow): boolean {
  return user_id === actor_id;
}

/** The writing primitives about people and their notifications. */
export function memoryPeopleWrites({ view, gate, put, remove, lock, takeId }: Writer) {
  const eraseLog = (isGone: (id: number | null) => boolean): void => {
    for (const row of view.rows('activity')) {
      const isOutside = row.campaign_id === null;
      if (isGone(isOutside ? row.item_id : row.campaign_id)) remove('activity', row);
      else if (isGone(row.item_id)) put('activity', wordless(row));
    }
  };
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
    insertUser: async (row) => {
      await gate('insertUser');
      await lock(`phone ${row.phone}`);
      for (const user of view.rows('users')) if (user.phone === row.phone) return null;
      const id = takeId('users');
      put('users', { ...row, id });
      return id;
    },
    lockUsers: async (ids) => {
      await gate('lockUsers');
      const ascending = [...new Set(ids)].toSorted((a, b) => a - b);
      for (const id of ascending) await lock(`user ${id}`);
      return ascending.flatMap((id) => view.get('users', id) ?? []);
    },
    lockNumbers: async () => {
      await gate('lockNumbers');
      await lock('numbers');
    },
    putContacts: async (rows) => {
      await gate('putContacts');
      for (const row of rows) {
        if (view.get('contacts', keyOf.contacts(row)) === undefined) put('contacts', row);
      }
    },
    removeContacts: async (userIds, phone) => {
      await gate('removeContacts');
      for (const id of userIds) {
        const row = view.get('contacts', `${id} ${phone}`);
        if (row !== undefined) remove('contacts', row);
      }
    },
    putBlock: async (row) => {
      await gate('putBlock');
      if (view.get('blocks', keyOf.blocks(row)) === undefined) put('blocks', row);
    },
    removeBlock: async (userId, blockedId) => {
      await gate('removeBlock');
      const row = view.get('blocks', `${userId} ${blockedId}`);
      if (row !== undefined) remove('blocks', row);
      return row !== undefined;
    },
    putReport: async (row) => {
      await gate('putReport');
      put('reports', { ...row, id: takeId('reports') });
    },
    renewContacts: () => gate('renewContacts'),
    changeNumber: async (row, phone) => {
      await gate('changeNumber');
      await lock(`phone ${row.phone}`);
      for (const user of view.rows('users')) {
        if (user.phone === row.phone) throw new RetryTransaction();
      }
      for (const former of view.rows('former_numbers')) {
        if (former.user_id === row.id && former.is_taken_over) remove('former_numbers', former);
      }
      put('former_numbers', { user_id: row.id, phone, is_taken_over: false });
      put('users', row);
    },
    updateUser: async (row) => {
      await gate('updateUser');
      put('users', row);
    },
    eraseUser: async (id, { isEnd }) => {
      await gate('eraseUser');
      for (const table of erased) {
        for (const row of view.rows(table)) if (row.user_id === id) remove(table, row);
      }
      for (const row of view.rows('blocks')) {
        if (isEnd && row.blocked_id === id) remove('blocks', row);
      }
      for (const row of view.rows('former_numbers')) {
        const { user_id, phone, is_taken_over } = row;
        if (user_id === id && (isEnd || !is_taken_over)) remove('former_numbers', row);
        if (user_id !== id || is_taken_over) continue;
        for (const user of view.rows('users')) {
          if (user.phone !== phone || user.id === id) continue;
          put('former_numbers', { user_id: user.id, phone, is_taken_over: true });
        }
      }
      const head = view.get('heads', id);
      if (head !== undefined) put('heads', { ...head, floor: head.head });
    },
    putSecurityEvent: async () => undefined,
    endOtherSessions: async () => undefined,
    eraseActivity: async (itemIds) => {
      await gate('eraseActivity');
      const ids = new Set<number | null>(itemIds);
      eraseLog((id) => ids.has(id));
    },
    eraseActivityOfTombstones: async () => {
      await gate('eraseActivityOfTombstones');
      eraseLog((id) => {
        const item = view.get('items', id ?? 0);
        return item !== undefined && item.deleted_at !== null && isTombstone(item);
      });
      return false;
    },
  } satisfies Partial<Tx>;
}

function wordless(row: ActivityRow): ActivityRow {
  return { ...row, item_title: '', metadata: {} };
}
