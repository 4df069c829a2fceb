import { randomUUID } from 'node:crypto';
import type { UrlClient } from './url-client.ts';

/** The fields of a new item that tests read. */
export interface MadeItem {
  readonly uuid: string;
  readonly id: number;
  readonly version: number;
  readonly status: string;
}

/** A person who makes and changes items through any node; each call throws if it is refused. */
export class AccountByUrl {
  readonly #client: UrlClient;
  constructor(client: UrlClient) {
    this.#client = client;
  }

  at(url: string): AccountByUrl {
    return new AccountByUrl(this.#client.at(url));
  }

  async ask(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await this.#client.send(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  create(type: string, title: string, more: object = {}): Promise<MadeItem> {
    return this.ask('POST', '/api/items', { uuid: randomUUID(), type, title, ...more });
  }

  /** Title and status of everything that the person sees. */
  async items(): Promise<Readonly<Record<string, string>>> {
    const all: [string, string][] = [];
    for (const type of ['campaign', 'task', 'todo']) {
      const { data } = await this.ask('GET', `/api/items?type=${type}&page=1`);
      for (const { title, status } of data) all.push([title, status]);
    }
    return Object.fromEntries(all);
  }

  async id(): Promise<number> {
    return (await this.ask('GET', '/api/me')).user.id;
  }
}
