import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { useWindowLines } from './window-lines.ts';

const rowPx = 40;
const cardPx = 168;
const cardGapPx = 12;

/** What a list has, and how it looks. */
interface LongListProps {
  readonly uuids: readonly string[];
  readonly columns: 1 | 2 | 3;
  readonly renderItem: (uuid: string) => ReactNode;
}

/**
 * A list of which only the part near the window is on the page; the window itself scrolls. Each item
 * says where it stands and of how many, because its neighbours may not be there. Its lines come after
 * the page around it, in pieces: with them its first frame would keep a slow phone waiting.
 */
export default function LongList(props: LongListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = box;
      if (current) setTop(Math.round(current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above the list may grow: the page grows with it.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const hasLines = useDeferredValue(true, false);
  const { uuids, columns } = props;
  // Until then the page is about as long as it will be, so that Back finds its place.
  const gapPx = columns === 1 ? 0 : cardGapPx;
  const heightPx = Math.ceil(uuids.length / columns) * (linePx(columns, 1) + gapPx) - gapPx;
  return (
    <div ref={box}>
      {hasLines ? <Lines {...props} topPx={top} /> : <div style={{ height: heightPx }} />}
    </div>
  );
}

/** About how high a line is. Each row but the first has a line above it. */
function linePx(columns: LongListProps['columns'], line: number): number {
  if (columns > 1) return cardPx;
  return line === 0 ? rowPx : rowPx + 1;
}

function Lines({ uuids, columns, renderItem, topPx }: LongListProps & { readonly topPx: number }) {
  const lines = useWindowLines({
    count: Math.ceil(uuids.length / columns),
    estimatePx: (line) => linePx(columns, line),
    gapPx: columns === 1 ? 0 : cardGapPx,
    topPx,
    keyOf: (line) => uuids[line * columns] ?? line,
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
          {uuids.slice(line.index * columns, (line.index + 1) * columns).map((uuid, place) => (
            <div
              key={uuid}
              role="listitem"
              data-uuid={uuid}
              aria-setsize={uuids.length}
              aria-posinset={line.index * columns + place + 1}
            >
              {renderItem(uuid)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
