import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useItem } from '../../replica/index.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { SheetLink } from '../actions/sheet-link.tsx';

const { repeating: strings } = lazyMessages;

/**
 * For the copy of an occurrence, a note with a link to the repeating item; renders nothing for other items.
 */
export function PastNote({ item }: { readonly item: LocalItem }) {
  const repeating = useItem(item.occurrence_of ?? '');
  if (item.occurrence_of === null) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-medium bg-sunken px-3 py-2.5 text-ink-2">
      <Icon icon={moreIcons.repeat} size={16} className="mt-0.5 shrink-0" />
      <p className="flex min-w-0 flex-col items-start gap-1">
        <span>{strings.pastNote}</span>
        {repeating && (
          <SheetLink
            uuid={repeating.uuid}
            className="touch-target font-strong text-accent-ink underline-offset-2 hover:underline"
          >
            {strings.openRepeating(repeating.title)}
          </SheetLink>
        )}
      </p>
    </div>
  );
}
