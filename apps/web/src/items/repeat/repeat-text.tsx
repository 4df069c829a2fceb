import type { Item } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { repeatWordsOf } from './repeat-words.ts';

/**
 * An icon for a repeating item with the rule as its title, which screen readers read; renders nothing for
 * other items.
 */
export function RepeatText({ item }: { readonly item: Item }) {
  const words = repeatWordsOf(item);
  if (words === null) return null;
  const text = lazyMessages.repeating.repeats(words);
  return (
    // In front of the free space of its row, so that the tooltip appears.
    <span title={text} className="relative z-1 inline-flex items-center">
      <Icon icon={moreIcons.repeat} size={14} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
