import { errorStatus, headerNames, wireError } from '@foray/contract';
import type { ErrorCode } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId, requestIdHeader } from './request-id.ts';

/** Headers that belong to one answer alone. */
const ownHeaders = new Set<string>([
  'content-length',
  'content-type',
  'connection',
  'date',
  'keep-alive',
  headerNames.serverTime,
  requestIdHeader,
]);

/** How long the rest of a refused request is read and dropped: otherwise its answer might not arrive. */
const lingerMs = 1_000;

/**
 * The refusals of requests that Node could not read, by the name of its error. A late request may be sent
 * again: devices keep it.
 */
const refusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'unavailable',
};
const retryAfterSeconds = 2;

/** A connection. Only this property of Node's has the response in progress. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

export type ClientErrors = ReturnType<typeof createClientErrors>;

/**
 * Answers connections that never became a request: a line or header that is not HTTP, headers that are too
 * large, a body that did not arrive in time. The responses have the format and the headers of the API's
 * refusals. `onRefused` is called for each.
 */
export function createClientErrors(
  nowMs: () => number,
  onRefused: (code: ErrorCode) => void = () => undefined,
) {
  let shared: Record<string, string> = {};

  /**
   * Refuses, and ends the connection. Earlier requests on the connection are answered first; a request whose
   * answer has begun is cut off.
   */
  function refuse(connection: Connection, code: ErrorCode): void {
    // The connection is ending; Node still reports each further unreadable piece.
    if (!connection.writable) return;
    const answer = connection._httpMessage;
    if (answer?.req.complete && (answer.writableEnded || !answer.headersSent)) {
      return void answer.once('close', () => refuse(connection, code));
    }
    if (answer?.headersSent) return void connection.destroy();
    onRefused(code);
    const error = wireError(code);
    const status = errorStatus[code];
    const body = JSON.stringify({ error });
    const headers = {
      ...shared,
      [requestIdHeader]: newRequestId(),
      [headerNames.serverTime]: new Date(nowMs()).toISOString(),
      date: new Date().toUTCString(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...(code === 'unavailable' && { [headerNames.retryAfter]: retryAfterSeconds }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
    connection.end(`${head}\r\n\r\n${body}`);
    setTimeout(() => connection.destroy(), lingerMs).unref();
  }

  return {
    /** Once `app` listens, reads from one of its responses the headers that every response has. */
    readHeaders(app: FastifyInstance): void {
      app.addHook('onListen', async () => {
        const { headers } = await app.inject({ url: '/api/', headers: { host: 'localhost' } });
        shared = Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            ownHeaders.has(name) ? [] : [[name, String(value)]],
          ),
        );
      });
    },
    /** Answers a connection that Node could not read, or for which it waited in vain. */
    handle({ code }: NodeJS.ErrnoException, connection: Connection): void {
      refuse(connection, refusals[code ?? ''] ?? 'bad_json');
    },
    /** Answers CONNECT, which requests no resource of this server. */
    refuseConnect(connection: Connection): void {
      // Node no longer reads the connection.
      connection.on('error', () => undefined).resume();
      refuse(connection, 'not_found');
    },
  };
}
