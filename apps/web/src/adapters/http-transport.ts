import {
  csrfCookie,
  headerNames,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isErrorBody,
  isItemsDelta,
  isSelfCheck,
  isUserAnswer,
  protocol,
} from '@foray/contract';
import type { CallContext, QueuedRequest, Reply, Transport } from '@foray/sync';

/** One call as asked for; `isExpected` judges the body of a success. */
interface Call<T> {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly context?: CallContext;
  readonly timeoutMs: number;
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
        timeoutMs: context.timeoutMs,
        isExpected: isItemsDelta,
      }),
    fetchChanges: (since, limit, context) =>
      call({
        method: 'GET',
        path: `/api/changes?since=${since}&limit=${limit}`,
        context,
        timeoutMs: context.timeoutMs,
        isExpected: isChangesDelta,
      }),
    sendBatch: (batch, context) =>
      change({
        method: 'POST',
        path: '/api/batch',
        body: batch,
        context,
        timeoutMs: context.timeoutMs,
        isExpected: isBatchAnswer,
      }),
    selfCheck: (differs, context) =>
      call({
        method: 'GET',
        path: `/api/self-check${differs.length === 0 ? '' : `?differs=${differs.join()}`}`,
        context,
        timeoutMs: context.timeoutMs,
        isExpected: isSelfCheck,
      }),
    sendOne: (request, context) =>
      change({
        method: request.method,
        path: request.url,
        body: request.data ?? {},
        context,
        timeoutMs: context.timeoutMs,
        headers: { [headerNames.idempotencyKey]: request.id, ...basisHeader(request) },
        isExpected: isAnything,
      }),
    config: (timeoutMs) =>
      call({ method: 'GET', path: '/api/config', timeoutMs, isExpected: isConfigAnswer }),
    me: (timeoutMs) =>
      call({ method: 'GET', path: '/api/me', timeoutMs, isExpected: isUserAnswer }),
    async login(credentials, timeoutMs) {
      await fetchToken(timeoutMs);
      return change({
        method: 'POST',
        path: '/api/login',
        body: credentials,
        timeoutMs,
        isExpected: isUserAnswer,
      });
    },
    async logout(timeoutMs) {
      await fetchToken(timeoutMs);
      return change({ method: 'POST', path: '/api/logout', timeoutMs, isExpected: isAnything });
    },
  };
}

/** Asks for a code to be sent to a phone; in open mode the server answers and sends nothing. */
export async function requestCode(phone: string, timeoutMs: number): Promise<Reply<unknown>> {
  await fetchToken(timeoutMs);
  return change({
    method: 'POST',
    path: '/api/login/code',
    body: { phone },
    timeoutMs,
    isExpected: isAnything,
  });
}

/** A call that changes something: with the anti-forgery token, which is fetched anew if refused. */
export async function change<T>(asked: Call<T>): Promise<Reply<T>> {
  if (readToken() === null) await fetchToken(asked.timeoutMs);
  const reply = await call(asked);
  if (reply.kind !== 'refusal' || reply.error?.code !== 'csrf') return reply;
  await fetchToken(asked.timeoutMs);
  return call(asked);
}

/** A call; it never rejects, and gives up after `timeoutMs`. */
export async function call<T>(asked: Call<T>): Promise<Reply<T>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), asked.timeoutMs);
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
    const serverNow = response.headers.get(headerNames.serverTime);
    if (!response.ok) {
      return {
        kind: 'refusal',
        status: response.status,
        error: isErrorBody(body) ? body.error : null,
        serverNow,
        retryAfterMs: secondsToMs(response.headers.get(headerNames.retryAfter)),
      };
    }
    if (!asked.isExpected(body)) return { kind: 'garbled', status: response.status };
    return { kind: 'answer', status: response.status, body, serverNow };
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
        }
      : {}),
    ...asked.headers,
  };
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

async function fetchToken(timeoutMs: number): Promise<void> {
  await call({ method: 'GET', path: '/csrf-cookie', timeoutMs, isExpected: isAnything });
}

function readToken(): string | null {
  const prefix = `${csrfCookie}=`;
  const pair = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return pair === undefined ? null : decodeURIComponent(pair.slice(prefix.length));
}

function secondsToMs(seconds: string | null): number | null {
  const value = Number(seconds);
  return seconds === null || !Number.isFinite(value) || value < 0 ? null : value * 1000;
}

function isAnything(body: unknown): body is unknown {
  return body !== undefined;
}
