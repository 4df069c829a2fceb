import { useEffect, useState } from 'react';
import { ItemList } from '../../items/list/item-list.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/display/announcer.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { ListHeading } from './list-heading.tsx';

const { planning: strings } = lazyMessages;

/** The completed items of a day, folded at first; renders nothing if there are none. */
export function DoneList({
  uuids,
  day,
}: {
  readonly uuids: readonly string[];
  readonly day: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (uuids.length === 0) return null;
  return (
    <section aria-label={strings.done} className="mb-5">
      <ListHeading
        heading={strings.done}
        count={uuids.length}
        fold={{ isOpen, onToggle: () => setIsOpen(!isOpen) }}
      />
      {isOpen && <ItemList uuids={uuids} label={strings.done} day={day} />}
    </section>
  );
}

/** In place of the items of a day after the last of `count` has been completed: a flag is planted. */
export function DayDone({ count }: { readonly count: number }) {
  const title = strings.allDone(count);
  useEffect(() => announce(title), [title]);
  return (
    <EmptyState
      drawing={moreDrawings.summit}
      title={title}
      hint={strings.allDoneHint}
      action={<ButtonLink href="/upcoming">{strings.toUpcoming}</ButtonLink>}
    />
  );
}
