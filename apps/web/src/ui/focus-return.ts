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

/**
 * For the cleanup of an effect: focuses `next` once `element` is gone from the page and the focus with it. Does
 * nothing where only the effect runs again, as React's strict mode does some time after the first render.
 */
export function focusAfterRemoval(element: Element | null, next: HTMLElement | null): void {
  queueMicrotask(() => {
    if (!element?.isConnected && document.activeElement === document.body) next?.focus();
  });
}
