import { useEffect, useState } from 'react';
import { whenIdle } from '../adapters/browser-page.ts';
import { preloadHomeItems } from '../features/home/late-home-items.tsx';
import { preloadItemDialogs } from '../items/item-dialogs.tsx';
import { preloadQuickAdd } from '../items/quick-add.tsx';
import { useClient, useStage } from '../replica/index.ts';
import { useDelay } from '../ui/use-delay.ts';
import { beginFrame, preloadFrame } from './late-frame.tsx';
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
    beginFrame();
    client.preload();
    void preloadHomeItems();
    void preloadQuickAdd();
    void keepApp();
  }, [client, hasBegun]);
  return hasBegun;
}

async function keepApp(): Promise<void> {
  const isKept = import.meta.env.PROD && (await installApp());
  if (!isKept) await preloadScreens();
  performance.mark('preloaded');
}

async function installApp(): Promise<boolean> {
  const { watchForUpdates } = await import('./app-update.ts');
  return watchForUpdates();
}

/** Where there is no service worker the page fetches its parts itself. */
async function preloadScreens(): Promise<void> {
  // Of what is inside a screen, only what its first visit may open.
  const inner = import('../features/campaigns/activity-feed.tsx');
  const loads = [
    import('../ui/menu-layer.tsx'),
    import('../ui/dialog-layer.tsx'),
    preloadItemDialogs(),
    import('../items/long-list.tsx'),
    preloadFrame(),
    import('./waiting-accounts.tsx'),
    inner,
  ];
  await Promise.allSettled([...loads, ...routes.map((route) => route.preload())]);
}
