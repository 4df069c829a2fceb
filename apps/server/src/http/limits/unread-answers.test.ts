import Fastify, { type FastifyBaseLogger } from 'fastify';
import { connect, type Socket } from 'node:net';
import { standardAccountBounds } from '../../config/account-config.ts';
import { listenLocally, rawTalk } from '../testing/raw-requests.ts';
import { type ServerUnderTest, startServerUnderTest } from '../testing/server-under-test.ts';
import type { TestClient } from '../testing/test-client.ts';
import { boundUnreadAnswers } from './unread-answers.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});
afterAll(async () => {
  await server?.stop();
});

const url = '/api/items?type=todo&since=0&limit=500';

/** A signed-in person with a page of items of a megabyte, at a server with these limits. */
async function fullPage(megabytesAtOnce: number, writing = { stalledMs: 30_000, readMs: 120_000 }) {
  const account = { ...standardAccountBounds, megabytesAtOnce };
  const app = await server.build({ account, rateLimits: 'on' }, { writing });
  const client = server.client(app);
  await client.signIn();
  const description = '語'.repeat(10_000);
  for (let count = 0; count < 34; count += 1) {
    await client.create({ type: 'todo', title: `todo ${count}`, description });
  }
  return { app, client, port: await listenLocally(app) };
}

/**
 * Requests the page 16 times on a separate connection and reads nothing: more than the system buffers between
 * two programs on one machine. Resolves once the first response has begun.
 */
async function askAndWait(port: number, client: TestClient): Promise<Socket> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return openUnread(
    port,
    `GET ${url} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`.repeat(16),
  );
}

/** Sends a text on a separate connection and reads nothing; resolves once a response has begun. */
async function openUnread(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('readable', resolve);
    socket.write(text);
  });
  return socket;
}

const connectionsOf = (app: Awaited<ReturnType<typeof fullPage>>['app']) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

test.each([
  ['that the client does not read for a while', { stalledMs: 300, readMs: 120_000 }],
  ['that is not read completely in time', { stalledMs: 120_000, readMs: 300 }],
])('[QUOTA-11] a response %s ends its connection', async (_, writing) => {
  const { app, client, port } = await fullPage(100, writing);
  await askAndWait(port, client);
  await expect.poll(() => connectionsOf(app)).toBe(0);
  expect((await client.get(url)).status).toBe(200);
});

test('[QUOTA-12] an account or address with too many unread bytes of responses gets no further response', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.decorateReply('errorCode', null);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    // No other field of the session is read here.
    request.session = { userId: Number(request.headers['x-user']) } as typeof request.session;
  });
  const refusals: string[] = [];
  const onRefused = (bound: string) => void refusals.push(bound);
  boundUnreadAnswers(app, { accountBytes: 40e6, addressBytes: 70e6, onRefused });
  // More than the system buffers between two programs on one machine.
  app.get('/api/large', async () => 'x'.repeat(30e6));
  app.get('/api/small', async () => 'x');
  const port = await listenLocally(app);
  const get = async (path: string, user: number) =>
    (await app.inject({ url: `/api/${path}`, headers: { 'x-user': String(user) } })).statusCode;
  const unread = (user: number) =>
    openUnread(port, `GET /api/large HTTP/1.1\r\nhost: localhost\r\nx-user: ${user}\r\n\r\n`);
  const socket = await unread(1);
  expect(await get('large', 1)).toBe(429);
  expect(await get('small', 1)).toBe(200);
  expect(await get('large', 2)).toBe(200);
  await unread(2);
  expect(await get('large', 3)).toBe(429);
  expect(refusals).toEqual(['account bytes out', 'address bytes out']);
  socket.destroy();
  await expect.poll(() => get('large', 3)).toBe(200);
});

test('[QUOTA-11] a connection that sends more than 16 requests before one is answered is ended', async () => {
  const { port } = await fullPage(100);
  const get = 'GET /api/config HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const last = get.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n');
  const answers = (heard: string) => heard.split('HTTP/1.1 ').length - 1;
  expect(answers(await rawTalk(port, get.repeat(15) + last))).toBe(16);
  expect(answers(await rawTalk(port, get.repeat(16) + last))).toBeLessThan(16);
});

test('[QUOTA-11] requests of a connection that has ended cause no internal error', async () => {
  const bugs: unknown[] = [];
  const quiet = () => undefined;
  const error = (fields: unknown) => void bugs.push(fields);
  const log = { error, info: quiet, warn: quiet, debug: quiet, trace: quiet, fatal: error };
  const logger: FastifyBaseLogger = {
    ...log,
    silent: quiet,
    level: 'info',
    child: () => logger,
  } as never;
  const app = await server.build({ rateLimits: 'on' }, { logger });
  const port = await listenLocally(app);
  await rawTalk(port, 'GET /api/config HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(17));
  expect((await server.client(app).get('/api/config')).status).toBe(200);
  expect(bugs).toEqual([]);
});
