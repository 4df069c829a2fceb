import { may } from '@foray/domain';
import { useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { followRow } from '../../items/actions/list-focus.ts';
import { editForDay } from '../../items/actions/planning.ts';
import { useSchedule } from '../../items/actions/schedule-items.ts';
import { ItemList } from '../../items/list/item-list.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useReplica } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { draggedType } from '../../items/actions/dragged-item.ts';
import { altKeyOnRow, rowAt } from '../../items/actions/pressed-row.ts';
import { ListHeading } from './list-heading.tsx';
import type { Fold } from './list-heading.tsx';

const { planning: strings } = lazyMessages;

const nothing = (
  <p className="rounded-large border border-dashed border-line px-4 py-2.5 text-meta text-ink-3">
    {strings.nothingOn}
  </p>
);

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
  above,
  empty = nothing,
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
  /** A part between the heading and the items. */
  readonly above?: ReactNode;
  /** Shown in place of a list without items. */
  readonly empty?: ReactNode;
}) {
  const replica = useReplica();
  const schedule = useSchedule();
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
    const pressed = altKeyOnRow(event);
    const days: Readonly<Record<string, string | null>> = { ArrowUp: before, ArrowDown: after };
    const to = days[pressed?.key ?? ''] ?? null;
    if (pressed === null || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    followRow(pressed.uuid);
    move(pressed.uuid, to);
  };
  const drag = {
    onDragStart(event: DragEvent) {
      const uuid = rowAt(event.target)?.dataset['uuid'];
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
      <ListHeading
        heading={heading}
        note={note}
        count={uuids.length}
        fold={fold}
        of={day ?? 'overdue'}
        actions={actions}
      />
      <div className="contents">{above}</div>
      {fold?.isOpen !== false && (
        <ItemList uuids={uuids} label={name} isDraggable day={day} empty={empty} />
      )}
    </section>
  );
}
