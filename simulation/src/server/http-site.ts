import type { CallRequest, Site } from '@foray/web/http-calls';

/** Sends one request to a full address, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The app's page in one browser: the address it came from, and cookies of its own. */
export class HttpSite implements Site {
  readonly #url: string;
  readonly #send: Send;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, send: Send = fetch) {
    this.#url = url;
    this.#send = send;
  }

  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(path: string, asked: CallRequest): Promise<Response> {
    const headers = { ...asked.headers, cookie: this.cookies() };
    const response = await this.#send(this.#url + path, { ...asked, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}
