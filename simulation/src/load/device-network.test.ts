import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeviceNetwork, type Exchange } from './device-network.ts';
import { Measurements, percentile } from './measurements.ts';

/** Calls that have reached the server and are not answered. */
const waiting = new Set<string>();
const server = createServer((request, response) => {
  if (request.url === '/wait') {
    waiting.add(request.url);
    return;
  }
  const isThere = request.url?.startsWith('/api/items/17');
  response.writeHead(isThere ? 200 : 503, {
    'content-type': 'application/json',
  });
  const error = { code: 'unavailable', message: 'later' };
  response.end(JSON.stringify(isThere ? { id: 17 } : { error }));
});
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function networkOf(measurements: Measurements, exchanges: Exchange[] = []): DeviceNetwork {
  return new DeviceNetwork({
    measurements: () => measurements,
    onExchange: (exchange) => void exchanges.push(exchange),
  });
}

test('[LOAD-02] calls are measured by method and path, without the names of items, and errors by status and code', async () => {
  const measurements = new Measurements();
  const exchanges: Exchange[] = [];
  const network = networkOf(measurements, exchanges);
  const answer = await network.send(`${url}/api/items/17?x=1`, { method: 'GET' });
  expect(JSON.parse(await answer.text())).toEqual({ id: 17 });
  await network.send(`${url}/api/batch`, { method: 'POST', body: '{"requests":[]}' });
  expect(measurements.latencies().map(({ operation, calls }) => [operation, calls])).toEqual([
    ['GET /api/items/:id', 1],
    ['POST /api/batch', 1],
  ]);
  expect([...measurements.errors()]).toEqual([['503 unavailable', 1]]);
  expect(exchanges.map(({ sent }) => sent)).toEqual([null, { requests: [] }]);
});

test('[LOAD-03] cutting the network ends the calls in flight, lets none through, and counts none as a server error', async () => {
  const measurements = new Measurements();
  const network = networkOf(measurements);
  const heard: boolean[] = [];
  network.connectivity.subscribe((isOnline) => void heard.push(isOnline));
  const call = network.send(`${url}/wait`, {});
  await expect.poll(() => waiting.size).toBe(1);
  network.cut();
  await expect(call).rejects.toThrow('aborted');
  await expect(network.send(`${url}/api/items/17`, {})).rejects.toThrow('aborted');
  expect(measurements.errors().size).toBe(0);
  network.restore();
  expect((await network.send(`${url}/api/items/17`, {})).status).toBe(200);
  expect(heard).toEqual([false, true]);
});

test('[LOAD-02] a server that cannot be reached counts as an error', async () => {
  const measurements = new Measurements();
  // No program listens on the discard port.
  await expect(networkOf(measurements).send('http://127.0.0.1:9/', {})).rejects.toThrow(
    'fetch failed',
  );
  expect([...measurements.errors()]).toEqual([['no answer', 1]]);
});

test('[LOAD-02] a percentile is the least value that this percentage of values does not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect([50, 95, 99].map((percent) => percentile(values, percent))).toEqual([100, 190, 198]);
  expect(percentile([], 99)).toBe(0);
  expect(percentile([5], 50)).toBe(5);
});
