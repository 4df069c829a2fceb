import { pino } from 'pino';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../db/pool/database.ts';
import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { migrate } from '../../db/upkeep/migrate.ts';
import { metricOf, metricsToken } from '../testing/metrics-of.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

test('the log has ids and codes, and no text that a person wrote', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const client = server.client(await server.build({}, { logger }));
  const user = await client.signIn('Hypatia', '+4915155512345');
  const item = await client.create({ title: 'Secretplan', description: 'Hushhush' });
  await client.get('/api/items/search?q=Secretplan');
  await client.patch(`/api/items/${item.id}`, { title: 'Secretplan'.repeat(40) });
  await client.send('POST', '/api/items', { raw: '{"title": "Secretplan' });
  await client.get('/Secretplan?q=Hushhush');
  const log = lines.join('');
  expect(log).toContain(`"route":"/api/items/search","status":200`);
  expect(log).toContain(`"code":"bad_json","user":${user.id}`);
  for (const word of ['Hypatia', '15155512345', 'Secretplan', 'Hushhush', 'localhost']) {
    expect(log).not.toContain(word);
  }
  for (const secret of client.cookies.values()) expect(log).not.toContain(secret);
});

test("[OPS-10] failed sign-ins and refusals appear in the operator's log, without a number", async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await server.build({ rateLimits: 'on' }, { logger, requestsPerMinute: 4 });
  const client = server.client(app);
  await client.get('/csrf-cookie');
  const body = { phone: '+4915155512345', name: 'Hypatia', code: '999999' };
  expect(codeOf(await client.post('/api/login', body))).toBe('invalid_code');
  for (let count = 0; count < 3; count += 1) await client.get('/api/config');
  const refused = lines.filter((line) => line.includes('"msg":"refused"')).join('');
  expect(refused).toContain('"route":"/api/login","status":422');
  expect(refused).toContain('"code":"invalid_code"');
  expect(refused).toContain('"route":"/api/config","status":429');
  for (const word of ['15155512345', 'Hypatia', '999999']) expect(refused).not.toContain(word);
});

test('[ALERT-07] without a database the server is alive, not ready (as a metric says), and refuses calls as unavailable', async () => {
  const postgres = await startTestPostgres();
  const database = openDatabase({ address: postgres.connection });
  await migrate(database);
  const app = await server.build({ metricsToken }, { database });
  const client = server.client(app);
  await client.signIn();
  await expect.poll(async () => (await client.get('/readyz')).status).toBe(200);
  await expect.poll(() => metricOf(app, 'foray_ready')).toBe(1);
  await postgres.stop();
  expect((await client.get('/healthz')).status).toBe(200);
  expect((await client.get('/readyz')).status).toBe(503);
  expect(await metricOf(app, 'foray_ready')).toBe(0);
  for (const answer of [
    await client.get('/api/items?type=todo&since=0'),
    await client.post('/api/items', { type: 'todo', title: 'x' }),
    await client.post('/api/login', { phone: '+15557654321', name: 'A' }),
  ]) {
    expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  await database.close();
});

describe('the built app', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foray-static-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Foray</title>');
    writeFileSync(join(folder, 'service-worker.js'), 'self');
    writeFileSync(join(folder, 'assets', 'main-abc123.js'), `export const text = 1;`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every path of the app gets the page, and no other path does', async () => {
    const client = server.client(await server.build({}, { staticDir: folder }));
    for (const url of ['/', '/campaigns/10000000', '/my-list?new=todo']) {
      const { status, text, headers } = await client.get(url);
      expect([url, status, text]).toEqual([url, 200, '<!doctype html><title>Foray</title>']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toContain('text/html');
    }
    for (const url of ['/api/nothing', '/assets/gone-abc.js', '/robots.txt']) {
      const answer = await client.get(url);
      expect([url, answer.status, codeOf(answer)]).toEqual([url, 404, 'not_found']);
    }
    expect((await client.post('/campaigns')).status).toBe(404);
  });

  test('hashed files are cached forever, and the service worker is revalidated', async () => {
    const client = server.client(await server.build({}, { staticDir: folder }));
    const asset = await client.get('/assets/main-abc123.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const worker = await client.get('/service-worker.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  test('pages may load only from this origin, no site may frame them, and they have a process of their own', async () => {
    const client = server.client(await server.build({}, { staticDir: folder }));
    const policy = String((await client.get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await client.get('/')).headers['cross-origin-opener-policy']).toBeUndefined();
    const secure = server.client(await server.build({ publicUrl: 'https://foray.example' }));
    expect((await client.get('/')).headers['strict-transport-security']).toBeUndefined();
    expect((await secure.get('/api/config')).headers['strict-transport-security']).toBeDefined();
  });
});

test('an event notifies one user, on another node, of newer data, and streams end with the app', async () => {
  const directAddress = server.address;
  const listening = await server.build({}, { directAddress });
  const writing = await server.build({}, { directAddress });
  await listening.listen({ host: '127.0.0.1', port: 0 });
  const { port } = listening.server.address() as AddressInfo;
  const client = server.client(writing);
  await client.signIn();
  const stranger = server.client(writing);
  await stranger.signIn();

  const received: string[] = [];
  let wake = (): void => undefined;
  const cookie = `foray_session=${client.cookies.get('foray_session')}`;
  const stream = request({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } });
  const ended = new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    stream.on('response', (answer) => {
      expect(answer.headers['content-type']).toContain('text/event-stream');
      expect(answer.headers['cache-control']).toBe('no-store');
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        received.push(text);
        wake();
      });
      answer.on('end', resolve);
    });
  });
  stream.end();
  const untilReceived = async (text: string): Promise<void> => {
    while (!received.join('').includes(text)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await untilReceived(': open');
  await stranger.create();
  await client.create();
  await untilReceived('event: newer\ndata: {"run":');
  // The place, and nothing of the item.
  expect(received.join('')).toMatch(
    /^: open\nretry: \d+\n\nevent: newer\ndata: \{"run":"[0-9a-f]{16}","head":\d+\}\n\n$/,
  );
  await listening.close();
  await ended;
});
