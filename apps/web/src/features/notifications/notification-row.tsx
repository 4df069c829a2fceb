import type { Notification } from '@foray/contract';
import { dueTime } from '@foray/domain';
import type { ReactElement, ReactNode } from 'react';
import type { ShownNotification } from '../../items/activity/notification-list.ts';
import { notifiedItem } from '../../items/fields/notified-item.ts';
import { shownTitle, useDisplayName } from '../../items/fields/shown-names.ts';
import { SheetLink } from '../../items/actions/sheet-link.tsx';
import { useToday } from '../../items/fields/today.ts';
import { formatAgo } from '../../messages/ago.ts';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDay, formatMoment } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useInbox, useItem } from '../../replica/index.ts';
import type { DueItem } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';

const { notifications: strings } = lazyMessages;

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
  if (shown.from === 'server') return <Received received={shown.received} {...frame} />;
  const [first, ...others] = shown.due;
  if (first === undefined) return null;
  return others.length === 0 ? (
    <Due due={first} {...frame} />
  ) : (
    <DueItems due={shown.due} {...frame} />
  );
}

interface FrameProps {
  readonly at: string;
  readonly isNew: boolean;
  readonly nowMs: number;
}

function Received({ received, ...frame }: FrameProps & { readonly received: Notification }) {
  const item = useItem(received.item_uuid ?? '');
  const name = useDisplayName(received.actor_id);
  const { lostTitles } = useInbox();
  const ofAccount = accountTextOf(received);
  if (ofAccount !== null) {
    return (
      <NotificationFrame {...frame} href="/preferences" mark={<Mark icon={listIcons.lock} />}>
        {ofAccount}
      </NotificationFrame>
    );
  }
  const who = name === '' ? strings.someone : name;
  return (
    <NotificationFrame
      {...frame}
      href={received.kind === 'mutual' ? '/contacts' : undefined}
      uuid={item?.uuid}
      mark={<Avatar name={who} size={32} />}
    >
      <bdi className="font-strong">{who}</bdi>{' '}
      {textOf(received, item?.title ?? lostTitles.get(received.item_uuid ?? ''))}
    </NotificationFrame>
  );
}

function Due({ due, ...frame }: FrameProps & { readonly due: DueItem }) {
  const item = useItem(due.uuid);
  const isToday = due.day === useToday();
  return (
    <NotificationFrame
      {...frame}
      uuid={item?.uuid}
      ago={isToday ? strings.dueToday : undefined}
      mark={<DueMark isOverdue={!isToday} />}
    >
      <DueLine due={due} />
    </NotificationFrame>
  );
}

/** The due items, counted, with a list that opens below. */
function DueItems({ due, ...frame }: FrameProps & { readonly due: readonly DueItem[] }) {
  const today = useToday();
  const overdue = due.filter(({ day }) => day !== today).length;
  return (
    <NotificationFrame
      {...frame}
      ago={overdue < due.length ? strings.dueToday : undefined}
      mark={<DueMark isOverdue={overdue > 0} />}
      below={
        <ul className="pb-2 ps-11">
          {due.map((one) => (
            <DueLink key={one.uuid} due={one} />
          ))}
        </ul>
      }
    >
      <span className="font-strong">{strings.dueItems(due.length)}</span>
      {overdue > 0 && <span> {strings.dueItemsOverdue(overdue)}</span>}
    </NotificationFrame>
  );
}

function DueLink({ due }: { readonly due: DueItem }) {
  const item = useItem(due.uuid);
  const classes = 'block px-4 py-2 text-pretty wrap-anywhere pointer-coarse:py-3';
  return (
    <li>
      {item === undefined ? (
        <span className={classes}>
          <DueLine due={due} />
        </span>
      ) : (
        <SheetLink
          uuid={item.uuid}
          className={classNames(classes, 'rounded-medium hover:bg-hover')}
        >
          <DueLine due={due} />
        </SheetLink>
      )}
    </li>
  );
}

/** The title of a due item, and the day since which it is due. */
function DueLine({ due }: { readonly due: DueItem }) {
  const item = useItem(due.uuid);
  const today = useToday();
  const time = item ? dueTime(item) : null;
  const since = due.day === today ? strings.due : strings.overdue(formatDay(due.day));
  return (
    <span>
      <span className="font-strong">{strings.named(titleOf(item?.title))}</span>{' '}
      {time === null ? since : listMessages.item.atTime(since, formatTime(time))}
    </span>
  );
}

function DueMark({ isOverdue }: { readonly isOverdue: boolean }) {
  return <Mark icon={isOverdue ? listIcons.warning : listIcons.calendar} isAlarming={isOverdue} />;
}

function Mark({
  icon,
  isAlarming = false,
}: {
  readonly icon: IconShape;
  readonly isAlarming?: boolean;
}) {
  return (
    <span
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-full',
        isAlarming ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink-2',
      )}
    >
      <Icon icon={icon} size={16} />
    </span>
  );
}

function NotificationFrame({
  at,
  isNew,
  nowMs,
  href,
  uuid,
  ago,
  mark,
  below,
  children,
}: FrameProps & {
  /** The page to which it leads. */
  readonly href?: string | undefined;
  /** The item whose sheet it opens, if there is no page. */
  readonly uuid?: string | undefined;
  readonly ago?: string | undefined;
  readonly mark: ReactElement;
  /** Opens and closes below the notification, in place of a link. */
  readonly below?: ReactElement;
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
  const linkClasses = classNames(classes, 'hover:bg-hover');
  if (below !== undefined) {
    return (
      <details className="group">
        <summary className={classNames(linkClasses, 'cursor-pointer list-none')}>
          {content}
          <Icon
            icon={moreIcons.chevronDown}
            size={16}
            className="shrink-0 text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        {below}
      </details>
    );
  }
  if (href !== undefined) {
    return (
      <Link href={href} className={linkClasses}>
        {content}
      </Link>
    );
  }
  return uuid === undefined ? (
    <div className={classes}>{content}</div>
  ) : (
    <SheetLink uuid={uuid} className={linkClasses}>
      {content}
    </SheetLink>
  );
}

function titleOf(title: string | undefined): string {
  return shownTitle(title ?? '');
}

/** The text of a notification about the reader's own account; null for any other. */
function accountTextOf({ kind, count }: Notification): string | null {
  if (kind === 'new_device') return `${strings.newDevices(count)} ${strings.notYou}`;
  if (kind === 'number_changed') return `${strings.numberChanged} ${strings.notYou}`;
  return kind === 'wrong_codes' ? strings.wrongCodes(count) : null;
}

/** The text of a notification; titles come from this device, because none is sent (I6). */
function textOf(received: Notification, title: string | undefined): string {
  const { count } = received;
  const what = notifiedItem(received, title);
  switch (received.kind) {
    case 'assigned':
      return count > 1 ? strings.assignedMany(count) : strings.assigned(what);
    case 'assigned_other':
      return count > 1 ? strings.assignedOtherMany(count) : strings.assignedOther(what);
    case 'removed':
      return count > 1 ? strings.removedMany(what, count - 1) : strings.removed(what);
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
