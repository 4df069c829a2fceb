import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

let heir: (() => HTMLElement | null) | null = null;

/** The layers that hold the focus while they are open. */
export const modalLayers = '[role=dialog], [role=alertdialog]';

/** The heading of the screen, which takes the focus where nothing better is left. */
export function routeHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-route-heading]');
}

/** Says where the focus goes when the open layer closes, should what opened it be gone by then. */
export function nameFocusHeir(find: () => HTMLElement | null): void {
  heir = find;
}

/**
 * Gives the focus back to what opened a layer; if that is gone, to the heir that was named, else to
 * the screen's heading: never to nothing.
 */
export function returnFocus(opener: Element | null): void {
  const find = heir;
  heir = null;
  if (opener instanceof HTMLElement && opener.isConnected) return opener.focus();
  const { activeElement } = document;
  // The opener's row has left before the layer: who had it in keeping has found the focus a place.
  if (activeElement !== null && activeElement !== document.body) return;
  (find?.() ?? routeHeading())?.focus();
}

/** Puts the focus on the first of some elements that can have it, else on the screen's heading. */
export function focusFirstOf(elements: readonly (EventTarget | null)[]): void {
  for (const element of [...elements, routeHeading()]) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}

/**
 * When `part` leaves the page with the focus in it, what `findHeir` finds gets it, else the screen's
 * heading.
 */
export function useFocusHeir(
  part: RefObject<HTMLElement | null>,
  findHeir: () => HTMLElement | null,
): void {
  const inherit = useEffectEvent(() => (findHeir() ?? routeHeading())?.focus());
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) inherit();
    };
  }, [part]);
}
