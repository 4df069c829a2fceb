import { useEffect } from 'react';
import { messages } from '../../messages/messages.ts';

/** Gives the document the name of what the page shows, in place of its route's. */
export function useDocumentTitle(name: string): void {
  // After each render: a page that keeps its content under another address gets its route's title again.
  useEffect(() => {
    document.title = messages.documentTitle(name);
  });
}
