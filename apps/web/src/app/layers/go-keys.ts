import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { linesAround } from '../../items/actions/list-focus.ts';
import { awaitsRow, routeHeading } from '../../ui/interaction/focus-return.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';
import { isInLayer, isTyping } from './shortcuts.ts';

/** The pages that a second key after G leads to. */
export const goPlaces = {
  h: '/',
  t: '/today',
  u: '/upcoming',
  m: '/my-list',
  q: '/queue',
  a: '/active',
  c: '/completed',
  n: '/notifications',
  p: '/preferences',
} as const;
const places: ReadonlyMap<string, string> = new Map(Object.entries(goPlaces));

/** The time for which G waits for the second key. */
const secondKeyMs = 1500;

/** The keys G and a second one, which go to a page and to the first row there. */
export function useGoKeys(isBare: boolean): void {
  useEffect(() => {
    if (isBare) return undefined;
    let pressedGAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const isWithOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const key = shortcutKey(event);
      if (key === null || isTyping(event.target) || isInLayer()) return;
      const isPlain = !isWithOther && !event.defaultPrevented;
      const isSecond = isPlain && event.timeStamp - pressedGAt < secondKeyMs;
      const place = isSecond ? places.get(key) : undefined;
      pressedGAt = isPlain && key === 'g' ? event.timeStamp : -Infinity;
      if (place === undefined) return;
      // The second key means nothing else, to a row for instance.
      event.preventDefault();
      event.stopPropagation();
      goByKey(place);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isBare]);
}

/** Goes to a page whose first row then has the focus. */
function goByKey(path: string): void {
  if (location.pathname === path) return focusFirstRow();
  const arrival = new AbortController();
  const { signal } = arrival;
  const onFocus = ({ target }: FocusEvent) => {
    if (target !== routeHeading()) return;
    arrival.abort();
    focusFirstRow();
  };
  document.addEventListener('focusin', onFocus, { signal });
  // A person who does something else meanwhile stays there.
  for (const other of ['keydown', 'pointerdown']) {
    document.addEventListener(other, () => arrival.abort(), { capture: true, signal });
  }
  navigate(path);
}

/** Focuses the first row; while there is none the heading, which passes the focus on. */
function focusFirstRow(): void {
  const [first] = linesAround(null);
  const heading = routeHeading();
  heading?.toggleAttribute(awaitsRow, first === undefined);
  (first ?? heading)?.focus({ preventScroll: true });
}
