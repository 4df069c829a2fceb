/// <reference lib="webworker" />
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pushed, pushedOther } from './messages/en/pushed.ts';
import { product } from './messages/product.ts';

declare const self: ServiceWorkerGlobalScope;

/** The part of the event that the type library does not declare yet (Service Workers, 'addRoutes'). */
interface InstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>;
}

/**
 * Stores the whole app on the device, so that every route opens without a network. The API is never cached:
 * the items are in the local database. A new version waits until the person agrees
 * (`app/banners/app-update.ts` sends 'skipWaiting'); a page that this worker does not control asks for it
 * with 'claim'.
 */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /csrf-cookie$/, /^\/healthz$/, /^\/readyz$/, /^\/metrics$/],
  }),
);
clientsClaim();

/** Files whose names contain their hash come from the cache without this worker's thread. */
self.addEventListener('install', (event: InstallEvent) => {
  const assets = {
    condition: { urlPattern: { pathname: '/assets/*' } },
    source: { cacheName: cacheNames.precache },
  };
  // In a browser without such routes the handlers above do the same.
  event.waitUntil(Promise.resolve(event.addRoutes?.([assets])).catch(() => undefined));
});

self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') void self.skipWaiting();
  if (event.data === 'claim') void self.clients.claim();
});

/** A push message names only the kind of the event; the app fetches the rest by its sync. */
self.addEventListener('push', (event) => {
  const body = pushed[kindOf(event.data)] ?? pushedOther;
  // Only one notification is shown: a newer one replaces an unread one.
  const shown = { body, tag: 'news', icon: '/icons/foray-192.png', badge: '/icons/foray-192.png' };
  event.waitUntil(self.registration.showNotification(product, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showNotifications());
});

function kindOf(data: PushMessageData | null): string {
  try {
    const message = data?.json() as { readonly kind?: unknown } | null | undefined;
    return typeof message?.kind === 'string' ? message.kind : '';
  } catch {
    return '';
  }
}

/** Brings the app to the front on its Notifications page, or opens it there. */
async function showNotifications(): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) {
    await self.clients.openWindow('/notifications');
    return;
  }
  // The app navigates by itself, so that loading a page loses no unsaved text.
  page.postMessage('showNotifications');
  await page.focus().catch(() => undefined);
}
