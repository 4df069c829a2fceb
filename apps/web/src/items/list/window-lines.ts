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
import { useDelay } from '../../ui/interaction/use-delay.ts';
import { anchorShiftPx } from './scroll-anchor.ts';
import type { PlacedLines } from './scroll-anchor.ts';

/** Rows rendered beyond the window on each side, so that a fast scroll and the arrow keys find them. */
const overscanLines = 12;
/** The most rows out of sight that are rendered at once after a scroll. */
const linesAtOnce = 4;

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
  const [page] = useState(() => ({}));
  const options = {
    count,
    estimateSize: estimatePx,
    gap: gapPx,
    scrollMargin: topPx,
    getItemKey: keyOf,
    overscan,
    // The rows out of sight come a few at a time, so that no key and no finger waits for all of them.
    rangeExtractor: (range: Range) => withKept(pieceOf(range, rendered.get(page)), keptLine()),
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
    onChange: renderAgain,
  };
  const [lines] = useState(() => new Virtualizer<Window, HTMLDivElement>(options));
  lines.setOptions(options);
  useLayoutEffect(() => lines._didMount(), [lines]);
  useLayoutEffect(() => lines._willUpdate());
  useLayoutEffect(() => {
    const before = rendered.get(page);
    const shown = lines.getVirtualItems();
    rendered.set(page, { items, topPx, shown });
    if (before === undefined || before.items === items) return;
    const startPx = (line: number) => lines.measurementsCache[line]?.start;
    scrollBy(
      lines,
      anchorShiftPx(before, lines.scrollOffset ?? 0, { count, topPx, keyOf, startPx }),
    );
  });
  const shown = lines.getVirtualItems();
  useDelay(renderAgain, isPart(shown, { count, overscan, range: lines.range }) ? 0 : null, shown);
  return {
    shown,
    heightPx: lines.getTotalSize(),
    measure: lines.measureElement,
  };
}

/** The rows that are on the page, and the content that they were rendered for. */
interface RenderedLines extends PlacedLines {
  readonly items: unknown;
}

/** The rows of each list that are on the page. */
const rendered = new WeakMap<object, RenderedLines>();

/** The rows of `range` that are in sight or on the page, and a few more, the nearest first. */
function pieceOf(range: Range, before: RenderedLines | undefined): number[] {
  const { startIndex, endIndex } = range;
  const all = defaultRangeExtractor(range);
  if (before === undefined) return all;
  const known = new Set(before.shown.map(({ index }) => index));
  const isKept = (line: number) => known.has(line) || (line >= startIndex && line <= endIndex);
  const distance = (line: number) => Math.max(startIndex - line, line - endIndex);
  const more = all.filter((line) => !isKept(line)).sort((a, b) => distance(a) - distance(b));
  const next = new Set(more.slice(0, linesAtOnce));
  return all.filter((line) => isKept(line) || next.has(line));
}

/** Whether rows of the range are still to come. */
function isPart(
  shown: readonly VirtualItem[],
  of: Pick<Range, 'count' | 'overscan'> & {
    readonly range: Pick<Range, 'startIndex' | 'endIndex'> | null;
  },
): boolean {
  if (of.range === null) return false;
  const known = new Set(shown.map(({ index }) => index));
  return defaultRangeExtractor({ ...of, ...of.range }).some((line) => !known.has(line));
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
