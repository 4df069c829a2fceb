import { useEffect, useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { nextTask } from '../../adapters/browser-page.ts';
import { followHistory } from '../../adapters/browser/history-entry.ts';
import { messages } from '../../messages/messages.ts';
import { awaitsRow } from '../../ui/interaction/focus-return.ts';

let isReturning = false;
let isByKey = false;
let arrivedAt: string | null = null;

followHistory({
  onPush: () => {
    isReturning = false;
  },
  onReturn: () => {
    isReturning = true;
  },
});

/** Goes to a page whose first row then has the focus. */
export function goByKey(path: string): void {
  if (location.pathname === path) return focusPage(true);
  isByKey = true;
  navigate(path);
}

/**
 * Handles the arrival on a page: sets the document's title and, except on the first page of a visit, moves
 * the focus to the page's heading (or else to the main part), after a key that goes to a page to its first
 * row, and scrolls to the top. When the browser goes back, it restores the scroll position itself. Rendered beside the screen, inside its Suspense boundary,
 * so that it runs when the screen has loaded.
 */
export function Arrival({ path, title }: { readonly path: string; readonly title: string }) {
  // Before a page sets a title of its own.
  useLayoutEffect(() => {
    document.title = messages.documentTitle(title);
  }, [path, title]);
  useEffect(() => {
    const isFirst = arrivedAt === null;
    const isSame = arrivedAt === path;
    const toRow = isByKey;
    isByKey = false;
    arrivedAt = path;
    if (isFirst || isSame) return;
    const focused = document.activeElement;
    // Both cause a layout: in a task of their own they keep the rendering task short.
    void nextTask().then(() => {
      if (arrivedAt !== path) return;
      if (!isReturning) window.scrollTo(0, 0);
      // A quick person, or a layer that opened with the page, already has the focus.
      if (document.activeElement === focused || focused?.isConnected === false) focusPage(toRow);
    });
  }, [path]);
  return null;
}

function focusPage(toRow: boolean): void {
  const main = document.querySelector('main');
  const { activeElement } = document;
  if (main === null || (main.contains(activeElement) && !toRow)) return;
  if (activeElement?.closest('[role$=dialog][data-state=open]')) return;
  // An open menu would close if it lost the focus.
  if (document.querySelector('[aria-haspopup=menu][aria-expanded=true]')) return;
  const heading = main.querySelector<HTMLElement>('[data-route-heading]');
  const row = toRow && main.querySelector<HTMLElement>('[data-line]');
  heading?.toggleAttribute(awaitsRow, toRow && row === null);
  (row || heading || main).focus({ preventScroll: true });
}
