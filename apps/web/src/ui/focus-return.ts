import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

let fallback: (() => HTMLElement | null) | null = null;

/** The layers that hold the focus while they are open. */
export const modalLayers = '[role=dialog], [role=alertdialog]';

/** The heading of the screen, which takes the focus where no better element is left. */
export function routeHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-route-heading]');
}

/** Sets where the focus goes when the open layer closes, if its opener is removed by then. */
export function setFocusFallback(find: () => HTMLElement | null): void {
  fallback = find;
}

/**
 * Returns the focus to the opener of a layer; if that is removed, to the element of `setFocusFallback`,
 * else to the screen's heading.
 */
export function returnFocus(opener: Element | null): void {
  const find = fallback;
  fallback = null;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    return opener.focus();
  }
  const { activeElement } = document;
  // The opener's row was removed before the layer closed, and its list has moved the focus already.
  if (activeElement !== null && activeElement !== document.body) return;
  (find?.() ?? routeHeading())?.focus();
}

/** Focuses the first of some elements that can have the focus, else the screen's heading. */
export function focusFirstOf(elements: readonly (EventTarget | null)[]): void {
  for (const element of [...elements, routeHeading()]) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}

/**
 * When `part` is removed with the focus in it, the element of `findFallback` gets it, else the screen's
 * heading.
 */
export function useFocusFallback(
  part: RefObject<HTMLElement | null>,
  findFallback: () => HTMLElement | null,
): void {
  const moveFocus = useEffectEvent(() => (findFallback() ?? routeHeading())?.focus());
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) moveFocus();
    };
  }, [part]);
}
