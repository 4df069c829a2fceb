import { whenIdle } from '../adapters/browser-page.ts';
import { preloadItemDialogs } from '../items/item-dialogs.tsx';
import { preloadLongLists } from '../items/item-list.tsx';
import { preloadDialogs } from '../ui/dialog.tsx';
import { preloadMenus } from '../ui/menu.tsx';
import { preloadConflicts } from './conflict-layer.tsx';
import { preloadOverlays } from './overlay-layers.tsx';
import { routes } from './routes.tsx';

/**
 * Brings in what the next press may need, once the first page has had the machine to itself, so that
 * somebody who loses the network before the service worker is ready has all of the app. Marks the
 * page's timeline with 'preloaded' at the end. Until the returned function is called.
 */
export function preloadWhenIdle(): () => void {
  return whenIdle(() => void preload());
}

async function preload(): Promise<void> {
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
    inner,
  ];
  await Promise.allSettled([...loads, ...routes.map((route) => route.preload())]);
  performance.mark('preloaded');
}
