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

/** What is still to come of something refused is read and thrown away for so long: else its answer might not arrive. */
const lingerMs = 1_000;

/** How what Node could not read is refused, by the name of its error. What is late may be sent again: devices keep it. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'unavailable',
};
const retryAfterSeconds = 2;

/** A connection; Node names the answer that is under way on it there, and nowhere else. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

export type ClientErrors = ReturnType<typeof createClientErrors>;

/**
 * Answers what never became a request: a line or header that is no HTTP, headers that are too large, a body
 * that did not come in time. They get the shape and the headers that every refusal of the API has. `onRefused` hears of
 * each.
 */
export function createClientErrors(
  nowMs: () => number,
  onRefused: (code: ErrorCode) => void = () => undefined,
) {
  let shared: Record<string, string> = {};

  /**
   * Says why, and ends the connection. Requests before it on the connection are answered first; one whose answer has
   * begun is cut off.
   */
  function refuse(connection: Connection, code: ErrorCode): void {
    // It is ending: Node tells of each further piece that cannot be read.
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
    /** Reads from an answer of `app`, once it listens, which headers it gives to every one. */
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
    /** Answers what Node could not read, or waited for in vain. */
    handle({ code }: NodeJS.ErrnoException, connection: Connection): void {
      refuse(connection, refusals[code ?? ''] ?? 'bad_json');
    },
    /** Answers CONNECT, which asks for no resource of ours. */
    refuseConnect(connection: Connection): void {
      // Node reads it no more.
      connection.on('error', () => undefined).resume();
      refuse(connection, 'not_found');
    },
  };
}
