/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the whole app on the device, so that every route opens without a network. The API is never
 * cached: the items are in the local database. A new version waits until the person agrees
 * (`app/app-update.ts` sends 'skipWaiting').
 */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /csrf-cookie$/, /^\/healthz$/, /^\/readyz$/, /^\/metrics$/],
  }),
);
clientsClaim();

self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') void self.skipWaiting();
});
