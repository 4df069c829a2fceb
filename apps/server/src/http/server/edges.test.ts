import { errorStatus } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClientErrors } from '../wire/client-errors.ts';
import { serverMaker } from './http-server.ts';
import { listenLocally, rawAnswer, rawTalk } from '../testing/raw-requests.ts';
import { startServerUnderTest, type ServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** A text that opens and closes this many arrays. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['a create', 1, '/api/items', (deep: string) => `{"type":"todo","title":${deep}}`],
  ['an unknown field', 1, '/api/items', (deep: string) => `{"type":"todo","more":${deep}}`],
  [
    'a batch',
    4,
    '/api/batch',
    (deep: string) =>
      `{"requests":[{"id":"a","method":"POST","url":"/api/items","data":{"title":${deep}}}]}`,
  ],
])(
  '[WIRE-01] JSON that is nested too deeply is refused as invalid in %s, with and without an Idempotency-Key',
  async (_name, around, url, raw) => {
    const client = await server.signedIn();
    const before = await server.rows();
    for (const headers of [{}, { 'idempotency-key': crypto.randomUUID() }]) {
      for (const levels of [33, 100_000]) {
        const body = raw(nested(levels - around));
        const answer = await client.send('POST', url, { raw: body, headers });
        expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid']);
        expect(answer.body.error.fields).toEqual({ body: 'malformed' });
      }
    }
    expect(await server.rows()).toBe(before);
  },
);

test('[WIRE-01] JSON with up to 32 levels is read', async () => {
  const client = await server.signedIn();
  const raw = `{"type":"todo","title":${nested(31)}}`;
  const answer = await client.send('POST', '/api/items', { raw });
  expect(answer.body.error.fields).toEqual({ title: 'malformed' });
});

/** Expects the headers that every response of the API has. */
function expectOurs(headers: Readonly<Record<string, unknown>>): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-server-time']).toBe(new Date(server.clock.nowMs).toISOString());
}

test('[WIRE-02] a path that cannot be decoded, or with a very long name, gets the usual not-found response', async () => {
  const client = await server.signedIn();
  for (const ref of ['%ff', '%', '%zz', '%c3%28', 'x'.repeat(5_000)]) {
    for (const answer of [
      await client.get(`/api/items/${ref}`),
      await client.patch(`/api/items/${ref}`, { title: 'x' }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      expectOurs(answer.headers);
    }
  }
});

async function listen(more?: Parameters<ServerUnderTest['build']>[1]) {
  const app = await server.build({}, more);
  return { app, port: await listenLocally(app) };
}

/** A request whose body is incomplete. */
async function beginningOfLogin(app: FastifyInstance): Promise<string> {
  const client = server.client(app);
  await client.get('/csrf-cookie');
  const token = client.cookies.get('XSRF-TOKEN') ?? '';
  const proof = `cookie: XSRF-TOKEN=${token}\r\nx-xsrf-token: ${token}\r\n`;
  const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  return `POST /api/login HTTP/1.1\r\n${local}${proof}${body}`;
}

const local = 'host: localhost\r\n';
const last = `${local}connection: close\r\n\r\n`;

test.each([
  ['a line that is not HTTP', 'HELLO\r\n\r\n', 'bad_json'],
  ['a header without a name', 'GET /api/me HTTP/1.1\r\nhost: localhost\r\n: x\r\n\r\n', 'bad_json'],
  [
    'two lengths',
    'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    'bad_json',
  ],
  [
    'headers of 20 KB',
    `GET /api/me HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    'too_large',
  ],
  ['headers of 2 MB', `GET /api/me HTTP/1.1\r\n${local}x: ${'x'.repeat(2_000_000)}`, 'too_large'],
  ['no host', 'GET /api/me HTTP/1.1\r\nconnection: close\r\n\r\n', 'bad_json'],
  ['two hosts', `GET /api/me HTTP/1.1\r\nhost: other.example\r\n${last}`, 'bad_json'],
  ['a host that cannot be read', `GET http://[ HTTP/1.1\r\n${last}`, 'not_found'],
  ['a target without a slash', `GET api/me HTTP/1.1\r\n${last}`, 'bad_json'],
  ['a target that is a star', `OPTIONS * HTTP/1.1\r\n${last}`, 'not_found'],
  ['a star that is read', `GET * HTTP/1.1\r\n${last}`, 'not_found'],
  ['another scheme', `GET ftp://localhost/api/me HTTP/1.1\r\n${last}`, 'not_found'],
  ['a whole URL', `GET http://localhost/api/me?x=1 HTTP/1.1\r\n${last}`, 'unauthenticated'],
  ['a whole URL of another host', `GET http://o.example/ HTTP/1.1\r\n${last}`, 'forbidden'],
  ['a path in other letters', `GET /%61pi/me HTTP/1.1\r\n${last}`, 'unauthenticated'],
  ['a path beside the API', `POST / HTTP/1.1\r\n${last}`, 'not_found'],
  ['an expectation', `GET /api/me HTTP/1.1\r\nexpect: 200-x\r\n${last}`, 'unauthenticated'],
  ['CONNECT', `CONNECT other.example:443 HTTP/1.1\r\n${last}`, 'not_found'],
  ['TRACE', `TRACE /api/me HTTP/1.1\r\n${last}`, 'not_found'],
  ['an unknown method', `FROB /api/me HTTP/1.1\r\n${last}`, 'bad_json'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'bad_json'],
  ['TLS', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003', 'bad_json'],
  [
    'a chunk whose size is not a number',
    `POST /api/login HTTP/1.1\r\n${local}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    'bad_json',
  ],
  [
    'a length together with chunks',
    `POST /api/login HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n${last}`,
    'bad_json',
  ],
  ['NUL in a header', `GET /api/me HTTP/1.1\r\nx: a\0b\r\n${last}`, 'bad_json'],
  ['a header on two lines', `GET /api/me HTTP/1.1\r\nx: a\r\n b\r\n${last}`, 'bad_json'],
  [
    'a cookie of any bytes',
    `GET /api/me HTTP/1.1\r\ncookie: foray_session=\xff%ff\r\n${last}`,
    'unauthenticated',
  ],
  [
    'an upgrade',
    `GET /api/me HTTP/1.1\r\n${local}connection: close, upgrade\r\nupgrade: websocket\r\n\r\n`,
    'unauthenticated',
  ],
] as const)(
  '[WIRE-03] an unreadable request: %s is refused like any other bad request',
  async (_name, text, code) => {
    const { port } = await listen();
    const { status, headers, body } = await rawAnswer(port, text);
    expect(status).toBe(errorStatus[code]);
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } });
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['connection']).toBe('close');
    expectOurs(headers);
  },
);

test('[WIRE-03] an unreadable request: a differently spelled path gets the headers of the API', async () => {
  const { port } = await listen();
  const { status, headers } = await rawAnswer(port, `GET /%61pi/config HTTP/1.1\r\n${last}`);
  expect(status).toBe(200);
  expectOurs(headers);
});

test('[WIRE-03] an unreadable request: every request target gets a response in our format', async () => {
  const { app } = await listen();
  const parts = [
    '%',
    '%25',
    '%2',
    'f',
    '2f',
    '/',
    '//',
    '..',
    ';',
    '#',
    '?',
    '[',
    '\\',
    ':',
    '%00',
  ];
  const pick = (seed: number, step: number) => parts[(seed * 7 + step * step * 5) % parts.length];
  const wrong: string[] = [];
  for (let seed = 0; seed < 300; seed += 1) {
    const random = [1, 2, 3, 4].map((step) => pick(seed >> step, step + seed)).join('');
    const url = `/api/items/${random}`;
    const answer = await app.inject({ method: 'GET', url, headers: { host: 'localhost' } });
    if (!['not_found', 'unauthenticated'].includes(answer.json().error.code)) wrong.push(url);
    expectOurs(answer.headers);
  }
  expect(wrong).toEqual([]);
});

test('[WIRE-03] an unreadable request is answered after earlier requests on its connection', async () => {
  const { port } = await listen();
  const read = `GET /api/me HTTP/1.1\r\n${local}cookie: foray_session=x\r\n\r\n`;
  const heard = await rawTalk(port, `${read}${read}HELLO\r\n\r\n`);
  expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '401',
    '401',
    '400',
  ]);
});

test('[WIRE-03] an unreadable request: every server of the application, one for each address, answers in this way', async () => {
  const one = serverMaker(createClientErrors(Date.now), {
    requestTimeoutMs: 30_000,
    keepAliveMs: 1_000,
    closingMs: 1_000,
  })(() => undefined);
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const { port } = one.address() as AddressInfo;
  const { status, body } = await rawAnswer(port, 'HELLO\r\n\r\n');
  expect([status, JSON.parse(body).error.code]).toEqual([400, 'bad_json']);
  one.close();
});

test('[WIRE-03] an unreadable request: a body that does not arrive in time ends the connection, and may be sent again', async () => {
  const { app, port } = await listen({ requestTimeoutMs: 200 });
  const { status, headers, body } = await rawAnswer(port, await beginningOfLogin(app));
  expect([status, JSON.parse(body).error.code]).toEqual([503, 'unavailable']);
  expect(headers['retry-after']).toBe('2');
  expectOurs(headers);
});

test('[UPG-08] an unreadable request: half a request delays the closing of a server no longer than a whole one may take', async () => {
  const { app, port } = await listen({ requestTimeoutMs: 3_600_000, closingMs: 200 });
  const heard = rawTalk(port, await beginningOfLogin(app));
  await once(app.server, 'request');
  let isClosed = false;
  void app.close().then(() => (isClosed = true));
  await expect.poll(() => isClosed).toBe(true);
  expect(await heard).toBe('');
});

test('[WIRE-03] an unreadable request: a request has 30 seconds to arrive', async () => {
  const { app } = await listen();
  // Every 5 s Node checks which connections have used up their time.
  expect(app.server.requestTimeout).toBe(25_000);
  expect(app.server.headersTimeout).toBe(25_000);
});

const change = async (headers: Readonly<Record<string, string>>, app?: string) => {
  const client = server.client(
    app === undefined ? undefined : await server.build({ publicUrl: app }),
  );
  await client.signIn();
  const answer = await client.post('/api/items', { type: 'todo', title: 'x' }, headers);
  return answer.status === 201 ? 'done' : codeOf(answer);
};

test.each([
  [{}, 'done'],
  [{ 'sec-fetch-site': 'same-origin' }, 'done'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 'done'],
  [{ origin: 'http://localhost' }, 'done'],
  [{ 'sec-fetch-site': 'same-site' }, 'csrf'],
  [{ 'sec-fetch-site': 'cross-site' }, 'csrf'],
  [{ 'sec-fetch-site': 'none' }, 'csrf'],
  [{ origin: 'http://localhost:81' }, 'csrf'],
  [{ origin: 'https://other.example' }, 'csrf'],
  [{ origin: 'null' }, 'csrf'],
])(
  '[WIRE-04] a change from a page of another origin is refused: %o: %s',
  async (headers, expected) => {
    expect(await change(headers as Record<string, string>)).toBe(expected);
  },
);

test('[WIRE-04] a change from a page of another origin is refused: the public name counts as this origin too', async () => {
  const publicUrl = 'http://foray.example';
  expect(await change({ origin: publicUrl }, publicUrl)).toBe('done');
  expect(await change({ origin: `${publicUrl}.other` }, publicUrl)).toBe('csrf');
});

test('[WIRE-04] a change from a page of another origin is refused: such a request signs nobody in', async () => {
  const client = server.client();
  await client.get('/csrf-cookie');
  const body = { phone: '+15550004444', name: 'Ada' };
  const answer = await client.post('/api/login', body, { 'sec-fetch-site': 'cross-site' });
  expect(codeOf(answer)).toBe('csrf');
});
