import { daysBetween } from '@foray/domain';
import type { Item } from '@foray/domain';
import { formatDayAgo } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { dayAt, useToday } from './today.ts';

/** The time by which a list is sorted, newest first. */
export type SortTime = 'added' | 'changed' | 'completed';

function momentOf(
  item: Pick<Item, 'created_at' | 'updated_at' | 'completed_at'>,
  since: SortTime,
): string {
  switch (since) {
    case 'added':
      return item.created_at;
    case 'changed':
      return item.updated_at;
    case 'completed':
      return item.completed_at ?? item.updated_at;
  }
}

/**
 * The day on which an item was added, changed or completed, by which its list is sorted. The completion is
 * shown at every width, the others only in rows with enough space.
 */
export function SinceText({
  item,
  since,
  className,
}: {
  readonly item: Pick<Item, 'created_at' | 'updated_at' | 'completed_at'>;
  readonly since: SortTime;
  readonly className?: string | undefined;
}) {
  const today = useToday();
  const day = dayAt(Date.parse(momentOf(item, since)));
  return (
    <span
      data-wide={since === 'completed' ? undefined : ''}
      className={classNames(
        'whitespace-nowrap',
        since !== 'completed' && 'hidden @min-[50rem]:inline',
        className,
      )}
    >
      {listMessages.item.since[since](formatDayAgo(day, daysBetween(day, today), true))}
    </span>
  );
}
