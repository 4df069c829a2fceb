import { may } from '@foray/domain';
import { useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { ItemList } from '../../items/list/item-list.tsx';
import { editForDay } from '../../items/actions/planning.ts';
import { useScheduleItems } from '../../items/actions/schedule-items.ts';
import { preloadItemDialogs, useItemScreen } from '../../items/dialogs/item-dialogs.tsx';
import { followRow } from '../../items/actions/list-focus.ts';
import { useItemActions } from '../../items/actions/use-item-actions.ts';
import { formatCount } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useReplica, useDue } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { setShowsOthers, useShowsOthers } from '../../settings/shown-items.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { useFocusFallback } from '../../ui/interaction/focus-fallback.ts';
import { routeHeading } from '../../ui/interaction/focus-return.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';

const { planning: strings } = listMessages;
/** More overdue items than these are folded at first. */
const mostUnfolded = 5;

interface Fold {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The type of a dragged row's data; these lists ignore other drags. */
const draggedType = 'application/x-foray-item';

/**
 * The items due on one day, or before. An item moves to another day by being dragged to its list, or, with
 * the focus on its row, by Alt and an arrow key; items that the person may not edit cannot be moved.
 */
export function DayList({
  heading,
  note,
  uuids,
  day,
  before,
  after,
  fold = null,
  actions,
}: {
  readonly heading: string;
  /** Additional text of the heading, such as the date. */
  readonly note?: string | undefined;
  readonly uuids: readonly string[];
  /** The day to which items can be moved; null for the overdue ones. */
  readonly day: string | null;
  /** The days to which Alt with the up and the down key moves an item; null for none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Makes the heading a button that folds the list; null for a list that is always open. */
  readonly fold?: Fold | null;
  /** Buttons beside the heading that act on the whole list. */
  readonly actions?: ReactNode;
}) {
  const replica = useReplica();
  const { schedule } = useItemActions();
  const [isOver, setIsOver] = useState(false);

  // Distinguishes one Friday from the next.
  const name = note === undefined ? heading : `${heading}, ${note}`;

  const move = (uuid: string, to: string): void => {
    const item = replica.item(uuid);
    if (!item || !may(item.permission, 'edit')) return;
    void schedule(item, editForDay(item.type, to)).then((isPlanned) => {
      if (!isPlanned) followRow(null);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = pressedKey(event);
    const to = key === 'ArrowUp' ? before : key === 'ArrowDown' ? after : null;
    const uuid = uuidAt(event.target);
    if (to === null || uuid === undefined || isTextField(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    followRow(uuid);
    move(uuid, to);
  };
  const drag = {
    onDragStart(event: DragEvent) {
      const uuid = uuidAt(event.target);
      if (uuid === undefined) return;
      event.dataTransfer.setData(draggedType, uuid);
      event.dataTransfer.effectAllowed = 'move';
    },
    ...(day !== null && {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes(draggedType)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) {
          setIsOver(false);
        }
      },
      onDrop(event: DragEvent) {
        const uuid = event.dataTransfer.getData(draggedType);
        setIsOver(false);
        if (uuid === '') return;
        event.preventDefault();
        if (!uuids.includes(uuid)) move(uuid, day);
      },
    }),
  };

  return (
    <section
      aria-label={name}
      data-day={day ?? undefined}
      onKeyDownCapture={onKeyDown}
      {...drag}
      className={classNames(
        'mb-5 rounded-large transition-shadow duration-100',
        isOver && 'shadow-[0_0_0_2px_var(--color-accent-ink)]',
      )}
    >
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-2 px-1">
        <h2 className="flex items-baseline gap-2 font-strong">
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
              <span className="font-normal text-ink-3">{formatCount(uuids.length)}</span>
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
      {fold?.isOpen === false ? null : uuids.length > 0 ? (
        <ItemList uuids={uuids} label={name} isDraggable day={day} />
      ) : (
        <p className="rounded-large border border-dashed border-line px-4 py-2.5 text-meta text-ink-3">
          {strings.nothingOn}
        </p>
      )}
    </section>
  );
}

/** The overdue items, folded under their number while there are many, so that today's stay in sight. */
export function OverdueList({
  uuids,
  today,
}: {
  readonly uuids: readonly string[];
  readonly today: string;
}) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? uuids.length <= mostUnfolded;
  if (uuids.length === 0) return null;
  return (
    <DayList
      heading={strings.overdue}
      uuids={uuids}
      day={null}
      before={null}
      after={today}
      fold={{ isOpen, onToggle: () => setChosen(!isOpen) }}
      actions={uuids.length > 1 && <MoveAll uuids={uuids} today={today} />}
    />
  );
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
    <div ref={part} className="-me-1 flex text-accent-ink">
      <Button
        variant="quiet"
        size="small"
        onClick={firstPress(() => void scheduleItems(seen(), today))}
      >
        {lazyMessages.planning.moveAllToday}
      </Button>
      <Button
        variant="quiet"
        size="small"
        onPointerEnter={() => void preloadItemDialogs()}
        onClick={() => {
          const all = seen();
          const [item] = all;
          if (item !== undefined) ask({ kind: 'date', item, all });
        }}
      >
        {lazyMessages.planning.moveAll}
      </Button>
    </div>
  );
}

/** In the editor of a title these keys move the cursor. */
function isTextField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea');
}

function uuidAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'];
}

/** Adds the items due up to `last` that others do for the user; absent if there are none. */
export function OthersSwitch({ last }: { readonly last: string }) {
  const isShown = useShowsOthers();
  const { length } = useDue(last, 'byOthers');
  if (length === 0) return null;
  return (
    <Checkbox checked={isShown} onChange={setShowsOthers} className="text-ink-2">
      {listMessages.planning.alsoOthers(length)}
    </Checkbox>
  );
}
