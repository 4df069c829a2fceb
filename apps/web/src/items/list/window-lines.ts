import {
  Virtualizer,
  defaultRangeExtractor,
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from '@tanstack/virtual-core';
import type { Range, VirtualItem } from '@tanstack/virtual-core';
import { startTransition, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { anchorShiftPx } from './scroll-anchor.ts';
import type { PlacedLines } from './scroll-anchor.ts';

/** Rows rendered beyond the window on each side, so that a fast scroll and the arrow keys find them. */
const overscanLines = 12;

/** The part of a long list that is near the window. */
export interface WindowLines {
  readonly shown: readonly VirtualItem[];
  readonly heightPx: number;
  /** For the `ref` of each rendered row, which identifies itself by `data-index`. */
  readonly measure: (line: HTMLDivElement | null) => void;
}

/**
 * The rows of `count` that are near the window, which itself scrolls, with the row `keptLine` wherever it is, and
 * their places: the list begins `topPx` below the top of the page. A row has the height `estimatePx` until it is measured, which
 * `onMeasure` receives. When rows are added or removed above the visible ones, the view stays in place.
 */
export function useWindowLines({
  items,
  count,
  keptLine,
  estimatePx,
  gapPx,
  topPx,
  keyOf,
  onMeasure,
}: {
  /** The content of the rows: a new value whenever there is a new row. */
  readonly items: unknown;
  readonly count: number;
  readonly keptLine: () => number;
  readonly estimatePx: (line: number) => number;
  readonly gapPx: number;
  readonly topPx: number;
  /** Stable while the items and their usual heights are: with a new one all places are computed again. */
  readonly keyOf: (line: number) => string;
  readonly onMeasure: (line: number, px: number) => void;
}): WindowLines {
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  const [overscan, setOverscan] = useState(0);
  // The visible rows come first.
  useEffect(() => startTransition(() => setOverscan(overscanLines)), []);
  const options = {
    count,
    estimateSize: estimatePx,
    gap: gapPx,
    scrollMargin: topPx,
    getItemKey: keyOf,
    overscan,
    rangeExtractor: (range: Range) => withKept(defaultRangeExtractor(range), keptLine()),
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    measureElement: (...measured: Parameters<typeof measureElement<HTMLDivElement>>) => {
      const [line, , virtualizer] = measured;
      const px = measureElement(...measured);
      onMeasure(virtualizer.indexFromElement(line), px);
      return px;
    },
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange: (changed: Virtualizer<Window, HTMLDivElement>) => {
      // Rows out of sight come in a task of their own, in place of that of the key or the finger.
      if (areInSight(changed)) startTransition(renderAgain);
      else renderAgain();
    },
  };
  const [lines] = useState(() => new Virtualizer<Window, HTMLDivElement>(options));
  lines.setOptions(options);
  useLayoutEffect(() => lines._didMount(), [lines]);
  useLayoutEffect(() => lines._willUpdate());
  useLayoutEffect(() => {
    const before = rendered.get(lines);
    const shown = lines.getVirtualItems();
    rendered.set(lines, { items, topPx, shown, heightPx: lines.getTotalSize() });
    if (before === undefined || before.items === items) return;
    const startPx = (line: number) => lines.measurementsCache[line]?.start;
    scrollBy(
      lines,
      anchorShiftPx(before, lines.scrollOffset ?? 0, { count, topPx, keyOf, startPx }),
    );
  });
  return {
    shown: lines.getVirtualItems(),
    heightPx: lines.getTotalSize(),
    measure: lines.measureElement,
  };
}

/** The rows that are on the page, and the content that they were rendered for. */
interface RenderedLines extends PlacedLines {
  readonly items: unknown;
  readonly heightPx: number;
}

/** The rows of each list that are on the page. */
const rendered = new WeakMap<Virtualizer<Window, HTMLDivElement>, RenderedLines>();

/** Whether all rows in sight are on the page already, each in its place. */
function areInSight(lines: Virtualizer<Window, HTMLDivElement>): boolean {
  const before = rendered.get(lines);
  if (before === undefined || before.heightPx !== lines.getTotalSize()) return false;
  const starts = new Map(before.shown.map(({ index, start }) => [index, start]));
  const now = lines.getVirtualItems();
  const { startIndex, endIndex } = lines.range ?? { startIndex: 0, endIndex: -1 };
  return now.every(
    ({ index, start }) => index < startIndex || index > endIndex || starts.get(index) === start,
  );
}

function withKept(range: number[], kept: number): number[] {
  if (range.includes(kept)) return range;
  return [...range, kept].sort((a, b) => a - b);
}

/** Scrolls the window; the visible rows change before the scroll event arrives. */
function scrollBy(lines: Virtualizer<Window, HTMLDivElement>, px: number): void {
  if (px === 0) return;
  window.scrollBy({ top: px, behavior: 'instant' });
  lines.scrollOffset = window.scrollY;
  lines.options.onChange(lines, false);
}
