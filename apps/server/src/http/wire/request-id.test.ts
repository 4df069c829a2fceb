import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { codeConfig } from '../testing/sent-codes.ts';
import { listenLocally, rawAnswer } from '../testing/raw-requests.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const uuid = /^[0-9a-f-]{36}$/;

/** A logger, and its lines. */
function keepLines() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    // A name that occurs twice would be one here.
    expect(line.split('"request":')).toHaveLength(line.includes('"request":') ? 2 : 1);
    lines.push(JSON.parse(line));
  };
  return { lines, logger: pino({ level: 'trace' }, { write }) };
}

test.each([
  ['a route', 'GET /api/config HTTP/1.1\r\nHost: localhost', 200],
  ['a refusal', 'GET /api/me HTTP/1.1\r\nHost: localhost', 401],
  ['no route', 'GET /api/nowhere HTTP/1.1\r\nHost: localhost', 404],
  ['a target that cannot be read', 'GET /%ff HTTP/1.1\r\nHost: localhost', 404],
  [
    'a body that cannot be read',
    'POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1',
    401,
  ],
  ['a request without a host', 'GET / HTTP/1.1', 400],
  ['data that is not HTTP', 'hello', 400],
  ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost', 404],
])('[METRIC-09] every response has a request id of our own: %s', async (_what, head, status) => {
  const app = await server.build();
  const port = await listenLocally(app);
  const ask = () =>
    rawAnswer(
      port,
      `${head}\r\nX-Request-Id: chosen\r\nConnection: close\r\n\r\n${head.startsWith('POST') ? 'x' : ''}`,
    );
  const answers = [await ask(), await ask()];
  expect(answers.map((one) => one.status)).toEqual([status, status]);
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(uuid);
  expect(ids[0]).not.toBe(ids[1]);
});

test('[METRIC-09] every line that is logged in the course of a request has its id', async () => {
  const { lines, logger } = keepLines();
  const client = server.client(await server.build({}, { logger }));
  await client.signIn();
  lines.length = 0;
  const answer = await client.post('/api/batch', { requests: [] });
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'request', request: answer.headers['x-request-id'] }),
  ]);
});

test('[METRIC-09] lines of code that does not know the request have the id too, also behind a body that arrives late', async () => {
  const { lines, logger } = keepLines();
  const app = await server.build(codeConfig, { logger });
  const port = await listenLocally(app);
  const client = server.client(app);
  await client.get('/csrf-cookie');
  lines.length = 0;
  const token = client.cookies.get('XSRF-TOKEN') ?? '';
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/login/code',
    headers: {
      host: 'localhost',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      'content-type': 'application/json',
    },
  });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  asking.flushHeaders();
  await once(app.server, 'request');
  asking.end(JSON.stringify({ phone: '+4915155500001' }));
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(200);
  const id = answer.headers['x-request-id'];
  await expect
    .poll(() => lines.map(({ msg, request: of }) => [msg, of]))
    .toEqual([
      ['sms', id],
      ['request', id],
    ]);
});
