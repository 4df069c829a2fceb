let fallback: (() => HTMLElement | null) | null = null;

/** The layers that trap the focus while they are open. */
export const modalLayers = '[role=dialog], [role=alertdialog]';

/** Marks a focused heading that passes the focus on to the first row of its page, once there is one. */
export const awaitsRow = 'data-awaits-row';

/** The heading of the screen, which takes the focus if no better element is left. */
export function routeHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-route-heading]');
}

/** Sets the target of the focus for when the open layer closes, if its opener has been removed by then. */
export function setFocusFallback(find: () => HTMLElement | null): void {
  fallback = find;
}

/**
 * Whether the focus may be moved: no element has it, as after the removal of the focused one, or a layer
 * around `opener` has caught it in its trap.
 */
export function isFocusFree(opener: Element | null): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return true;
  return opener !== null && activeElement.contains(opener);
}

/**
 * Returns the focus to the opener of a closed layer; if the opener has been removed, to the element of
 * `setFocusFallback`, or else to the screen's heading. An element that took the focus meanwhile keeps it:
 * Radix asks some time after the layer has left the page.
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
 * For the cleanup of an effect: focuses the element that `findNext` returns once `element` has left the page
 * together with the focus. Does nothing if only the effect runs again, as in React's strict mode some time
 * after the first render.
 */
export function focusAfterRemoval(
  element: Element | null,
  findNext: () => HTMLElement | null,
): void {
  queueMicrotask(() => {
    if (!element?.isConnected && isFocusFree(null)) findNext()?.focus();
  });
}
