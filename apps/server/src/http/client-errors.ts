import { errorStatus, headerNames, wireError } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Headers that belong to one answer alone. */
const ownHeaders = new Set<string>([
  'content-length',
  'content-type',
  'connection',
  'date',
  'keep-alive',
  headerNames.serverTime,
]);

/**
 * Answers what never became a request: a line or header that is no HTTP, headers that are too large, a body
 * that did not come in time. They get the shape and the headers that every refusal of the API has.
 */
export function createClientErrors(nowMs: () => number) {
  let shared: Record<string, string> = {};
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
    /** Says why, and ends the connection; one on which an answer is under way is ended at once. */
    handle(
      { code }: NodeJS.ErrnoException,
      socket: Socket & { readonly _httpMessage?: ServerResponse | null },
    ): void {
      // Node names the answer that is under way there, and nowhere else.
      if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
      const error = wireError(code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_json');
      const status = errorStatus[error.code];
      const body = JSON.stringify({ error });
      const headers = {
        ...shared,
        [headerNames.serverTime]: new Date(nowMs()).toISOString(),
        date: new Date().toUTCString(),
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
      socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
    },
  };
}
