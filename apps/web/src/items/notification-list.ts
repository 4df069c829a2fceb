import type { Notification } from '@foray/contract';
import { maxNotifications, notificationLifeDays } from '@foray/domain';
import { useMemo } from 'react';
import { useDue, useInbox } from '../replica/index.ts';
import type { DueItem, Inbox } from '../replica/index.ts';
import { useNow } from './now.ts';
import { useToday } from './today.ts';

const dayMs = 86_400_000;

/** A notification as it is shown: the server's, or this device's own of what is due. */
export type ShownNotification = {
  readonly key: string;
  /** ISO 8601; what is due stands at the beginning of its day. */
  readonly at: string;
  readonly isUnread: boolean;
} & (
  | { readonly from: 'server'; readonly received: Notification }
  | { readonly from: 'device'; readonly due: DueItem }
);

/** All notifications, the newest first, at most 200 and none older than 90 days (product.md). */
export function useNotificationList(): readonly ShownNotification[] {
  const inbox = useInbox();
  const today = useToday();
  const due = useDue(today);
  const nowMs = useNow();
  return useMemo(() => notificationList(inbox, due.toReversed(), nowMs), [inbox, due, nowMs]);
}

/** How many of them have not been read. */
export function useUnreadCount(): number {
  return useNotificationList().filter((one) => one.isUnread).length;
}

/** See {@link useNotificationList}; `due` is what is due up to today, the latest first. */
export function notificationList(
  inbox: Inbox,
  due: readonly DueItem[],
  nowMs: number,
): readonly ShownNotification[] {
  const received = inbox.notifications.map((one): ShownNotification => ({
    from: 'server',
    received: one,
    key: String(one.id),
    at: one.updated_at,
    isUnread: one.read_at === null,
  }));
  const own = due.map((one): ShownNotification => {
    const key = `due:${one.uuid}:${one.day}`;
    return {
      from: 'device',
      due: one,
      key,
      at: startOf(one.day),
      isUnread: !inbox.dueRead.has(key),
    };
  });
  return [...received, ...own]
    .filter(({ at }) => nowMs - Date.parse(at) <= notificationLifeDays * dayMs)
    .sort((a, b) => (a.at === b.at ? (a.key < b.key ? 1 : -1) : a.at < b.at ? 1 : -1))
    .slice(0, maxNotifications);
}

/** When a civil day begins where the person is. */
function startOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}
