import { useEffect, useState } from 'react';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import { whenIdle } from '../../adapters/browser-page.ts';
import { preloadHomeItems } from '../../features/home/lazy-home-items.tsx';
import { preloadQuickAdd } from '../../items/create/quick-add.tsx';
import { useClient, useStage } from '../../replica/index.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';
import { beginFrame } from './lazy-frame.tsx';

const code = browserCode(() => import('./keep-app.ts'));

/** The first list may never load, for example while another tab has the database open. */
const longestWaitMs = 5000;

/**
 * Loads the rest of the app once the first list is painted and the browser is idle: the client's actions,
 * and every other screen by the service worker, which stores them for times without a network. Marks the
 * page's timeline with 'preloaded' when the app no longer needs the network. Returns whether that has
 * begun, so that parts outside the first list may load too.
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
    void keepRest();
  }, [client, hasBegun]);
  return hasBegun;
}

async function keepRest(): Promise<void> {
  const { keepApp } = await code.load();
  await keepApp();
  performance.mark('preloaded');
}
