import { mayWith, statusAfter } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import { useItemActions } from './use-item-actions.ts';

const { item: strings } = listMessages;

const marks: Record<ItemType, string> = {
  campaign: 'text-campaign',
  task: 'text-task',
  todo: 'text-todo',
};

/**
 * The status as a shape that can be pressed: it completes an open item and reopens a completed one
 * (decision on status). Disabled for users who may only view the item.
 */
export function StatusButton({
  item,
  tabIndex,
  className,
}: {
  readonly item: LocalItem;
  readonly tabIndex?: number | undefined;
  readonly className?: string | undefined;
}) {
  const { setStatus } = useItemActions();
  const next = statusAfter(item.status, 'toggle');
  const isDone = item.status === 'completed';
  const label = isDone ? strings.reopenNamed(item.title) : strings.completeNamed(item.title);
  return (
    <button
      type="button"
      data-control="status"
      tabIndex={tabIndex}
      disabled={!mayWith(item, item.permission, 'edit')}
      aria-label={label}
      {...tooltipProps(isDone ? strings.reopen : strings.complete, isDone ? 'R' : 'C')}
      onClick={firstPress(() => {
        if (next !== null) void setStatus(item, next);
      })}
      className={classNames(
        'touch-target z-1 inline-flex size-8 shrink-0 items-center justify-center rounded-full',
        'transition-transform duration-100 not-disabled:hover:bg-hover not-disabled:active:scale-90',
        'disabled:cursor-not-allowed disabled:opacity-60',
        className,
      )}
    >
      <StatusIcon status={item.status} mark={marks[item.type]} priority={item.priority} />
    </button>
  );
}
