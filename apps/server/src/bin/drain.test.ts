import type { ErrorBody } from '@foray/contract';
import { until, untilFound } from '@foray/embedded-postgres/testing';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { waitsOrEnds } from '../db/testing/waits-or-ends.ts';
import {
  bundleServer,
  type ServerPrograms,
  type ServerProcess,
} from '../testing/server-process.ts';

// A node that is told to stop while it is in use: the real process, over real connections.

let programs: ServerPrograms;
let started: TestDatabase;
beforeAll(async () => {
  [programs, started] = await Promise.all([bundleServer(), startTestDatabase()]);
});
afterAll(async () => {
  programs?.remove();
  await started?.stop();
});

/** A new node on the database, killed at the end of the test if it still runs. */
async function startNode(drainSeconds: number): Promise<ServerProcess & { readonly url: string }> {
  const { host, port, user, database } = started.address;
  const node = programs.run({
    DATABASE_URL: `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`,
    FORAY_SECRET: 's'.repeat(32),
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: String(drainSeconds),
  });
  onTestFinished(async () => {
    node.child.kill('SIGKILL');
    await node.ended;
  });
  return { ...node, url: await node.address };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A browser with one connection, which it keeps open as long as the server does. */
class Browser {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
    onTestFinished(() => this.#agent.destroy());
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.open(method, path, body);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
  }

  /** Resolves with the beginning of the response; rejects if the connection is cut off before. */
  async open(method: string, path: string, body?: unknown): Promise<IncomingMessage> {
    const options = { method, headers: this.headers(), agent: this.#agent };
    const asking = request(`${this.#url}${path}`, options);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  headers(): Readonly<Record<string, string>> {
    return {
      'content-type': 'application/json',
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
    };
  }

  async signIn(): Promise<void> {
    await untilFound('a token', () => this.#unlessBusy('GET', '/csrf-cookie'));
    phones += 1;
    const person = { phone: `+1555${phones}`, name: 'Ada' };
    await untilFound('a sign-in', () => this.#unlessBusy('POST', '/api/login', person));
  }

  /** A success; null if the machine is too busy for the server. */
  async #unlessBusy(method: string, path: string, body?: unknown): Promise<Answer | null> {
    const answer = await this.send(method, path, body);
    if (answer.status === 503) return null;
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  }

  create(uuid: string): Promise<Answer> {
    return this.send('POST', '/api/items', { uuid, type: 'todo', title: 'Milk' });
  }
}
let phones = 2_000_000;

const isRefused = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** The parts of every refusal of the API, with the time to wait. */
const refusal = { status: 503, code: 'unavailable', retryAfter: '2', connection: 'close' };

function refusalIn({ status, headers, text: body }: Answer): Record<string, unknown> {
  const { code } = (JSON.parse(body) as ErrorBody).error;
  return { status, code, retryAfter: headers['retry-after'], connection: headers.connection };
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Whether the node refuses requests or no longer listens. */
async function isOver(url: string): Promise<boolean> {
  try {
    return (await statusOf(`${url}/healthz`)) === 503;
  } catch {
    return true;
  }
}

test('[UPG-07] a node that is told to stop reports that it is not ready, keeps serving, and closes each connection after its response', async () => {
  const { child, url } = await startNode(60);
  const browser = new Browser(url);
  await browser.signIn();
  const before = await browser.create(randomUUID());
  expect([before.status, before.headers.connection]).toEqual([201, 'keep-alive']);
  await until('a ready node', async () => (await statusOf(`${url}/readyz`)) === 200);
  child.kill('SIGTERM');
  await until('a node that is not ready', async () => (await statusOf(`${url}/readyz`)) !== 200);
  const probe = await browser.send('GET', '/readyz');
  expect(refusalIn(probe)).toEqual(refusal);
  const after = await browser.create(randomUUID());
  expect([after.status, after.headers.connection]).toEqual([201, 'close']);
  const alive = await browser.send('GET', '/healthz');
  expect([alive.status, alive.headers.connection]).toEqual([200, 'close']);
});

test('[UPG-09] a second signal ends a draining node at once', async () => {
  const { child, ended, url } = await startNode(60);
  child.kill('SIGTERM');
  await until('a node that is not ready', async () => (await statusOf(`${url}/readyz`)) !== 200);
  // A signal that arrives with the first is the same one, passed on by npm.
  await until('the end', () => !child.kill('SIGTERM') || child.exitCode !== null);
  expect((await ended).code).toBe(1);
});

test('[UPG-08] each request during a drain under load is answered, and confirmed changes are stored @full', async () => {
  const { child, ended, url } = await startNode(1);
  const browsers = Array.from({ length: 8 }, () => new Browser(url));
  for (const browser of browsers) await browser.signIn();
  const confirmed: string[] = [];
  let refused = 0;
  /** Writes one item after the other until the node asks to come back later. */
  const write = async (browser: Browser): Promise<void> => {
    for (;;) {
      const uuid = randomUUID();
      const answer = await browser.create(uuid).catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw error;
      });
      if (answer === null) return;
      // Before that, a busy machine may cause the same response.
      if (answer.status === 503 && !child.killed) continue;
      if (answer.status !== 201) {
        expect(refusalIn(answer)).toEqual(refusal);
        refused += 1;
        return;
      }
      confirmed.push(uuid);
      if (confirmed.length === 50) child.kill('SIGTERM');
    }
  };
  await Promise.all(browsers.map(write));
  expect((await ended).code).toBe(0);
  expect(refused).toBeGreaterThan(0);
  expect(confirmed.length).toBeGreaterThan(50);
  const { rows } = await started.database.pool.query<{ uuid: string }>(
    'select uuid from items where created_at > now() - interval $$1 hour$$ and title = $$Milk$$',
  );
  const stored = new Set(rows.map(({ uuid }) => uuid));
  expect(confirmed.filter((uuid) => !stored.has(uuid))).toEqual([]);
});

test('[UPG-08] requests that have begun are finished, streams are ended, and unused connections delay nothing', async () => {
  const { child, ended, url } = await startNode(1);
  const [browser, listener] = [new Browser(url), new Browser(url)];
  await browser.signIn();
  await listener.signIn();
  const stream = text(await listener.open('GET', '/api/events'));
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  await once(unused, 'connect');
  const uuid = randomUUID();
  const lock = await started.database.pool.connect();
  onTestFinished(() => lock.release());
  await lock.query('begin; lock table items in exclusive mode');
  const begun = browser.create(uuid);
  await waitsOrEnds(started.database.pool, begun);
  child.kill('SIGTERM');
  await until('a node that refuses', () => isOver(url));
  expect(await stream).toMatch(/\nretry: \d+\n\n$/);
  await lock.query('commit');
  const answer = await begun;
  expect([answer.status, answer.headers.connection]).toEqual([201, 'close']);
  const { code, complaint } = await ended;
  expect([code, complaint]).toEqual([0, expect.not.stringContaining('not closed')]);
});

test.each([
  ['refuses', 1],
  ['closes', 0],
])(
  '[UPG-08] while a node %s, the body of a request is read to its end and the request is refused @full',
  async (_what, seconds) => {
    const { child, url } = await startNode(seconds);
    const browser = new Browser(url);
    await browser.signIn();
    const body = JSON.stringify({ uuid: randomUUID(), type: 'todo', title: 'Milk' });
    const post = await beginRequest(url, 'POST /api/items', {
      ...browser.headers(),
      'content-length': String(body.length),
    });
    const get = await beginRequest(url, 'GET /healthz', {});
    // The node has read both when it answers a later one.
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    child.kill('SIGTERM');
    await until('a node that refuses', () => isOver(url));
    post.write(`\r\n${body.slice(0, 10)}`);
    get.write('\r\n');
    expect(await get.answer).toContain('"code":"unavailable"');
    expect(post.received()).toBe('');
    post.write(body.slice(10));
    expect(await post.answer).toMatch(/^HTTP\/1.1 503 [^]*"code":"unavailable"/);
  },
);

/** Sends a request without the end of its headers, and then everything written afterwards. */
async function beginRequest(url: string, line: string, headers: Readonly<Record<string, string>>) {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const lines = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${line} HTTP/1.1\r\n${lines.join('')}`);
  let received = '';
  socket.on('data', (part: string) => (received += part));
  const answer = once(socket, 'end').then(() => received);
  return { write: (part: string) => socket.write(part), received: () => received, answer };
}
