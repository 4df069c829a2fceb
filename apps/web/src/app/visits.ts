import { useEffect } from 'react';
import { nextTurn } from '../adapters/browser-page.ts';
import { followHistory } from '../adapters/history-entry.ts';
import { messages } from '../messages/messages.ts';

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
 * Does what the arrival of a page asks for: the document takes its title and, except on the first
 * page of a visit, the focus goes to its heading (else to the main part) and the page starts at its
 * top; when the browser goes back it restores the place itself. Rendered beside the screen, inside
 * its Suspense boundary, so that it acts when the screen is there.
 */
export function Arrival({ path, title }: { readonly path: string; readonly title: string }) {
  useEffect(() => {
    document.title = messages.documentTitle(title);
    const isFirst = arrivedAt === null;
    const isSame = arrivedAt === path;
    arrivedAt = path;
    if (isFirst || isSame) return;
    const focused = document.activeElement;
    // Both lay the page out: in a task of their own, so that the one that renders it stays short.
    void nextTurn().then(() => {
      if (arrivedAt !== path) return;
      if (!isReturning) window.scrollTo(0, 0);
      // Somebody quick, or a layer that came with the page, has the focus by now.
      if (document.activeElement === focused || focused?.isConnected === false) focusPage();
    });
  }, [path, title]);
  return null;
}

function focusPage(): void {
  const main = document.querySelector('main');
  const { activeElement } = document;
  if (main === null || main.contains(activeElement)) return;
  if (activeElement?.closest('[role$=dialog][data-state=open]')) return;
  // An open menu would close as the focus leaves it.
  if (document.querySelector('[aria-haspopup=menu][aria-expanded=true]')) return;
  const heading = main.querySelector<HTMLElement>('[data-route-heading]');
  (heading ?? main).focus({ preventScroll: true });
}
