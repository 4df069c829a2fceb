import { createServer, type Server } from 'node:http';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

let server: Server;
let proxy: FaultProxy;
let requests: string[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true }));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
});
afterEach(async () => {
  await proxy.stop();
  server.closeAllConnections();
  server.close();
});

const post = () => fetch(`${proxy.url}/api/items`, { method: 'POST', body: '{}' });

test('without a fault the proxy only forwards requests', async () => {
  expect(await (await post()).json()).toEqual({ ok: true });
  expect(requests).toEqual(['POST /api/items']);
});

test('a fault affects only the requests it matches, and only as many as planned', async () => {
  const planned = proxy.plan(
    { kind: 'status', status: 503, body: { no: true }, headers: { 'retry-after': '1' } },
    { method: 'POST', times: 2 },
  );
  expect((await fetch(`${proxy.url}/api/items`)).status).toBe(200);
  const refused = await post();
  await planned.met;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toEqual({ no: true });
  expect((await post()).status).toBe(503);
  expect((await post()).status).toBe(200);
  expect(requests).toEqual(['GET /api/items', 'POST /api/items']);
});

test('a dropped request never reaches the server, and a lost one does', async () => {
  proxy.plan({ kind: 'dropped' });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(requests).toEqual([]);
  proxy.plan({ kind: 'lost' });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(requests).toEqual(['POST /api/items']);
});

test('a truncated response breaks off in the middle, and a duplicated request arrives twice', async () => {
  proxy.plan({ kind: 'truncated' });
  await expect(post().then((answer) => answer.text())).rejects.toThrow('terminated');
  expect(requests).toHaveLength(1);
  proxy.plan({ kind: 'duplicated' });
  expect(await (await post()).json()).toEqual({ ok: true });
  expect(requests).toHaveLength(3);
});

test('a captive portal responds with a page, and clearing the faults closes a hanging connection', async () => {
  proxy.plan({ kind: 'html' });
  const page = await post();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
  const planned = proxy.plan({ kind: 'hung' }, { times: Infinity });
  const hanging = expect(post()).rejects.toThrow('fetch failed');
  await planned.met;
  proxy.clear();
  await hanging;
  expect(requests).toEqual([]);
  expect((await post()).status).toBe(200);
});

test('a delayed request arrives after a later one', async () => {
  const planned = proxy.plan({ kind: 'delayed', delayMs: 2000 }, { method: 'POST' });
  const late = post();
  await planned.met;
  await fetch(`${proxy.url}/api/items`);
  await late;
  expect(requests).toEqual(['GET /api/items', 'POST /api/items']);
});

test('a request that is held back reaches the server when the faults are cleared', async () => {
  const planned = proxy.plan({ kind: 'held' }, { method: 'POST' });
  const answer = post();
  await planned.met;
  await fetch(`${proxy.url}/api/items`);
  expect(requests).toEqual(['GET /api/items']);
  proxy.clear();
  expect((await answer).status).toBe(200);
  expect(requests).toEqual(['GET /api/items', 'POST /api/items']);
});
