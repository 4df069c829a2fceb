import type { LocalItem } from '@foray/sync';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Card } from '../../ui/display/card.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { ItemRow } from './item-row.tsx';
import type { RowLook } from './item-row.tsx';
import { useColumns } from './list-columns.ts';
import { completion } from '../actions/just-completed.ts';
import { useListFocus, useTabStop } from '../actions/list-focus.ts';
import { LeavingRow } from './lazy-list-parts.ts';

const CampaignCard = lazyComponent(
  () => import('./campaign-card.tsx'),
  (it) => it.CampaignCard,
);
const LongList = lazyComponent(
  () => import('./long-list.tsx'),
  (it) => it.default,
);

/** A list that starts longer than this renders only the rows near the window. */
const longItems = 60;

/** A list that started shorter renders all of its rows up to this length. */
const mostItems = 2 * longItems;

/**
 * With more new items at once it counts as another list: for example all items of a list that first showed
 * only some.
 */
const fewItems = 10;

/** More new items at once are not animated, because they did not arrive one by one. */
const maxArrivals = 3;
const none: ReadonlySet<string> = new Set();
const noUuids: readonly string[] = [];

/** The `uuids` that have just joined a list that was already shown; they are animated. */
function useArrivals(uuids: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState(uuids);
  const [arrivals, setArrivals] = useState(none);
  if (seen !== uuids) {
    const before = new Set(seen);
    const added = uuids.filter((uuid) => !before.has(uuid));
    setSeen(uuids);
    if (added.length > 0) setArrivals(added.length <= maxArrivals ? new Set(added) : none);
  }
  return arrivals;
}

/**
 * Whether a list renders only the rows near the window. While it is shown and few items are added or
 * removed at once, it stays as it started, completely rendered up to `mostItems`: a change would render all
 * rows again, which loses the focus and typed text.
 */
function useIsLong(count: number): boolean {
  const [last, setLast] = useState({ count, isLong: count > longItems });
  if (last.count === count) return last.isLong;
  const most = count - last.count <= fewItems ? mostItems : longItems;
  const isLong = last.isLong || count > most;
  setLast({ count, isLong });
  return isLong;
}

/** A row that its list has lost, and the place that it had. */
export interface LeftRow {
  readonly item: LocalItem;
  readonly index: number;
}

/** The rows of items that the person has just completed, latest last, until `end` removes them. */
function useLeftRows(uuids: readonly string[]) {
  const [seen, setSeen] = useState(uuids);
  const [left, setLeft] = useState<readonly LeftRow[]>([]);
  if (seen !== uuids) {
    setSeen(uuids);
    const { item } = completion;
    const index = item === null || uuids.includes(item.uuid) ? -1 : seen.indexOf(item.uuid);
    // An item that comes back for a moment, until its change is stored, leaves once; later it is back for good.
    const others = left.filter(({ item: { uuid } }) =>
      uuid === item?.uuid ? index < 0 : !uuids.includes(uuid),
    );
    if (item !== null && index >= 0) setLeft([...others, { item, index }]);
    else if (others.length < left.length) setLeft(others);
  }
  return {
    left: left.filter(({ item }) => !uuids.includes(item.uuid)),
    end: (row: LeftRow) => setLeft((now) => now.filter((one) => one !== row)),
  };
}

/** As `Rows`, with completed rows that stay for a moment, and `empty` in place of a list without items. */
export function ItemList({
  empty = null,
  ...list
}: Omit<ComponentProps<typeof Rows>, 'left' | 'renderLeft'> & { readonly empty?: ReactNode }) {
  const { left, end } = useLeftRows(list.uuids);
  useEffect(() => void LeavingRow.preload(), []);
  const renderLeft = (row: LeftRow, isCard = false) => (
    <LeavingRow
      key={`left ${row.item.uuid}`}
      {...list}
      isCard={isCard}
      item={row.item}
      onEnd={() => end(row)}
    />
  );
  // Without any card only the list knows its columns.
  if (list.uuids.length > 0 || (left.length > 0 && list.look === 'cards'))
    return <Rows {...list} left={left} renderLeft={renderLeft} />;
  if (left.length === 0) return <div className="contents">{empty}</div>;
  return (
    <div className="@container">
      <Card className="divide-y divide-line overflow-clip">
        {left.map((row) => renderLeft(row))}
      </Card>
    </div>
  );
}

/**
 * Items in a column in the given order; with `look` 'cards' campaigns are side by side if they fit. Long
 * lists are virtualised on the window's scroll.
 */
function Rows({
  uuids,
  label,
  look = 'rows',
  isDraggable = false,
  left,
  renderLeft,
  ...rowLook
}: RowLook & {
  readonly uuids: readonly string[];
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly look?: 'rows' | 'cards' | undefined;
  /** Whether rows can be dragged; a listener around the list decides the effect of a drop. */
  readonly isDraggable?: boolean | undefined;
  /** The rows that stay for a moment. */
  readonly left: readonly LeftRow[];
  readonly renderLeft: (row: LeftRow, isCard: boolean) => ReactElement;
}) {
  const list = useRef<HTMLDivElement>(null);
  const columns = useColumns(list, look);
  const focus = useListFocus(list, uuids);
  const { tabStop, onShown, onFocusCapture } = useTabStop(uuids);
  const isLong = useIsLong(uuids.length);
  // No row of a long list is animated, and comparing its uuids would cost more than the rest of a change.
  const arrivals = useArrivals(isLong ? noUuids : uuids);

  const renderItem = (uuid: string) => {
    const item = { uuid, tabStop };
    return columns === 1 ? <ItemRow {...item} {...rowLook} /> : <CampaignCard {...item} />;
  };

  const isCard = columns > 1;
  const rows: ReactElement[] = uuids.slice(0, isLong ? longItems : mostItems).map((uuid) => (
    <div
      key={uuid}
      role="listitem"
      data-uuid={uuid}
      draggable={isDraggable || undefined}
      className={arrivals.has(uuid) ? 'animate-grow-in' : undefined}
    >
      {renderItem(uuid)}
    </div>
  ));
  // Back to their places, the latest first.
  for (const row of left.toReversed()) rows.splice(row.index, 0, renderLeft(row, isCard));

  const grid = (
    <div
      className={classNames(
        columns === 1 ? 'divide-y divide-line' : 'grid gap-3',
        columns === 2 && 'grid-cols-2',
        columns === 3 && 'grid-cols-3',
      )}
    >
      {rows}
    </div>
  );
  const content = isLong ? (
    <Suspense fallback={grid}>
      <LongList
        uuids={uuids}
        columns={columns}
        left={left}
        renderItem={renderItem}
        renderLeft={(row) => renderLeft(row, isCard)}
        tabStop={tabStop}
        onShown={onShown}
      />
    </Suspense>
  ) : (
    grid
  );

  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      className="@container"
      {...focus}
      onFocusCapture={onFocusCapture}
    >
      {columns === 1 ? (
        <Card className="overflow-clip">{content}</Card>
      ) : (
        <Suspense fallback={null}>{content}</Suspense>
      )}
    </div>
  );
}
