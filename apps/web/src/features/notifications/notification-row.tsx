import type { Notification } from '@foray/contract';
import type { LocalItem } from '@foray/sync';
import type { ReactNode } from 'react';
import { pageOf } from '../../items/item-href.ts';
import type { ShownNotification } from '../../items/notification-list.ts';
import { useDisplayName } from '../../items/person-name.ts';
import { useToday } from '../../items/today.ts';
import { formatAgo } from '../../messages/ago.ts';
import { formatDay, formatMoment } from '../../messages/messages.ts';
import { moreMessages } from '../../messages/more-messages.ts';
import { useItem } from '../../replica/index.ts';
import type { DueItem } from '../../replica/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

const { notifications: strings } = moreMessages;

/** One notification: who did what and when, with a link; `isNew` until the screen is left. */
export function NotificationRow({
  shown,
  isNew,
  nowMs,
}: {
  readonly shown: ShownNotification;
  readonly isNew: boolean;
  readonly nowMs: number;
}) {
  const frame = { at: shown.at, isNew, nowMs };
  return shown.from === 'server' ? (
    <Received received={shown.received} {...frame} />
  ) : (
    <Due due={shown.due} {...frame} />
  );
}

interface FrameProps {
  readonly at: string;
  readonly isNew: boolean;
  readonly nowMs: number;
}

function Received({ received, ...frame }: FrameProps & { readonly received: Notification }) {
  const item = useItem(received.item_uuid ?? '');
  const href = useHref(item);
  const name = useDisplayName(received.actor_id);
  const who = name === '' ? strings.someone : name;
  return (
    <Frame
      {...frame}
      href={received.kind === 'mutual' ? '/contacts' : href}
      mark={<Avatar name={who} size={32} />}
    >
      <span className="font-strong">{who}</span> {textOf(received, item?.title)}
    </Frame>
  );
}

function Due({ due, ...frame }: FrameProps & { readonly due: DueItem }) {
  const item = useItem(due.uuid);
  const href = useHref(item);
  const today = useToday();
  const isToday = due.day === today;
  return (
    <Frame
      {...frame}
      href={href}
      ago={isToday ? strings.dueToday : undefined}
      mark={
        <span
          className={classNames(
            'inline-flex size-8 shrink-0 items-center justify-center rounded-full',
            isToday ? 'bg-sunken text-ink-2' : 'bg-danger-soft text-danger-ink',
          )}
        >
          <Icon icon={isToday ? moreIcons.calendar : moreIcons.warning} size={16} />
        </span>
      }
    >
      <span className="font-strong">{strings.named(titleOf(item?.title))}</span>{' '}
      {isToday ? strings.due : strings.overdue(formatDay(due.day))}
    </Frame>
  );
}

function Frame({
  at,
  isNew,
  nowMs,
  href,
  ago,
  mark,
  children,
}: FrameProps & {
  readonly href: string | null;
  readonly ago?: string | undefined;
  readonly mark: ReactNode;
  readonly children: ReactNode;
}) {
  const content = (
    <>
      {mark}
      <span className="min-w-0 flex-1 lg:flex lg:items-baseline lg:justify-between lg:gap-8">
        <span className="block text-pretty wrap-anywhere">{children}</span>
        <span className="mt-0.5 flex shrink-0 items-center gap-2 text-meta text-ink-3 lg:mt-0 lg:flex-row-reverse">
          <time dateTime={at} title={formatMoment(at)}>
            {ago ?? formatAgo(at, nowMs)}
          </time>
          {isNew && <Badge tone="accent">{strings.unread}</Badge>}
        </span>
      </span>
    </>
  );
  const classes = 'flex min-h-14 items-center gap-3 px-4 py-2.5';
  return href === null ? (
    <div className={classes}>{content}</div>
  ) : (
    <Link href={href} className={classNames(classes, 'hover:bg-hover')}>
      {content}
    </Link>
  );
}

/** The page of an item, for a todo its parent's; null where there is none. */
function useHref(item: LocalItem | undefined): string | null {
  const parent = useItem(item?.parent_uuid ?? '');
  return pageOf(item, parent);
}

function titleOf(title: string | undefined): string {
  return title === undefined || title === '' ? moreMessages.item.untitled : title;
}

/** The text of a notification; titles come from this device, because none is sent (I6). */
function textOf(received: Notification, title: string | undefined): string {
  const { count, item_type: type } = received;
  const what = title === undefined ? strings.anItem[type ?? 'todo'] : strings.named(titleOf(title));
  switch (received.kind) {
    case 'assigned':
      return count > 1 ? strings.assignedMany(count) : strings.assigned(what);
    case 'assigned_other':
      return count > 1 ? strings.assignedOtherMany(count) : strings.assignedOther(what);
    case 'removed':
      return strings.removed;
    case 'completed':
      return count > 1 ? strings.completedMany(count) : strings.completed(what);
    case 'reopened':
      return count > 1 ? strings.reopenedMany(count) : strings.reopened(what);
    case 'mutual':
      return strings.mutual;
    default:
      // A kind that a later server adds.
      return strings.other;
  }
}
