import { may } from '@foray/domain';
import { placeItem } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import { useRef } from 'react';
import type { ComponentProps, DragEvent, KeyboardEvent } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useReplica } from '../../replica/index.ts';
import { toastError } from '../../ui/layers/toast.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { draggedType } from '../actions/dragged-item.ts';
import { altKeyOnRow, rowAt } from '../actions/pressed-row.ts';
import { followRow } from '../actions/list-focus.ts';
import { ScreenContext, useItemScreen } from '../dialogs/item-dialogs.tsx';
import type { ItemMenuCommand } from '../actions/item-menu-command.ts';
import { ItemList } from './item-list.tsx';

const { ordering: strings } = lazyMessages;

/** The gap between rows over which an item is dragged. */
interface DropGap {
  /** The row beside the gap, and on which of its sides the gap is. */
  readonly uuid: string;
  readonly side: 'before' | 'after';
}

const ways = [
  { name: 'up', step: -1, icon: moreIcons.up, key: 'Alt ↑' },
  { name: 'down', step: 1, icon: moreIcons.down, key: 'Alt ↓' },
] as const;

/**
 * The children of an item. People who may add to it put them in order: by dragging a row, with Alt and an arrow
 * key, or by the menu. `all` are its children in their order, of which `uuids` are shown.
 */
export function OrderedList({
  parent,
  all,
  uuids,
  ...list
}: Omit<ComponentProps<typeof ItemList>, 'isDraggable'> & {
  readonly parent: LocalItem;
  readonly all: readonly string[];
}) {
  const replica = useReplica();
  const actions = useActions();
  const screen = useItemScreen();
  const line = useRef<HTMLDivElement>(null);
  const dragged = useRef<string | null>(null);
  const gap = useRef<DropGap | null>(null);
  const mayOrder = may(parent.permission, 'addChild');

  const place = (uuid: string, beside: string, side: DropGap['side']): void => {
    const item = replica.item(uuid);
    if (item === undefined || uuid === beside) return;
    const order = all.filter((one) => one !== uuid);
    const at = order.indexOf(beside) + (side === 'after' ? 1 : 0);
    if (all.indexOf(uuid) === at) return;
    followRow(uuid);
    const wanted = order.toSpliced(at, 0, uuid);
    void actions
      .run((device) => placeItem(device, uuid, wanted))
      .then((done) => {
        if (!done.ok) {
          followRow(null);
          return toastError(listMessages.itemToasts.updateFailed[item.type]);
        }
        const shown = uuids.filter((one) => one !== uuid);
        const next = shown.indexOf(beside) + (side === 'after' ? 2 : 1);
        announce(strings.placed(item.title, next, uuids.length));
      });
  };
  const step = (uuid: string, by: -1 | 1): void => {
    const beside = uuids[uuids.indexOf(uuid) + by];
    if (beside !== undefined) place(uuid, beside, by < 0 ? 'before' : 'after');
  };
  const commandsOf = (uuid: string): readonly ItemMenuCommand[] =>
    ways.flatMap(({ name, step: by, icon, key }) => {
      if (uuids[uuids.indexOf(uuid) + by] === undefined) return [];
      return [{ name, label: strings[name], icon, key, run: () => step(uuid, by) }];
    });

  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = altKeyOnRow(event);
    const by = pressed?.key === 'ArrowUp' ? -1 : pressed?.key === 'ArrowDown' ? 1 : null;
    if (pressed === null || by === null) return;
    event.preventDefault();
    event.stopPropagation();
    step(pressed.uuid, by);
  };
  const drag = {
    onDragStart(event: DragEvent) {
      const uuid = rowAt(event.target)?.dataset['uuid'];
      if (uuid === undefined) return;
      dragged.current = uuid;
      event.dataTransfer.setData(draggedType, uuid);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragEnd() {
      dragged.current = gap.current = null;
      if (line.current) line.current.hidden = true;
    },
    onDragOver(event: DragEvent) {
      const row = rowAt(event.target);
      const uuid = row?.dataset['uuid'];
      if (dragged.current === null || row === null || uuid === undefined) return;
      event.preventDefault();
      const box = row.getBoundingClientRect();
      const side = event.clientY < box.top + box.height / 2 ? 'before' : 'after';
      gap.current = { uuid, side };
      // The rows are not rendered again while something is dragged over them.
      if (line.current === null) return;
      const edge = side === 'before' ? box.top : box.bottom;
      line.current.hidden = false;
      line.current.style.top = `${edge - event.currentTarget.getBoundingClientRect().top}px`;
    },
    onDrop(event: DragEvent) {
      const uuid = dragged.current;
      if (uuid === null || gap.current === null) return;
      event.preventDefault();
      place(uuid, gap.current.uuid, gap.current.side);
    },
  };
  if (!mayOrder) return <ItemList uuids={uuids} {...list} />;
  return (
    <ScreenContext value={{ ...screen, commandsOf }}>
      <div className="relative" onKeyDownCapture={onKeyDown} {...drag}>
        <ItemList uuids={uuids} isDraggable {...list} />
        <div
          ref={line}
          aria-hidden="true"
          data-drop-line=""
          hidden
          className="pointer-events-none absolute inset-x-0 z-1 -mt-px h-0.5 rounded-full bg-accent-ink"
        />
      </div>
    </ScreenContext>
  );
}
