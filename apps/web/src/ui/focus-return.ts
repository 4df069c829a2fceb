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
 * Whether no element has the focus, as after the one that had it has left the page, or a layer around `opener` has it,
 * whose focus trap has caught it.
 */
export function isFocusFree(opener: Element | null): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return true;
  return opener !== null && activeElement.contains(opener);
}

/**
 * Returns the focus to the opener of a layer that has closed; if that is removed, to the element of
 * `setFocusFallback`, else to the screen's heading. What has got the focus since keeps it: Radix asks some time
 * after the layer has left the page.
 */
export function returnFocus(opener: Element | null): void {
  const find = fallback;
  fallback = null;
  if (!isFocusFree(opener)) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    return opener.focus();
  }
  (find?.() ?? routeHeading())?.focus();
}

/**
 * For the cleanup of an effect: focuses `next` once `element` is gone from the page and the focus with it. Does
 * nothing where only the effect runs again, as React's strict mode does some time after the first render.
 */
export function focusAfterRemoval(element: Element | null, next: HTMLElement | null): void {
  queueMicrotask(() => {
    if (!element?.isConnected && isFocusFree(null)) next?.focus();
  });
}
