import { Server } from 'node:http';
import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientErrors } from '../wire/client-errors.ts';
import { requestIdHeader, requestIdOf } from '../wire/request-id.ts';
import { isInTurn, limitWriting } from '../limits/unread-answers.ts';
import type { WritingLimits } from '../limits/unread-answers.ts';

/** Connections are checked in intervals of a sixth of their time limit, so that none gets much more. */
const steps = 6;

/**
 * A server that counts connections without a request yet as idle: browsers open some in advance. Once it
 * closes, a connection has `closingMs` until it is cut off.
 */
class ClosingServer extends Server {
  readonly #connections = new Set<Socket>();
  readonly #closingMs: number;

  constructor(options: ServerOptions, answer: RequestListener, closingMs: number) {
    super(options, answer);
    this.#closingMs = closingMs;
    this.on('connection', (connection: Socket) => {
      // Node keeps an address that was read for requests that run after their connection has ended.
      if (connection.remoteAddress === undefined) connection.destroy();
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
 * Creates the servers of the application, one for each address. Requests that Node would answer by itself,
 * without the contract's format, are handled like others or answered by `clientErrors`. A request must be
 * complete within `requestTimeoutMs`, and its response must be read within `writing`. An idle connection is
 * kept open for `keepAliveMs`; a closing server cuts off the remaining ones after `closingMs`.
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
      // Set here, for responses that are sent before any hook runs.
      response.setHeader(requestIdHeader, requestIdOf(request));
      limitWriting(response, writing);
      return handle(request, response);
    };
    const server = new ClosingServer(
      {
        // The application checks it.
        requireHostHeader: false,
        keepAliveTimeout: keepAliveMs,
        // Node limits the time of the headers to this one; if it were set later, the longer of the two
        // would apply to both.
        requestTimeout: requestTimeoutMs - checkEveryMs,
        connectionsCheckingInterval: checkEveryMs,
      },
      answer,
      closingMs,
    );
    // Their size is limited. A limit of their number would make Node drop the last ones, which a proxy
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
 * Stands for a target that is invalid or cannot be decoded. It is not a path of ours, so it is answered
 * like any unknown path.
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
