import { preloadItemDialogs } from '../items/item-dialogs.tsx';
import { watchForUpdates } from './app-update.ts';
import { preloadFrame } from './late-frame.tsx';
import { loadScreens, routes } from './routes.tsx';

/**
 * Brings every other screen in: by the service worker, which keeps them for a time without a network; where
 * there is none the page fetches its parts itself.
 */
export async function keepApp(): Promise<void> {
  // Soon, for somebody who leaves Home before the service worker has all.
  void loadScreens().catch(() => undefined);
  const isKept = import.meta.env.PROD && (await watchForUpdates());
  if (!isKept) await preloadScreens();
}

async function preloadScreens(): Promise<void> {
  // Of what is inside a screen, only what its first visit may open.
  const loads = [
    import('../ui/menu-layer.tsx'),
    import('../ui/dialog-layer.tsx'),
    preloadItemDialogs(),
    import('../items/long-list.tsx'),
    preloadFrame(),
    import('./waiting-accounts.tsx'),
    import('./not-found-screen.tsx'),
    import('../items/activity-feed.tsx'),
  ];
  await Promise.allSettled([...loads, ...routes.map((route) => route.preload())]);
}
