import type { Notification } from '@foray/contract';
import { isAccountNotice, maxNotifications, notificationLifeDays } from '@foray/domain';
import { useMemo } from 'react';
import { useDue, useInbox } from '../../replica/index.ts';
import type { DueItem, Inbox } from '../../replica/index.ts';
import { useNow } from '../fields/now.ts';
import { useToday } from '../fields/today.ts';

const dayMs = 86_400_000;

/** More due items than this share one notification. */
const maxDueAlone = 3;

/** A shown notification: the server's, or this device's own about due items. */
export type ShownNotification = {
  readonly key: string;
  /** ISO 8601. A due item has the time at which its day begins; several have that of the latest. */
  readonly at: string;
  readonly isUnread: boolean;
} & (
  | { readonly from: 'server'; readonly received: Notification }
  /** At least one, the latest first. */
  | { readonly from: 'device'; readonly due: readonly DueItem[] }
);

/**
 * The id under which a device remembers that a due item has been read: on another day it is unread again.
 */
export function dueId({ uuid, day }: DueItem): string {
  return `due:${uuid}:${day}`;
}

/** All notifications, the newest first, at most 200 and none older than 90 days (product.md). */
export function useNotificationList(): readonly ShownNotification[] {
  const inbox = useInbox();
  const today = useToday();
  const due = useDue(today);
  const nowMs = useNow();
  return useMemo(() => notificationList(inbox, due.toReversed(), nowMs), [inbox, due, nowMs]);
}

/** The number of unread notifications. */
export function useUnreadCount(): number {
  return useNotificationList().filter((one) => one.isUnread).length;
}

/** See {@link useNotificationList}; `due` are the items due up to today, the latest first. */
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
  const isRecent = (at: string) => nowMs - Date.parse(at) <= notificationLifeDays * dayMs;
  const recentDue = due.filter(({ day }) => isRecent(startOf(day)));
  const groups = recentDue.length > maxDueAlone ? [recentDue] : recentDue.map((one) => [one]);
  const own = groups.map((group): ShownNotification => {
    const [latest] = group;
    const ids = group.map(dueId);
    return {
      from: 'device',
      due: group,
      key: group.length > 1 ? 'due' : ids.join(),
      at: startOf(latest?.day ?? ''),
      isUnread: ids.some((id) => inbox.dueRead?.has(id) === false),
    };
  });
  const sorted = [...received.filter(({ at }) => isRecent(at)), ...own].sort((a, b) =>
    a.at === b.at ? (a.key < b.key ? 1 : -1) : a.at < b.at ? 1 : -1,
  );
  const ofAccount = sorted.filter(isOfAccount).slice(0, maxNotifications);
  const others = sorted.filter((one) => !isOfAccount(one));
  const shown = new Set([...ofAccount, ...others.slice(0, maxNotifications - ofAccount.length)]);
  return sorted.filter((one) => shown.has(one));
}

/** Whether it is about the account: notifications caused by others never push it out of the list. */
function isOfAccount(one: ShownNotification): boolean {
  return one.from === 'server' && isAccountNotice(one.received.kind);
}

/** The time at which a civil day begins in the person's time zone. */
function startOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}
