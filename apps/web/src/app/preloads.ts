import { useEffect, useState } from 'react';
import { whenIdle } from '../adapters/browser-page.ts';
import { preloadItemDialogs } from '../items/item-dialogs.tsx';
import { preloadLongLists } from '../items/item-list.tsx';
import { useClient, useStage } from '../replica/index.ts';
import { preloadDialogs } from '../ui/dialog.tsx';
import { preloadMenus } from '../ui/menu.tsx';
import { useDelay } from '../ui/use-delay.ts';
import { watchForUpdates } from './app-update.ts';
import { preloadConflicts } from './conflict-layer.tsx';
import { preloadOverlays } from './overlay-layers.tsx';
import { routes } from './routes.tsx';

/** The first list may never come, e.g. while another tab keeps the database. */
const longestWaitMs = 5000;

/**
 * Brings in all of the app once the first list is painted and the browser is idle: the client's actions,
 * and every other screen by the service worker, which keeps it for a time without a network. Marks the
 * page's timeline with 'preloaded' when the network may go. Returns whether that has begun, so that what
 * shows no part of the first list may come too.
 */
export function usePreloads(): boolean {
  const client = useClient();
  const isListShown = useStage() === 'all';
  const [hasBegun, setHasBegun] = useState(false);
  useDelay(() => setHasBegun(true), isListShown || hasBegun ? null : longestWaitMs);
  useEffect(() => (isListShown ? whenIdle(() => setHasBegun(true)) : undefined), [isListShown]);
  useEffect(() => {
    if (!hasBegun) return;
    client.preload();
    void keepApp();
  }, [client, hasBegun]);
  return hasBegun;
}

async function keepApp(): Promise<void> {
  const isKept = import.meta.env.PROD && (await watchForUpdates());
  if (!isKept) await preloadScreens();
  performance.mark('preloaded');
}

/** Where there is no service worker the page fetches its parts itself. */
async function preloadScreens(): Promise<void> {
  // Of what is inside a screen, only what its first visit may open.
  const inner = import('../features/campaigns/activity-feed.tsx');
  const loads = [
    preloadMenus(),
    preloadDialogs(),
    preloadItemDialogs(),
    preloadLongLists(),
    preloadOverlays(),
    preloadConflicts(),
    import('./notices.tsx').then((notices) => notices.preloadNotices()),
    import('./waiting-accounts.tsx'),
    inner,
  ];
  await Promise.allSettled([...loads, ...routes.map((route) => route.preload())]);
}
