import type { VirtualItem } from '@tanstack/virtual-core';

/** The lines of a list as they stood on the page. */
export interface PlacedLines {
  readonly shown: readonly VirtualItem[];
  /** Where the list began, from the top of the page. */
  readonly topPx: number;
}

/** The lines of the same list as they stand now. */
interface NewLines {
  readonly count: number;
  readonly topPx: number;
  readonly keyOf: (line: number) => string;
  readonly startPx: (line: number) => number | undefined;
}

/**
 * By how much the page must be scrolled so that what somebody reads stays where it is, in a list of which lines came
 * or went: by as much as the first line in sight has moved in the list. 0 where the list's beginning is in sight, so
 * that what is new there shows, and where the line that has the focus was moved.
 */
export function heldPx(before: PlacedLines, scrollPx: number, now: NewLines): number {
  if (scrollPx <= before.topPx) return 0;
  const places = placesOf(before.shown, now);
  const moves = before.shown
    .filter(({ start, end }) => end > scrollPx && start < scrollPx + window.innerHeight)
    .flatMap(({ key, index, start }) => {
      const place = places.get(key);
      const startPx = place === undefined ? undefined : now.startPx(place);
      if (place === undefined || startPx === undefined) return [];
      return { by: place - index, px: startPx - now.topPx - (start - before.topPx) };
    });
  // One that moved otherwise than the next one has a new place among the others.
  const held = moves.find(({ by }, place) => by === (moves[place + 1]?.by ?? by));
  if (held === undefined) return 0;
  const focused = before.shown.find(({ key }) => places.get(key) === focusedLine());
  const isOwnMove = focused !== undefined && focusedLine() - focused.index !== held.by;
  return isOwnMove ? 0 : held.px;
}

/** Where those of `lines` that are still there stand now, by their keys. */
function placesOf(lines: readonly VirtualItem[], now: NewLines): ReadonlyMap<unknown, number> {
  const left = new Set<unknown>(lines.map(({ key }) => key));
  const places = new Map<unknown, number>();
  for (let line = 0; line < now.count && left.size > 0; line += 1) {
    const key = now.keyOf(line);
    if (left.delete(key)) places.set(key, line);
  }
  return places;
}

/** The line that has the focus, -1 for none. */
function focusedLine(): number {
  const line = document.activeElement?.closest<HTMLElement>('[data-index]');
  return Number(line?.dataset['index'] ?? -1);
}
