import {
  csrfCookie,
  deviceRoutes,
  formatPosition,
  headerNames,
  isAnything,
  isErrorBody,
  parsePositions,
  pathOf,
  protocol,
} from '@foray/contract';
import type { DeviceRouteId, Position, RouteAnswer, RouteInput } from '@foray/contract';
import type { CallContext, CancelSignal, Reply } from '@foray/sync';

/** The parts of the page that a call uses. */
export interface Site {
  /** Sends the cookies, and uses no cached response. */
  fetch(path: string, asked: CallRequest): Promise<Response>;
  /** The cookies that scripts may read, as a page has them. */
  cookies(): string;
}

/** The request that leaves the page. */
export interface CallRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly body?: string;
}

/** The circumstances of a call. */
interface CallOptions {
  readonly context?: CallContext;
  /** Aborts the call when the waiting user cancels it. */
  readonly signal?: CancelSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to fetch an anti-forgery token first, even if there is one: for signing in and out. */
  readonly needsNewToken?: true;
}

/** A call to any path. */
interface Call<T> extends CallOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Null or absent for the timeout of the context. */
  readonly timeoutMs?: number | null | undefined;
  readonly isExpected: (body: unknown) => body is T;
}

/**
 * The server over fetch: JSON with cookies, the anti-forgery cookie echoed, bodies checked before use. No
 * call ever rejects.
 */
export class HttpCalls {
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Calls a route. */
  call<Id extends DeviceRouteId>(
    id: Id,
    input: RouteInput<Id> & CallOptions,
  ): Promise<Reply<RouteAnswer<Id>>> {
    const [method, path, isAnswer] = deviceRoutes[id];
    const isExpected = isAnswer as Call<RouteAnswer<Id>>['isExpected'];
    return this.send({ ...input, method, path: pathOf(path, input), isExpected });
  }

  /**
   * Makes a call. A call that changes data carries the anti-forgery token, which is fetched again if it is
   * refused.
   */
  async send<T>(call: Call<T>): Promise<Reply<T>> {
    if (call.method === 'GET') return this.#call(call);
    if (call.needsNewToken || this.#readToken() === null) await this.#fetchToken(call);
    const reply = await this.#call(call);
    if (reply.kind !== 'refusal' || reply.error?.code !== 'csrf') return reply;
    await this.#fetchToken(call);
    return this.#call(call);
  }

  /**
   * Makes a call, which never rejects. It ends early only by the timeout of its context, as in a sync
   * cycle, or when the waiting user cancels it.
   */
  async #call<T>(asked: Call<T>): Promise<Reply<T>> {
    const timeoutMs = asked.timeoutMs ?? asked.context?.timeoutMs ?? null;
    const signal = asked.signal ?? asked.context?.signal;
    const abort = new AbortController();
    const giveUp = () => abort.abort();
    const timer = timeoutMs === null ? undefined : setTimeout(giveUp, timeoutMs);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp);
    try {
      const response = await this.#site.fetch(asked.path, {
        method: asked.method,
        headers: headersOf(asked, this.#readToken()),
        signal: abort.signal,
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      });
      const body = await readBody(response);
      const meta = {
        serverNow: response.headers.get(headerNames.serverTime),
        position: readPosition(response.headers),
      };
      if (!response.ok) {
        return {
          kind: 'refusal',
          status: response.status,
          error: isErrorBody(body) ? body.error : null,
          ...meta,
          knownHead: readNumber(response.headers.get(headerNames.knownHead)),
          retryAfterMs: secondsToMs(response.headers.get(headerNames.retryAfter)),
        };
      }
      if (!asked.isExpected(body)) return { kind: 'garbled', status: response.status };
      return { kind: 'answer', status: response.status, body, ...meta };
    } catch {
      return { kind: 'noAnswer', why: abort.signal.aborted ? 'timeout' : 'network' };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Fetches the anti-forgery token; aborted with the call that needs it. */
  async #fetchToken({ context, signal }: CallOptions): Promise<void> {
    const [method, path] = deviceRoutes.getCsrfCookie;
    await this.#call({
      method,
      path,
      timeoutMs: context?.timeoutMs,
      signal: signal ?? context?.signal,
      isExpected: isAnything,
    });
  }

  #readToken(): string | null {
    const prefix = `${csrfCookie}=`;
    const pair = this.#site
      .cookies()
      .split('; ')
      .find((each) => each.startsWith(prefix));
    return pair === undefined ? null : decodeURIComponent(pair.slice(prefix.length));
  }
}

function headersOf(asked: Call<unknown>, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token !== null && asked.method !== 'GET' ? { [headerNames.csrf]: token } : {}),
    ...(asked.context
      ? {
          [headerNames.actor]: String(asked.context.actor),
          [headerNames.protocol]: String(protocol),
          ...(asked.context.epoch === null ? {} : { [headerNames.epoch]: asked.context.epoch }),
          ...positionsHeader(asked.context.positions),
        }
      : {}),
    ...asked.headers,
  };
}

function positionsHeader(positions: readonly Position[]): Record<string, string> {
  if (positions.length === 0) return {};
  return { [headerNames.position]: positions.map(formatPosition).join(',') };
}

function readPosition(headers: Headers): Position | null {
  const parsed = parsePositions(headers.get(headerNames.position) ?? '');
  return parsed.ok ? (parsed.value[0] ?? null) : null;
}

/** The parsed body; null for an empty one, undefined if it is not JSON. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function secondsToMs(seconds: string | null): number | null {
  const value = readNumber(seconds);
  return value === null ? null : value * 1000;
}

/** A header's number; null if it is absent or not a number of at least 0. */
function readNumber(text: string | null): number | null {
  const value = Number(text);
  return text === null || !Number.isFinite(value) || value < 0 ? null : value;
}
