import {
  csrfCookie,
  formatPosition,
  headerNames,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isErrorBody,
  isItemsDelta,
  isSelfCheck,
  isUserAnswer,
  parsePositions,
  protocol,
} from '@foray/contract';
import type { Position } from '@foray/contract';
import type { CallContext, CancelSignal, QueuedRequest, Reply, Transport } from '@foray/sync';

/** One call as asked for; `isExpected` judges the body of a success. */
interface Call<T> {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly context?: CallContext;
  /** Null or absent: never given up by itself. */
  readonly timeoutMs?: number | null;
  /** Ends the call when the person who waits for it gives up. */
  readonly signal?: CancelSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isExpected: (body: unknown) => body is T;
}

/**
 * The server over fetch: JSON with cookies, the anti-forgery cookie echoed, bodies checked before
 * anyone believes them (specification, section 7). It never rejects. The token is fetched when it is
 * missing, before login and logout, and once more when the server refuses it.
 */
export function createHttpTransport(): Transport {
  return {
    fetchItems: (type, since, limit, context) =>
      call({
        method: 'GET',
        path: `/api/items?type=${type}&since=${since}&limit=${limit}`,
        context,
        isExpected: isItemsDelta,
      }),
    fetchChanges: (since, limit, context) =>
      call({
        method: 'GET',
        path: `/api/changes?since=${since}&limit=${limit}`,
        context,
        isExpected: isChangesDelta,
      }),
    sendBatch: (batch, context) =>
      change({
        method: 'POST',
        path: '/api/batch',
        body: batch,
        context,
        isExpected: isBatchAnswer,
      }),
    selfCheck: (differs, context) =>
      call({
        method: 'GET',
        path: `/api/self-check${differs.length === 0 ? '' : `?differs=${differs.join()}`}`,
        context,
        isExpected: isSelfCheck,
      }),
    sendOne: (request, context) =>
      change({
        method: request.method,
        path: request.url,
        body: request.data ?? {},
        context,
        headers: { [headerNames.idempotencyKey]: request.id, ...basisHeader(request) },
        isExpected: isAnything,
      }),
    config: () => call({ method: 'GET', path: '/api/config', isExpected: isConfigAnswer }),
    me: () => call({ method: 'GET', path: '/api/me', isExpected: isUserAnswer }),
    async login(credentials, signal) {
      await fetchToken({ signal });
      return change({
        method: 'POST',
        path: '/api/login',
        body: credentials,
        signal,
        isExpected: isUserAnswer,
      });
    },
    async logout(signal) {
      await fetchToken({ signal });
      return change({ method: 'POST', path: '/api/logout', signal, isExpected: isAnything });
    },
  };
}

/** Asks for a code to be sent to a phone; in open mode the server answers and sends nothing. */
export async function requestCode(phone: string, signal?: CancelSignal): Promise<Reply<unknown>> {
  await fetchToken({ signal });
  return change({
    method: 'POST',
    path: '/api/login/code',
    body: { phone },
    signal,
    isExpected: isAnything,
  });
}

/** A call that changes something: with the anti-forgery token, which is fetched again if refused. */
export async function change<T>(asked: Call<T>): Promise<Reply<T>> {
  if (readToken() === null) await fetchToken(asked);
  const reply = await call(asked);
  if (reply.kind !== 'refusal' || reply.error?.code !== 'csrf') return reply;
  await fetchToken(asked);
  return call(asked);
}

/**
 * A call; it never rejects. It is given up only as its context says, as those of a sync run are, or when
 * the person who waits for it gives up.
 */
export async function call<T>(asked: Call<T>): Promise<Reply<T>> {
  const timeoutMs = asked.timeoutMs ?? asked.context?.timeoutMs ?? null;
  const signal = asked.signal ?? asked.context?.signal;
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  const timer = timeoutMs === null ? undefined : setTimeout(giveUp, timeoutMs);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(asked.path, {
      method: asked.method,
      headers: headersOf(asked),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
    const body = await readBody(response);
    const told = {
      serverNow: response.headers.get(headerNames.serverTime),
      position: readPosition(response.headers),
    };
    if (!response.ok) {
      return {
        kind: 'refusal',
        status: response.status,
        error: isErrorBody(body) ? body.error : null,
        ...told,
        knownHead: readNumber(response.headers.get(headerNames.knownHead)),
        retryAfterMs: secondsToMs(response.headers.get(headerNames.retryAfter)),
      };
    }
    if (!asked.isExpected(body)) return { kind: 'garbled', status: response.status };
    return { kind: 'answer', status: response.status, body, ...told };
  } catch {
    return { kind: 'noAnswer', why: abort.signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

function headersOf(asked: Call<unknown>): Record<string, string> {
  const token = readToken();
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

function basisHeader(request: QueuedRequest): Record<string, string> {
  if (request.basis === null) return {};
  return 'ifMatch' in request.basis
    ? { [headerNames.ifMatch]: request.basis.ifMatch }
    : { [headerNames.after]: request.basis.after };
}

/** The parsed body; undefined where there is none, or where it is not JSON at all. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Waits as long as the call that needs it. */
async function fetchToken({ context, signal }: Partial<Call<unknown>>): Promise<void> {
  await call({
    method: 'GET',
    path: '/csrf-cookie',
    timeoutMs: context?.timeoutMs ?? null,
    signal: signal ?? context?.signal,
    isExpected: isAnything,
  });
}

function readToken(): string | null {
  const prefix = `${csrfCookie}=`;
  const pair = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return pair === undefined ? null : decodeURIComponent(pair.slice(prefix.length));
}

function secondsToMs(seconds: string | null): number | null {
  const value = readNumber(seconds);
  return value === null ? null : value * 1000;
}

/** A header's number, null if it is absent or not a number from 0 on. */
function readNumber(text: string | null): number | null {
  const value = Number(text);
  return text === null || !Number.isFinite(value) || value < 0 ? null : value;
}

function isAnything(body: unknown): body is unknown {
  return body !== undefined;
}
