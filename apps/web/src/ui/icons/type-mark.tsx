import type { ItemType } from '@foray/domain';
import { messages } from '../../messages/messages.ts';
import { classNames } from '../styles/class-names.ts';
import { Icon } from './icon.tsx';
import { listIcons } from './list-icons.ts';

const markClasses: Record<ItemType, string> = {
  campaign: 'text-campaign',
  task: 'text-task',
  todo: 'text-todo',
};

/** The icon of an item's type in its colour, and its name for screen readers. */
export function TypeMark({
  type,
  size = 16,
  className,
}: {
  readonly type: ItemType;
  readonly size?: 14 | 16 | 20 | 24;
  readonly className?: string | undefined;
}) {
  return (
    <span data-type={type} className={classNames('inline-flex', markClasses[type], className)}>
      <Icon icon={listIcons[type]} size={size} />
      <span className="sr-only">{messages.types[type]}</span>
    </span>
  );
}
