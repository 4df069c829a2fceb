import { useLayoutEffect, useRef, useState } from 'react';
import { useScheduleItems } from '../../items/actions/schedule-items.ts';
import { preloadItemDialogs, useItemScreen } from '../../items/dialogs/item-dialogs.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useReplica } from '../../replica/index.ts';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { useFocusFallback } from '../../ui/interaction/focus-fallback.ts';
import { routeHeading } from '../../ui/interaction/focus-return.ts';
import { DayList } from './day-list.tsx';

const { planning: strings } = lazyMessages;

/** More overdue items than these are folded at first. */
const mostUnfolded = 5;
const linkClasses = 'touch-target min-h-8 hover:underline';

/**
 * The overdue items, folded under their number while there are many, so that today's stay in sight; unfolded ones
 * stay so once a person has touched them or moved the focus there. The heading stays with the last completed row.
 */
export function OverdueList({
  uuids,
  today,
}: {
  readonly uuids: readonly string[];
  readonly today: string;
}) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? uuids.length <= mostUnfolded;
  const [isLeft, setIsLeft] = useState(true);
  if (isLeft && uuids.length > 0) setIsLeft(false);
  if (uuids.length === 0 && (isLeft || !isOpen)) return null;
  const hold = () => {
    if (isOpen) setChosen(true);
  };
  return (
    <div className="contents" onFocus={hold} onPointerDown={hold}>
      <DayList
        heading={strings.overdue}
        uuids={uuids}
        day={null}
        before={null}
        after={today}
        fold={{ isOpen, onToggle: () => setChosen(!isOpen) }}
        actions={uuids.length > 1 && <MoveAll uuids={uuids} today={today} />}
        empty={<Nothing onShow={() => setIsLeft(true)} />}
      />
    </div>
  );
}

/** Calls `onShow` when it takes the place of the last row. */
function Nothing({ onShow }: { readonly onShow: () => void }) {
  useLayoutEffect(onShow, [onShow]);
  return null;
}

/** Buttons that move all items of a list to today, or to a day to choose. */
function MoveAll({ uuids, today }: { readonly uuids: readonly string[]; readonly today: string }) {
  const replica = useReplica();
  const scheduleItems = useScheduleItems();
  const { ask } = useItemScreen();
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, routeHeading);
  const seen = () => uuids.map((uuid) => replica.item(uuid)).filter((item) => item !== undefined);
  return (
    <div ref={part} className="flex gap-4 text-meta text-accent-ink">
      <button
        type="button"
        className={linkClasses}
        onClick={firstPress(() => void scheduleItems(seen(), today))}
      >
        {strings.moveAllToday}
      </button>
      <button
        type="button"
        className={linkClasses}
        onPointerEnter={() => void preloadItemDialogs()}
        onFocus={() => void preloadItemDialogs()}
        onClick={() => {
          const all = seen();
          const [item] = all;
          if (item !== undefined) ask({ kind: 'date', item, all });
        }}
      >
        {strings.moveAll}
      </button>
    </div>
  );
}
