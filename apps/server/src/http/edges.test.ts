import { errorStatus } from '@foray/contract';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServerUnderTest } from './testing/server-under-test.ts';
import type { ServerUnderTest } from './testing/server-under-test.ts';
import { codeOf } from './testing/test-client.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});
afterAll(async () => {
  await server?.stop();
});

/** Text that opens so many arrays and closes them. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON of too many levels', () => {
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
    '[WIRE-01] is refused as invalid in %s, with and without an Idempotency-Key',
    async (_name, around, url, raw) => {
      const client = server.client();
      await client.signIn();
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

  test('[WIRE-01] what has 32 levels is read', async () => {
    const client = server.client();
    await client.signIn();
    const raw = `{"type":"todo","title":${nested(31)}}`;
    const answer = await client.send('POST', '/api/items', { raw });
    expect(answer.body.error.fields).toEqual({ title: 'malformed' });
  });
});

/** What the answers of the API have in common. */
function expectOurs(headers: Readonly<Record<string, unknown>>): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-server-time']).toBe(new Date(server.clock.nowMs).toISOString());
}

test('[WIRE-02] a path that cannot be decoded, or with a very long name, is not found as any other', async () => {
  const client = server.client();
  await client.signIn();
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

describe('what is no request', () => {
  /** Sends `text` over a connection of its own; gives what came back once the server has closed it. */
  async function talk(port: number, text: string) {
    const answer = await new Promise<string>((resolve, reject) => {
      let heard = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8');
      socket.on('data', (part: string) => (heard += part));
      socket.on('error', reject);
      socket.on('close', () => resolve(heard));
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 2)]),
    );
    return { status: Number(line.split(' ')[1]), headers, body };
  }

  async function listen(requestTimeoutMs?: number) {
    const more = requestTimeoutMs === undefined ? {} : { requestTimeoutMs };
    const app = await server.build({}, more);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, port: (app.server.address() as AddressInfo).port };
  }

  test.each([
    ['a line that is no HTTP', 'HELLO\r\n\r\n', 'bad_json'],
    [
      'a header without a name',
      'GET /api/me HTTP/1.1\r\nhost: localhost\r\n: x\r\n\r\n',
      'bad_json',
    ],
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
  ] as const)('[WIRE-03] %s is refused like everything else', async (_name, text, code) => {
    const { port } = await listen();
    const { status, headers, body } = await talk(port, text);
    expect(status).toBe(errorStatus[code]);
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } });
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['connection']).toBe('close');
    expectOurs(headers);
  });

  test('[WIRE-03] a body that does not come in time ends the connection', async () => {
    const { app, port } = await listen(200);
    const client = server.client(app);
    await client.get('/csrf-cookie');
    const token = client.cookies.get('XSRF-TOKEN') ?? '';
    const lines = [
      'POST /api/login HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      `cookie: XSRF-TOKEN=${token}`,
      `x-xsrf-token: ${token}`,
      'content-length: 100',
    ];
    const { status, headers } = await talk(port, `${lines.join('\r\n')}\r\n\r\n{`);
    expect(status).toBe(400);
    expectOurs(headers);
  });

  test('[WIRE-03] there are 30 seconds for a request', async () => {
    const { app } = await listen();
    expect(app.server.requestTimeout).toBe(30_000);
    expect(app.server.headersTimeout).toBe(30_000);
  });
});

describe('a change from a page of another origin is refused', () => {
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
  ])('[WIRE-04] %o: %s', async (headers, expected) => {
    expect(await change(headers as Record<string, string>)).toBe(expected);
  });

  test('[WIRE-04] the public name is this origin too', async () => {
    const publicUrl = 'http://foray.example';
    expect(await change({ origin: publicUrl }, publicUrl)).toBe('done');
    expect(await change({ origin: `${publicUrl}.other` }, publicUrl)).toBe('csrf');
  });

  test('[WIRE-04] nobody is signed in by one', async () => {
    const client = server.client();
    await client.get('/csrf-cookie');
    const body = { phone: '+15550004444', name: 'Ada' };
    const answer = await client.post('/api/login', body, { 'sec-fetch-site': 'cross-site' });
    expect(codeOf(answer)).toBe('csrf');
  });
});
