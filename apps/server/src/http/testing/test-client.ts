import type { ErrorBody, Person, WireItem } from '@foray/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The parts of a request besides its path. */
export interface RequestExtras {
  readonly body?: unknown;
  /** Sent unchanged in place of `body`. A stream is read once the request's headers were accepted. */
  readonly raw?: string | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** false: without the anti-forgery header. */
  readonly csrf?: boolean;
}

/** A response, with its body read as JSON (null if empty). */
export interface TestAnswer {
  readonly status: number;
  /** Any JSON: tests read fields that they expect, and fail if these are missing. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: LightMyRequestResponse['headers'];
  readonly cookies: LightMyRequestResponse['cookies'];
  readonly text: string;
}

/** A browser as this server sees it: it keeps cookies and echoes the anti-forgery token. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async send(method: Method, url: string, extras: RequestExtras = {}): Promise<TestAnswer> {
    const { body, raw, headers = {}, csrf = true } = extras;
    const token = this.cookies.get('XSRF-TOKEN');
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const options: InjectOptions = {
      method,
      url,
      headers: {
        host: 'localhost',
        accept: 'application/json',
        'content-type': 'application/json',
        ...(csrf && token !== undefined && { 'x-xsrf-token': token }),
        ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    };
    const answer = await this.#app.inject(options);
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : null,
      headers: answer.headers,
      cookies: answer.cookies,
      text: answer.payload,
    };
  }

  get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.send('GET', url, { headers });
  }

  post(url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send('POST', url, { body, headers });
  }

  patch(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send('PATCH', url, { body, headers });
  }

  delete(url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send('DELETE', url, { body, headers });
  }

  /** Fetches a token and signs in, with a new phone if none is given. */
  async signIn(name = 'Ada', phone = freshPhone()): Promise<Person> {
    await this.get('/csrf-cookie');
    const answer = await this.post('/api/login', { phone, name });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
    return answer.body.user as Person;
  }

  /** Creates an item that must be accepted. */
  async create(fields: Readonly<Record<string, unknown>> = {}): Promise<WireItem> {
    const body = { uuid: randomUUID(), type: 'todo', title: 'Pack the tent', ...fields };
    const answer = await this.post('/api/items', body);
    if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
    return answer.body as WireItem;
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** The code of a refusal. */
export function codeOf(answer: TestAnswer): string | undefined {
  return (answer.body as ErrorBody | null)?.error.code;
}

let phones = 1_000_000;

/** A number that no other test of this file has. */
export function freshPhone(): string {
  phones += 1;
  return `+1555${phones}`;
}
