import { createAuthority, EpochChanged, type Authority, type Caller } from '@foray/authority';
import { MemoryAuthorityStore } from '@foray/authority/testing/memory-store';
import { makeMutual } from '@foray/authority/testing/mutual';
import {
  csrfCookie,
  formatPosition,
  headerNames,
  needsToken,
  parsePositions,
  routes,
  wireError,
} from '@foray/contract';
import type { BatchRequest, ErrorCode, Route, WireItem } from '@foray/contract';
import { onTestFinished } from 'vitest';
import { accountKey } from '../../adapters/storage/account-mirror.ts';
import { ServerFaults, type ServerFault } from './server-faults.ts';
import {
  findRoute,
  readInput,
  refusal,
  refusedEpoch,
  routeHandlers,
} from '@foray/authority/testing/server-routes';
import type { ServerAnswer } from '@foray/authority/testing/server-routes';
import { ServerStreams } from './server-streams.ts';

type Handle = (input: unknown, caller: Caller) => Promise<ServerAnswer> | ServerAnswer;

/** A user with an account, who makes calls of their own, as from another device. */
export interface ServerAccount {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  /** Makes a call and returns its body; throws if it is refused. */
  call<T = unknown>(method: string, path: string, data?: unknown): Promise<T>;
  /** Makes an item and returns its id. */
  make(item: object): Promise<number>;
  /** Every item that the server shows them, by title. */
  items(): Promise<readonly WireItem[]>;
  /** The titles of the items. */
  titles(): Promise<readonly string[]>;
}

const token = 'the-token-of-the-test';
let phones = 0;

/**
 * A server in open mode for the page of a test, from the contract's routes to the authority's decisions, on
 * its memory store: the app's own calls reach it through `fetch`. Faults can be planned, and the network can
 * be switched off.
 */
export class AppServer {
  readonly faults = new ServerFaults();
  /** The calls that arrived here, as method and path with query. */
  readonly calls: string[] = [];
  /** The bodies and headers of the calls that change something. */
  readonly sent: { readonly path: string; readonly body: unknown; readonly headers: Headers }[] =
    [];
  readonly store = new MemoryAuthorityStore('epoch', { afterCommit: () => this.#announce() });
  readonly authority: Authority;
  readonly #streams = new ServerStreams();
  readonly #handlers;
  #userId: number | null = null;
  #head = 0;
  #isOnline = true;

  constructor() {
    this.authority = createAuthority({
      store: this.store,
      nowMs: () => Date.now(),
      newUuid: () => crypto.randomUUID(),
      digest: (text) => text,
      reportBug: (error) => {
        throw error;
      },
    });
    this.#handlers = routeHandlers(this.authority, {
      begin: (userId) => (this.#userId = userId),
      end: () => (this.#userId = null),
    });
  }

  /** Creates an account. */
  async account(name = 'Ada Byron', phone = newPhone()): Promise<ServerAccount> {
    const who = { phone, name, placeholder: false, verified: false };
    const { id } = await this.authority.signIn(who);
    const call = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
      const { status, body } = await this.#answer({ userId: id }, method, path, data);
      if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
      return body as T;
    };
    const make = async (item: object) =>
      (await call<{ id: number }>('POST', '/api/items', item)).id;
    const items = async () => {
      const pages = ['campaign', 'task', 'todo'].map((type) =>
        call<{ data: WireItem[] }>('GET', `/api/items?type=${type}`),
      );
      const found = (await Promise.all(pages)).flatMap(({ data }) => data);
      return found.toSorted((a, b) => a.title.localeCompare(b.title));
    };
    const titles = async () => (await items()).map(({ title }) => title);
    return { id, name, phone, call, make, items, titles };
  }

  /** A response to a batch that refuses all of its requests. */
  refused(status: number, code: ErrorCode): ServerFault {
    const body = ({ requests }: BatchRequest) => ({
      results: requests.map(({ id }) => ({ id, status, body: { error: wireError(code) } })),
      epoch: this.store.epoch,
      now: this.authority.now(),
    });
    return { kind: 'status', status: 200, body };
  }

  /** Makes two people mutual contacts. */
  befriend(one: ServerAccount, other: ServerAccount): Promise<void> {
    return makeMutual(this.store, one.id, other.id);
  }

  /** Whether this browser has a signed-in user, as the server knows. */
  get isSignedIn(): boolean {
    return this.#userId !== null;
  }

  /** Ends the session of this browser, as another one of the person can. */
  endSession(): void {
    this.#userId = null;
  }

  /** Signs `account` in, as if earlier in the browser of the test. */
  signIn({ id, name, phone }: ServerAccount): void {
    this.#userId = id;
    const remembered = { user: { id, name, phone }, signedOutId: null, leaving: [] };
    localStorage.setItem(accountKey, JSON.stringify(remembered));
  }

  /** Whether a call of this kind would now get the authority's response. */
  answers(method: string, path: string): boolean {
    return this.#isOnline && !this.faults.has(method, path);
  }

  /** Gives the page this server until the test ends. */
  serve(): void {
    const onLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => this.#isOnline });
    this.#streams.serve(() => {
      if (!this.#isOnline || this.faults.has('GET', '/api/events')) return 'unreachable';
      return this.#userId === null ? 'refused' : 'open';
    });
    onTestFinished(() => {
      this.faults.clear();
      if (onLine !== undefined) Reflect.deleteProperty(navigator, 'onLine');
      document.cookie = `${csrfCookie}=; max-age=0; path=/`;
    });
  }

  /** Takes the page's network away, or gives it back, as the browser reports it. */
  setOffline(isOffline: boolean): void {
    this.#isOnline = !isOffline;
    window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
    if (!isOffline) this.#streams.retry();
  }

  /** Answers a call of the page. */
  async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { signal, method = 'GET' } = init;
    const { pathname, search } = new URL(
      input instanceof Request ? input.url : input,
      location.href,
    );
    const path = `${pathname}${search}`;
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(new DOMException('Given up', 'AbortError'));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
    });
    return Promise.race([aborted, this.#receive(method, path, init)]);
  }

  async #receive(method: string, path: string, init: RequestInit): Promise<Response> {
    if (!this.#isOnline) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.calls.push(`${method} ${path}`);
    if (body !== undefined) this.sent.push({ path, body, headers });
    return this.faults.pass(method, path, body, async () => {
      const answer = await this.#answerPage(method, path, body, headers);
      const sent = { ...answer.headers, [headerNames.serverTime]: this.authority.now() };
      return answer.body === undefined
        ? new Response(null, { status: answer.status, headers: sent })
        : Response.json(answer.body, { status: answer.status, headers: sent });
    });
  }

  /** Checks a call as a server's guard does before a route, in the same order. */
  async #answerPage(
    method: string,
    path: string,
    body: unknown,
    headers: Headers,
  ): Promise<ServerAnswer> {
    const found = findRoute(method, new URL(path, location.href).pathname);
    if (found === null) return refusal('not_found');
    const route: Route = routes[found.operation];
    const userId = this.#userId;
    if (found.operation === 'getCsrfCookie') document.cookie = `${csrfCookie}=${token}; path=/`;
    if (route.auth === 'session' && userId === null) return refusal('unauthenticated');
    if (needsToken(route) && headers.get(headerNames.csrf) !== token) return refusal('csrf');
    const actor = headers.get(headerNames.actor);
    if (route.auth === 'session' && actor !== null && actor !== String(userId)) {
      return refusal('wrong_actor');
    }
    const held = parsePositions(headers.get(headerNames.position) ?? '');
    let position: string | null = null;
    const caller: Caller = {
      userId: userId ?? 0,
      epoch: headers.get(headerNames.epoch),
      positions: held.ok ? held.value : [],
      onPosition: (standing) => void (position = formatPosition(standing)),
    };
    const answer = await this.#answer(caller, method, path, body);
    return position === null
      ? answer
      : { ...answer, headers: { [headerNames.position]: position, ...answer.headers } };
  }

  async #answer(
    caller: Caller,
    method: string,
    path: string,
    body: unknown,
  ): Promise<ServerAnswer> {
    const { pathname, searchParams } = new URL(path, location.href);
    const found = findRoute(method, pathname);
    if (found === null) return refusal('not_found');
    const { operation, params } = found;
    try {
      if ('changes' in routes[operation]) {
        return await this.authority.request(caller, { method, url: path, data: body });
      }
      const handle = this.#handlers[operation] as Handle | undefined;
      if (handle === undefined) throw new Error(`this server has no ${operation}`);
      const query = Object.fromEntries(searchParams);
      const read = readInput(routes[operation], { params, query, body });
      return 'refused' in read ? read.refused : await handle(read.input, caller);
    } catch (error) {
      if (error instanceof EpochChanged) return refusedEpoch(error);
      throw error;
    }
  }

  /** Notifies the page that there are newer changes, as the server does after each commit. */
  #announce(): void {
    const head = this.#userId === null ? 0 : (this.store.row('heads', this.#userId)?.head ?? 0);
    if (head === this.#head) return;
    this.#head = head;
    queueMicrotask(() => this.#streams.send('newer', {}));
  }
}

/** A phone number that no other test has. */
export function newPhone(): string {
  phones += 1;
  return `+1555${String(phones).padStart(7, '0')}`;
}
