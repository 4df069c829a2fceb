import type { Item } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { priorityMarks } from '../../ui/icons/status-icon.tsx';

/** Words that an icon replaces beside a date or labels with little space; screen readers always read them. */
export const iconBesideDate =
  '@max-5xl:group-has-[[data-due]:not(:empty),[data-labels]]/lines:sr-only';

/** In the narrowest rows with a date, only the ring of the status shows the priority. */
const ringBesideDate = '@max-[20rem]:group-has-[[data-due]:not(:empty)]/lines:sr-only';

/** A number of bars for the priority, in a narrow row without room for words. */
const icons = {
  low: listIcons.lowPriority,
  medium: listIcons.mediumPriority,
  high: listIcons.priority,
} as const;

/** The priority of an item; renders nothing without one. */
export function PriorityText({
  item,
  className,
}: {
  readonly item: Pick<Item, 'priority'>;
  readonly className?: string | undefined;
}) {
  if (item.priority === null) return null;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap',
        ringBesideDate,
        item.priority === 'high' && 'font-strong text-ink-2',
        className,
      )}
    >
      <Icon icon={icons[item.priority]} size={14} className={priorityMarks[item.priority]} />
      <span className={iconBesideDate}>{listMessages.item.priority[item.priority]}</span>
    </span>
  );
}
