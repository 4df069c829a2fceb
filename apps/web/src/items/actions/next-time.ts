import { dueTime } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { formatTime } from '../../messages/clock-time.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { sayDay } from './planning.ts';

const { repeating } = lazyMessages;

/**
 * The text that says when an item is next due after an occurrence was completed or skipped; undefined if
 * the last occurrence completed the item.
 */
export function sayNext(after: LocalItem, what: 'completed' | 'skipped'): string | undefined {
  const { title, due_date: day, status } = after;
  if (status === 'completed' || day === null) {
    return what === 'completed' ? undefined : repeating.skippedLast(title);
  }
  const time = dueTime(after);
  const said = sayDay(day);
  return repeating.next[what](
    title,
    time === null ? said : listMessages.item.atTime(said, formatTime(time)),
  );
}
