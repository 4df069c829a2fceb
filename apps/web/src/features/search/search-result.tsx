import { useEffect, useRef } from 'react';
import { DueText } from '../../items/fields/due-text.tsx';
import { hrefOf, pageOf } from '../../items/actions/item-href.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import type { SearchHit } from './search-hits.ts';
import { shownTitle } from '../../items/fields/shown-names.ts';

const { item: strings } = listMessages;

/** A hit's item and its parent, from this device if it has them. */
function useHit(hit: SearchHit | undefined) {
  const item = useItem(hit?.uuid ?? '') ?? hit?.received ?? undefined;
  const parent = useItem(item?.parent_uuid ?? '') ?? hit?.received?.parent ?? undefined;
  return { item, parent };
}

/** The target of a hit. */
export interface SearchTarget {
  /** The item's page, for a todo its parent's; null to stay. */
  readonly href: string | null;
  /**
   * The item without a page whose sheet opens there; null for none, and while only the server has the item.
   */
  readonly sheet: string | null;
}

/**
 * The target of a hit: the page of a campaign or task, the sheet of a todo over its parent's page, else over
 * this one.
 */
export function useTarget(hit: SearchHit | undefined): SearchTarget {
  const { item, parent } = useHit(hit);
  const isHere = useItem(hit?.uuid ?? '') !== undefined;
  const isInSheet = item !== undefined && hrefOf(item) === null;
  return { href: pageOf(item, parent), sheet: isInSheet && isHere ? item.uuid : null };
}

/** One hit: its type, title, 'in {parent}' and status in words; for a past occurrence also its due day. */
export function SearchResult({
  id,
  hit,
  isActive,
  onPoint,
  onOpen,
}: {
  readonly id: string;
  readonly hit: SearchHit;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onOpen: (target: SearchTarget) => void;
}) {
  const { item, parent } = useHit(hit);
  const target = useTarget(hit);
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  if (!item) return null;
  // Several hits may be occurrences of one item: the day distinguishes them.
  const isPast = item.occurrence_of != null;
  return (
    <button
      ref={option}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onOpen(target)}
      className={classNames(
        'flex min-h-11 w-full flex-wrap items-center gap-x-3 text-start rounded-medium px-2.5 py-1.5',
        isActive && 'bg-hover dark:bg-line',
      )}
    >
      <TypeMark type={item.type} />
      <span className="min-w-0 flex-1 basis-[6rem]">
        <span dir="auto" className="block truncate">
          {shownTitle(item.title)}
        </span>
        {(parent || isPast) && (
          <span className="flex gap-2 text-meta text-ink-3">
            {parent && <span className="truncate">{strings.inParent(parent.title)}</span>}
            {isPast && <DueText item={item} />}
          </span>
        )}
      </span>
      <span className="shrink-0 text-meta text-ink-3">{strings.statusLabels[item.status]}</span>
    </button>
  );
}
