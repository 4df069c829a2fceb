import { Server } from 'node:http';
import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientErrors } from '../wire/client-errors.ts';
import { requestIdHeader, requestIdOf } from '../wire/request-id.ts';
import { isInTurn, limitWriting } from '../limits/unread-answers.ts';
import type { WritingLimits } from '../limits/unread-answers.ts';

/** Connections are checked in steps of a sixth of their time, so that none gets more. */
const steps = 6;

/**
 * A server that counts connections as idle on which nothing has come yet: browsers open some in advance. Once
 * it closes, a connection has `closingMs` until it is cut off.
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
 * Makes the servers of the application, one for each address. Requests that Node would answer by itself,
 * without the contract's shape, are handled like others or answered by `clientErrors`. A request must be
 * complete within `requestTimeoutMs`, and its answer be read within `writing`. An idle connection is kept for
 * `keepAliveMs`; a closing server cuts off the remaining ones after `closingMs`.
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
    /** The standard limits of {@link limitWriting} if absent. */
    readonly writing?: WritingLimits | undefined;
  },
) {
  const checkEveryMs = Math.ceil(requestTimeoutMs / steps);
  return (handle: RequestListener): Server => {
    const answer: RequestListener = (request, response) => {
      if (!isInTurn(request.socket, response)) return request.socket.destroy();
      // Here, for answers that are sent before any hook runs.
      response.setHeader(requestIdHeader, requestIdOf(request));
      limitWriting(response, writing);
      return handle(request, response);
    };
    const server = new ClosingServer(
      {
        // The application checks it.
        requireHostHeader: false,
        keepAliveTimeout: keepAliveMs,
        // Node fits the time of the headers into this one; if set later, the longer of the two would count
        // for both.
        requestTimeout: requestTimeoutMs - checkEveryMs,
        connectionsCheckingInterval: checkEveryMs,
      },
      answer,
      closingMs,
    );
    // Their size is bounded. A bound on their number would make Node leave out the last ones, which a proxy
    // adds.
    server.maxHeadersCount = 0;
    server.on('clientError', clientErrors.handle);
    server.on('connect', (_request, socket) => clientErrors.refuseConnect(socket as Socket));
    // An unknown expectation may be ignored.
    server.on('checkExpectation', answer);
    return server;
  };
}

/**
 * Stands for a target that is invalid or cannot be decoded. It is no path of ours, so it is answered like any
 * unknown path.
 */
const unreadablePath = '/api/unreadable';

/**
 * The path and query of a request's target. If it is a whole URL, as for a proxy, the URL's host counts, not
 * that of the header.
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

/** Whether a request names its host exactly once; in HTTP/1.0 it need not. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
}
