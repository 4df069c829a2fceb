import type { LocalItem } from '@foray/sync';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages/messages.ts';
import { useItem } from '../../replica/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { TypeMark } from '../../ui/type-mark.tsx';

const { item: words } = messages;

/** One hit: its type, title, 'in {parent}' and status in words (specification, section 2). */
export function SearchResult({
  id,
  uuid,
  isActive,
  onPoint,
  onOpen,
}: {
  readonly id: string;
  readonly uuid: string;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onOpen: (hit: LocalItem, parent: LocalItem | undefined) => void;
}) {
  const hit = useItem(uuid);
  const parent = useItem(hit?.parent_uuid ?? '');
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  if (!hit) return null;
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
      onClick={() => onOpen(hit, parent)}
      className={classNames(
        'flex min-h-11 w-full items-center gap-3 text-left rounded-medium px-2.5 py-1.5',
        isActive && 'bg-hover dark:bg-line',
      )}
    >
      <TypeMark type={hit.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{hit.title}</span>
        {parent && (
          <span className="block truncate text-meta text-ink-3">
            {words.inParent(parent.title)}
          </span>
        )}
      </span>
      <span className="shrink-0 text-meta text-ink-3">{words.statusWords[hit.status]}</span>
    </button>
  );
}
