import type { ReactNode } from 'react';
import { formatCount } from '../../messages/messages.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { classNames } from '../../ui/styles/class-names.ts';

/** Whether a folding list is open, and the function that opens or closes it. */
export interface Fold {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The heading of a list on a page of days; with `fold` a button that opens and closes the list. */
export function ListHeading({
  heading,
  note,
  count,
  fold = null,
  of,
  actions,
}: {
  readonly heading: string;
  /** Additional text, such as the date. */
  readonly note?: string | undefined;
  /** The number of items, which a folding list shows. */
  readonly count: number;
  readonly fold?: Fold | null;
  /** The day of the list, or 'overdue', by which its heading is found; undefined for other lists. */
  readonly of?: string | undefined;
  /** Buttons that act on the whole list. */
  readonly actions?: ReactNode;
}) {
  return (
    <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-2 px-1">
      <h2
        tabIndex={of === undefined ? undefined : -1}
        data-day-heading={of}
        className="flex min-h-8 items-center gap-2 font-strong focus:text-accent-ink"
      >
        {fold === null ? (
          <span>{heading}</span>
        ) : (
          <button
            type="button"
            aria-expanded={fold.isOpen}
            onClick={fold.onToggle}
            className="touch-target -mx-1 inline-flex items-center gap-1.5 rounded-small px-1 hover:bg-hover"
          >
            <span>{heading}</span>
            <span className="font-normal text-ink-3">{formatCount(count)}</span>
            <Icon
              icon={moreIcons.chevronDown}
              size={16}
              className={classNames('text-ink-3', !fold.isOpen && '-rotate-90')}
            />
          </button>
        )}
        {note !== undefined && <span className="text-meta font-normal text-ink-3">{note}</span>}
      </h2>
      <div className="contents">{actions}</div>
    </div>
  );
}
