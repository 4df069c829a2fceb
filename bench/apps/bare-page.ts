import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Keeps the page and its script, and serves them without the network. */
const worker = `
  addEventListener('install', (event) =>
    event.waitUntil(caches.open('all').then((cache) => cache.addAll(['/', '/app.js']))));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) =>
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));`;

/**
 * Serves a page of one script and nothing else, compressed. If the browser allows it, a service worker keeps
 * both from the first visit on.
 */
export async function startBarePage(script: string) {
  const register =
    '<script>navigator.serviceWorker?.register("/worker.js").catch(() => undefined)</script>';
  const page = `<!doctype html><div id="root"></div><script type="module" src="/app.js"></script>${register}`;
  const files = new Map([
    ['/', { type: 'text/html', body: gzipSync(page) }],
    ['/app.js', { type: 'text/javascript', body: gzipSync(script) }],
    ['/worker.js', { type: 'text/javascript', body: gzipSync(worker) }],
  ]);
  const server = createServer(({ url }, response) => {
    const file = files.get(url ?? '');
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      'content-encoding': 'gzip',
    });
    response.end(file?.body ?? gzipSync(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
