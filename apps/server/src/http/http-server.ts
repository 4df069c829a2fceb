import { Server } from 'node:http';
import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientErrors } from './client-errors.ts';
import { requestIdHeader, requestIdOf } from './request-id.ts';
import { isInTurn, limitWriting } from './unread-answers.ts';
import type { WritingLimits } from './unread-answers.ts';

/** Connections are looked at in steps of a sixth of the time that they have, so that none has more. */
const steps = 6;

/**
 * A server that counts connections as idle on which nothing has come yet: browsers open some in advance. Once it
 * closes, a connection has `closingMs` until it is cut off.
 */
class ClosingServer extends Server {
  readonly #connections = new Set<Socket>();
  readonly #closingMs: number;

  constructor(options: ServerOptions, answer: RequestListener, closingMs: number) {
    super(options, answer);
    this.#closingMs = closingMs;
    this.on('connection', (connection: Socket) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
  }

  override close(onClosed?: (error?: Error) => void): this {
    const cutOff = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, this.#closingMs);
    return super.close((error) => {
      clearTimeout(cutOff);
      onClosed?.(error);
    });
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const connection of this.#connections)
      if (connection.bytesRead === 0) connection.destroy();
  }
}

/**
 * Makes the server under the application, one for each address of it. What Node would answer by itself, without the
 * contract's shape, is either a request like others or answered by `clientErrors`. A request is complete within
 * `requestTimeoutMs`, its answer is read within `writing`, and a connection without one is kept for `keepAliveMs`; a server that
 * closes cuts off after `closingMs` what is left.
 */
export function serverMaker(
  clientErrors: ClientErrors,
  {
    requestTimeoutMs,
    keepAliveMs,
    closingMs,
    writing,
  }: {
    readonly requestTimeoutMs: number;
    readonly keepAliveMs: number;
    readonly closingMs: number;
    /** Those of {@link limitWriting} if absent. */
    readonly writing?: WritingLimits | undefined;
  },
) {
  const checkEveryMs = Math.ceil(requestTimeoutMs / steps);
  return (handle: RequestListener): Server => {
    const answer: RequestListener = (request, response) => {
      if (!isInTurn(request.socket, response)) return request.socket.destroy();
      // Here, for what is answered before any hook runs.
      response.setHeader(requestIdHeader, requestIdOf(request));
      limitWriting(response, writing);
      return handle(request, response);
    };
    const server = new ClosingServer(
      {
        // It is looked at by the application.
        requireHostHeader: false,
        keepAliveTimeout: keepAliveMs,
        // Node fits the time of the headers into it here; set later, the longer of the two counts for all.
        requestTimeout: requestTimeoutMs - checkEveryMs,
        connectionsCheckingInterval: checkEveryMs,
      },
      answer,
      closingMs,
    );
    // Their size is bounded. By a number Node leaves out the last ones: those that a proxy adds.
    server.maxHeadersCount = 0;
    server.on('clientError', clientErrors.handle);
    server.on('connect', (_request, socket) => clientErrors.refuseConnect(socket as Socket));
    // An expectation that nobody knows may be ignored.
    server.on('checkExpectation', answer);
    return server;
  };
}

/** No path of ours, in place of a target that is none or cannot be decoded: it is answered as any other unknown one. */
const unreadablePath = '/api/unreadable';

/**
 * The path and query that a request asks for. If it names a whole URL, as one for a proxy does, the host of that one
 * counts, and not that of the header.
 */
export function readTarget({ url = '/', headers }: IncomingMessage): string {
  if (url.startsWith('/')) return isReadable(url) ? url : unreadablePath;
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return unreadablePath;
  const { host, pathname, search } = new URL(url);
  headers.host = host;
  return isReadable(pathname) ? `${pathname}${search}` : unreadablePath;
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Whether a request says once for which host it is; in HTTP/1.0 it need not. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
}
