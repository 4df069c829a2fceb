import { preloadItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { watchForUpdates } from '../banners/app-update.ts';
import { preloadFrame } from './lazy-frame.tsx';
import { loadScreens, routes } from '../routing/routes.tsx';

/**
 * Loads every other screen: by the service worker, which stores them for times without a network; without a
 * worker the page fetches its parts itself.
 */
export async function keepApp(): Promise<void> {
  // Early, for a person who leaves Home before the service worker has everything.
  void loadScreens().catch(() => undefined);
  const isKept = import.meta.env.PROD && (await watchForUpdates());
  if (!isKept) await preloadScreens();
}

async function preloadScreens(): Promise<void> {
  // Parts inside screens that a first visit may open.
  const loads = [
    import('../../ui/layers/menu-layer.tsx'),
    import('../../ui/layers/dialog-layer.tsx'),
    preloadItemDialogs(),
    import('../../items/list/long-list.tsx'),
    preloadFrame(),
    import('../banners/pending-accounts.tsx'),
    import('../routing/not-found-screen.tsx'),
    import('../../items/activity/activity-feed.tsx'),
  ];
  await Promise.allSettled([...loads, ...routes.map((route) => route.preload())]);
}
