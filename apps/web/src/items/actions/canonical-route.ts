import type { LocalItem } from '@foray/sync';
import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { hrefOf } from './item-href.ts';

/** Replaces the device's own number of an item in the address by the server's. */
export function useCanonicalRoute(item: LocalItem, routeId: string): void {
  const [, navigate] = useBrowserLocation();
  const href = hrefOf(item);
  const isLocal = String(item.id) !== routeId;
  useEffect(() => {
    if (isLocal && href !== null) navigate(href, { replace: true });
  }, [isLocal, href, navigate]);
}
