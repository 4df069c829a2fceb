import { useEffect, useLayoutEffect } from 'react';
import { nextTask } from '../../adapters/browser-page.ts';
import { followHistory } from '../../adapters/browser/history-entry.ts';
import { messages } from '../../messages/messages.ts';

let isReturning = false;
let arrivedAt: string | null = null;

followHistory({
  onPush: () => {
    isReturning = false;
  },
  onReturn: () => {
    isReturning = true;
  },
});

/**
 * Handles the arrival on a page: sets the document's title and, except on the first page of a visit, moves
 * the focus to the page's heading (or else to the main part) and scrolls to the top, unless the page has
 * focused the heading of a part. When the browser goes
 * back, it restores the scroll position itself. Rendered beside the screen, inside its Suspense boundary,
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
    arrivedAt = path;
    if (isFirst || isSame) return;
    const focused = document.activeElement;
    // Both cause a layout: in a task of their own they keep the rendering task short.
    void nextTask().then(() => {
      if (arrivedAt !== path) return;
      if (!isReturning && !document.querySelector('main h2:focus')) window.scrollTo(0, 0);
      // A quick person, or a layer that opened with the page, already has the focus.
      if (document.activeElement === focused || focused?.isConnected === false) focusPage();
    });
  }, [path]);
  return null;
}

function focusPage(): void {
  const main = document.querySelector('main');
  const { activeElement } = document;
  if (main === null || main.contains(activeElement)) return;
  if (activeElement?.closest('[role$=dialog][data-state=open]')) return;
  // An open menu would close if it lost the focus.
  if (document.querySelector('[aria-haspopup=menu][aria-expanded=true]')) return;
  const heading = main.querySelector<HTMLElement>('[data-route-heading]');
  (heading ?? main).focus({ preventScroll: true });
}
