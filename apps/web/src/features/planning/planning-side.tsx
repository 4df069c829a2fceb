import { may } from '@foray/domain';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { useShownDue } from '../../items/actions/planning.ts';
import { dateLocale } from '../../items/create/use-reader.ts';
import { controlIn } from '../../items/actions/list-focus.ts';
import { SideItem, SidePanel, UnderWay } from '../../items/detail/side-column.tsx';
import { preloadItemDialogs, useItemScreen } from '../../items/dialogs/item-dialogs.tsx';
import { MonthGrid } from '../../items/dialogs/month-grid.tsx';
import { shownTitle } from '../../items/fields/shown-names.ts';
import { useToday } from '../../items/fields/today.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useUndated } from '../../replica/hooks/use-undated.ts';
import { useItem } from '../../replica/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import {
  focusAfterRemoval,
  modalLayers,
  routeHeading,
  setFocusFallback,
} from '../../ui/interaction/focus-return.ts';
import { draggedType } from '../../items/actions/dragged-item.ts';

const { planning: strings } = lazyMessages;
const maxShown = 6;
const lastDay = '9999-12-31';

/** Beside the lists of days: a month, items without a date to plan, and items in progress. */
export function PlanningSide(month: {
  readonly chosen: string | null;
  readonly onChoose: (day: string) => void;
}) {
  return (
    <>
      <Month {...month} />
      <Undated />
      <UnderWay tab="all" />
    </>
  );
}

/** A month with a dot on each day that has items due; past days without any cannot be chosen. */
function Month({
  chosen,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly onChoose: (day: string) => void;
}) {
  const today = useToday();
  const due = useShownDue(lastDay);
  const counts = useMemo(() => {
    const all = new Map<string, number>();
    for (const { day } of due) all.set(day, (all.get(day) ?? 0) + 1);
    return all;
  }, [due]);
  return (
    <Card className="p-4 pt-3">
      <MonthGrid
        chosen={chosen}
        today={today}
        weekStart={dateLocale.weekStartsOn}
        counts={counts}
        isOff={(day) => day < today && !counts.has(day)}
        onChoose={onChoose}
      />
    </Card>
  );
}

function Undated() {
  const uuids = useUndated();
  if (uuids.length === 0) return null;
  return (
    <SidePanel title={strings.undated}>
      {uuids.slice(0, maxShown).map((uuid) => (
        <UndatedItem key={uuid} uuid={uuid} />
      ))}
      {uuids.length > maxShown && (
        <p className="px-4 py-2 text-meta text-ink-3">
          {strings.moreUndated(uuids.length - maxShown)}
        </p>
      )}
    </SidePanel>
  );
}

/**
 * Moves the focus on from an item that leaves the column, also if a dialog above has it: to the same button of
 * the next item, else of the one before, else to the row of the item, else to the screen's heading.
 */
function useGivenDate(part: RefObject<HTMLElement | null>, uuid: string): void {
  useLayoutEffect(() => {
    const { current } = part;
    return () => {
      const around = [current?.nextElementSibling, current?.previousElementSibling];
      const find = () => {
        const row = document.querySelector(`main [data-uuid="${CSS.escape(uuid)}"]`);
        const [button] = around
          .filter((one) => one?.isConnected)
          .flatMap((one) => [...(one?.querySelectorAll('button') ?? [])]);
        return button ?? controlIn(row, 'open') ?? routeHeading();
      };
      if (document.activeElement?.closest(modalLayers)) setFocusFallback(find);
      else if (current?.contains(document.activeElement)) focusAfterRemoval(current, find);
    };
  }, [part, uuid]);
}

/** An item that gets a date by being dragged to a day, or by its button. */
function UndatedItem({ uuid }: { readonly uuid: string }) {
  const item = useItem(uuid);
  const { ask } = useItemScreen();
  const part = useRef<HTMLDivElement>(null);
  useGivenDate(part, uuid);
  if (!item) return null;
  const isEditable = may(item.permission, 'edit');
  return (
    <div
      ref={part}
      draggable={isEditable}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(draggedType, uuid);
        dataTransfer.effectAllowed = 'move';
      }}
    >
      <SideItem
        uuid={uuid}
        linkLabel={listMessages.item.openNamed}
        action={
          isEditable && (
            <IconButton
              label={strings.giveDate(shownTitle(item.title))}
              icon={listIcons.calendar}
              size="small"
              className="z-1 -my-1 -me-2"
              onPointerEnter={() => void preloadItemDialogs()}
              onFocus={() => void preloadItemDialogs()}
              onClick={() => ask({ kind: 'date', item })}
            />
          )
        }
      />
    </div>
  );
}
