import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Serves a page of one script and nothing else, compressed. */
export async function startBarePage(script: string) {
  const page = '<!doctype html><div id="root"></div><script type="module" src="/app.js"></script>';
  const files = new Map([
    ['/', { type: 'text/html', body: gzipSync(page) }],
    ['/app.js', { type: 'text/javascript', body: gzipSync(script) }],
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
