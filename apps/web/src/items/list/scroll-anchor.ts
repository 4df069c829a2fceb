import type { VirtualItem } from '@tanstack/virtual-core';

/** The rows of a list, as placed on the page before a change. */
export interface PlacedLines {
  readonly shown: readonly VirtualItem[];
  /** The distance of the list from the top of the page. */
  readonly topPx: number;
}

/** The rows of the same list after the change. */
interface NewLines {
  readonly count: number;
  readonly topPx: number;
  readonly keyOf: (line: number) => string;
  readonly startPx: (line: number) => number | undefined;
}

/**
 * The distance by which the page must be scrolled so that the visible text stays in place when rows are
 * added or removed: the distance by which the first visible row has moved in the list. 0 if the start of
 * the list is visible, so that new rows there can be seen, or if the focused row is visible and was itself
 * moved.
 */
export function anchorShiftPx(before: PlacedLines, scrollPx: number, now: NewLines): number {
  if (scrollPx <= before.topPx) return 0;
  const places = placesOf(before.shown, now);
  const visible = before.shown.filter(
    ({ start, end }) => end > scrollPx && start < scrollPx + window.innerHeight,
  );
  const moves = visible.flatMap(({ key, index, start }) => {
    const place = places.get(key);
    const startPx = place === undefined ? undefined : now.startPx(place);
    if (place === undefined || startPx === undefined) return [];
    return { by: place - index, px: startPx - now.topPx - (start - before.topPx) };
  });
  // A row that moved differently from the next one has a new place among the others.
  const held = moves.find(({ by }, place) => by === (moves[place + 1]?.by ?? by));
  if (held === undefined) return 0;
  const focused = visible.find(({ key }) => places.get(key) === focusedLine());
  const isOwnMove = focused !== undefined && focusedLine() - focused.index !== held.by;
  return isOwnMove ? 0 : held.px;
}

/** The new places of those `lines` that are still in the list, by their keys. */
function placesOf(lines: readonly VirtualItem[], now: NewLines): ReadonlyMap<unknown, number> {
  const left = new Set<unknown>(lines.map(({ key }) => key));
  const places = new Map<unknown, number>();
  for (let line = 0; line < now.count && left.size > 0; line += 1) {
    const key = now.keyOf(line);
    if (left.delete(key)) places.set(key, line);
  }
  return places;
}

/** The row with the focus, -1 for none. */
function focusedLine(): number {
  const line = document.activeElement?.closest<HTMLElement>('[data-index]');
  return Number(line?.dataset['index'] ?? -1);
}
