import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Rows rendered beyond each edge, for fast scrolling. */
const overscanRows = 10;

/**
 * A list in a box that scrolls if it has more than `mostRows`; only the rows near the visible ones are
 * rendered. All rows are `rowRem` high. Each has its position and the size of the list for screen
 * readers. The box takes the focus, so that the arrow keys scroll it.
 */
export function ScrollRows({
  label,
  count,
  rowRem,
  mostRows,
  keyOf,
  renderRow,
}: {
  readonly label: string;
  readonly count: number;
  readonly rowRem: number;
  readonly mostRows: number;
  readonly keyOf: (row: number) => string | number;
  readonly renderRow: (row: number) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [remPx] = useState(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const rowPx = rowRem * remPx;
  const first = Math.max(0, Math.floor(top / rowPx) - overscanRows);
  const last = Math.min(count, Math.ceil(top / rowPx) + mostRows + overscanRows);
  const isLong = count > mostRows;
  return (
    <div
      ref={box}
      tabIndex={isLong ? 0 : undefined}
      role={isLong ? 'region' : undefined}
      aria-label={isLong ? label : undefined}
      onScroll={() => setTop(box.current?.scrollTop ?? 0)}
      style={{ maxHeight: `${mostRows * rowRem}rem` }}
      className="relative overflow-y-auto overscroll-contain"
    >
      <ul aria-label={label} className="relative" style={{ height: `${count * rowRem}rem` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
          const row = first + place;
          return (
            <li
              key={keyOf(row)}
              aria-setsize={count}
              aria-posinset={row + 1}
              style={{ top: `${row * rowRem}rem`, height: `${rowRem}rem` }}
              className="absolute inset-x-0 flex items-center border-b border-line last:border-b-0"
            >
              {renderRow(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
