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
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else (find?.() ?? routeHeading())?.focus();
}
