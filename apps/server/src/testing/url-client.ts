import { untilFound } from '@foray/embedded-postgres/testing';

/** A response over HTTP, its body read as JSON (null if it is not JSON). */
export interface UrlAnswer {
  readonly status: number;
  /** Any JSON: tests read fields that they expect, and fail if these are missing. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A browser as far as the servers behind one name see it: it keeps their cookies and echoes the anti-forgery token. */
export class UrlClient {
  readonly #url: string;
  readonly #cookies: Map<string, string>;

  constructor(url: string, cookies = new Map<string, string>()) {
    this.#url = url;
    this.#cookies = cookies;
  }

  /** This browser, with its requests sent to another server. */
  at(url: string): UrlClient {
    return new UrlClient(url, this.#cookies);
  }

  /** Sends it again after a 503, as devices do: a server on a busy machine responds so. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<UrlAnswer> {
    return untilFound(`an answer to ${method} ${path}`, async () => {
      const answer = await this.#sendOnce(method, path, body, headers);
      return answer.status === 503 ? null : answer;
    });
  }

  async #sendOnce(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<UrlAnswer> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers(), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : null };
  }

  get(path: string): Promise<UrlAnswer> {
    return this.send('GET', path);
  }

  /** Fetches a token and signs in, if no code is required. */
  async signIn(phone: string, name: string): Promise<void> {
    await this.get('/csrf-cookie');
    const { status, body } = await this.send('POST', '/api/login', { phone, name });
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  }

  #headers(): Record<string, string> {
    const token = this.#cookies.get('XSRF-TOKEN');
    return {
      accept: 'application/json',
      'content-type': 'application/json',
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(token !== undefined && { 'x-xsrf-token': token }),
    };
  }
}
