import {
  useCallback,
  useDeferredValue,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../../ui/styles/class-names.ts';
import type { LeftRow } from './item-list.tsx';
import type { TabStop } from '../actions/list-focus.ts';
import { useWindowLines } from './window-lines.ts';

const rowPx = 40;
/** The height of a row narrower than 42 rem, which has two lines. */
const narrowRowPx = 54;
const narrowBelowPx = 672;
const cardPx = 168;
const cardGapPx = 12;

/** The items of a list, and its look. */
interface LongListProps {
  readonly uuids: readonly string[];
  readonly columns: 1 | 2 | 3;
  readonly renderItem: (uuid: string) => ReactNode;
  /** The rows that stay for a moment, of items that the list has lost. */
  readonly left: readonly LeftRow[];
  readonly renderLeft: (row: LeftRow) => ReactNode;
  /** The item that Tab reaches: its row is always rendered, with the focus in it or without. */
  readonly tabStop: TabStop;
  /** Called when the first rows are on the page. */
  readonly onShown: () => void;
}

/**
 * A list that renders only the part near the window; the window itself scrolls. Each item has its position
 * and the size of the list, because its neighbours may not be rendered. The rows are rendered after the
 * page around them, in pieces: together with them the first frame would keep a slow phone waiting.
 */
export default function LongList(props: LongListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = box;
      if (current === null) return;
      const { top, width } = current.getBoundingClientRect();
      setTopPx(Math.round(top + window.scrollY));
      setNarrow(width < narrowBelowPx);
    };
    measure();
    // Elements above the list may grow, and the page grows with them.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const hasLines = useDeferredValue(true, false);
  const isPrinted = useIsPrinted();
  const { columns } = props;
  const uuids = useWithLeft(props);
  // A new value places all rows again.
  const list = useMemo(() => ({ uuids, columns, isNarrow }), [uuids, columns, isNarrow]);
  return (
    <>
      <div ref={box} className={isPrinted ? 'print:hidden' : undefined}>
        {hasLines ? (
          <Lines {...props} uuids={uuids} list={list} topPx={topPx} />
        ) : (
          <div style={{ height: heightPx(list) }} />
        )}
      </div>
      {isPrinted && <Printed {...props} />}
    </>
  );
}

/** The items of the list with those of the rows that stay, at their places. */
function useWithLeft({ uuids, left }: LongListProps): readonly string[] {
  const all = left.reduceRight(
    (rest, { item, index }) => rest.toSpliced(index, 0, item.uuid),
    uuids,
  );
  const [kept, setKept] = useState({ uuids, left: 0, all });
  // The same list again is not placed again.
  if (kept.uuids === uuids && kept.left === left.length) return kept.all;
  setKept({ uuids, left: left.length, all });
  return all;
}

/** Whether the page is being printed: true from before the browser lays it out for printing. */
function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setIsPrinted(true));
    const end = () => setIsPrinted(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}

/** The whole list, since paper does not scroll. Text being typed into a row stays on the screen. */
function Printed({ uuids, columns, renderItem }: LongListProps) {
  return (
    <div
      className={classNames(
        'hidden',
        columns === 1 ? 'divide-y divide-line print:block' : 'grid-cols-2 gap-3 print:grid',
      )}
    >
      {uuids.map((uuid) => (
        <div key={uuid} role="listitem">
          {renderItem(uuid)}
        </div>
      ))}
    </div>
  );
}

/** The rows of a list, of which it is known whether they are narrow. */
interface PlacedList extends Pick<LongListProps, 'uuids' | 'columns'> {
  readonly isNarrow: boolean;
}

/** The expected height of the list, so that Back finds its place before the rows are rendered. */
function heightPx(list: PlacedList): number {
  const gapPx = gapOf(list);
  let sumPx = -gapPx;
  for (let line = 0; line < countOf(list); line += 1) sumPx += linePx(list, line) + gapPx;
  return sumPx;
}

const countOf = ({ uuids, columns }: PlacedList): number => Math.ceil(uuids.length / columns);
const gapOf = ({ columns }: PlacedList): number => (columns === 1 ? 0 : cardGapPx);
/** The key of a row. All of them are computed again with each change of a list, so those of a column are no new texts. */
const keyOf = ({ uuids, columns }: PlacedList, line: number): string => {
  const first = uuids[line * columns] ?? `${line}`;
  return columns === 1 ? first : `${columns} ${first}`;
};

/**
 * The heights of rendered rows that differ from most, by their keys; kept when the list leaves the page, so
 * that Back finds the same rows at the same place.
 */
const otherHeights = new Map<string, number>();

/** The approximate height of a row. Each row but the first has a line above it. */
function linePx(list: PlacedList, line: number): number {
  return otherHeights.get(keyOf(list, line)) ?? usualPx(list, line);
}

function usualPx({ columns, isNarrow }: PlacedList, line: number): number {
  if (columns > 1) return cardPx;
  const px = isNarrow ? narrowRowPx : rowPx;
  return line === 0 ? px : px + 1;
}

function Lines({
  list,
  topPx,
  uuids,
  columns,
  left,
  renderItem,
  renderLeft,
  tabStop,
  onShown,
}: LongListProps & { readonly list: PlacedList; readonly topPx: number }) {
  const onFirst = useEffectEvent(onShown);
  useLayoutEffect(() => onFirst(), []);
  const lines = useWindowLines({
    items: uuids,
    count: countOf(list),
    keptLine: () => Math.floor(Math.max(0, uuids.indexOf(tabStop.get() ?? '')) / columns),
    estimatePx: (line) => linePx(list, line),
    gapPx: gapOf(list),
    topPx,
    keyOf: useCallback((line) => keyOf(list, line), [list]),
    onMeasure: (line, px) => {
      if (px === usualPx(list, line)) otherHeights.delete(keyOf(list, line));
      else otherHeights.set(keyOf(list, line), px);
    },
  });
  return (
    <div className="relative" style={{ height: lines.heightPx }}>
      {lines.shown.map((line) => (
        <div
          key={line.key}
          ref={lines.measure}
          data-index={line.index}
          role="presentation"
          style={{ top: line.start - topPx }}
          className={classNames(
            'absolute inset-x-0',
            columns === 1 && line.index > 0 && 'border-t border-line',
            columns > 1 && 'grid gap-3',
            columns === 2 && 'grid-cols-2',
            columns === 3 && 'grid-cols-3',
          )}
        >
          {uuids.slice(line.index * columns, (line.index + 1) * columns).map((uuid, place) => {
            const row = left.find(({ item }) => item.uuid === uuid);
            return row ? (
              renderLeft(row)
            ) : (
              <div
                key={uuid}
                role="listitem"
                data-uuid={uuid}
                aria-setsize={uuids.length}
                aria-posinset={line.index * columns + place + 1}
              >
                {renderItem(uuid)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
