import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { headerNames } from '@foray/contract';
import { maxBodyBytes } from '@foray/domain';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { maxHeaderSize } from 'node:http';
import type { Config } from '../../config/config.ts';
import { addressGroup } from '../limits/address-groups.ts';
import { createClientErrors } from '../wire/client-errors.ts';
import type { MetricCounters } from '../metrics/counters.ts';
import { createErrorHandler, refuse, sendRefusal } from '../wire/errors.ts';
import { noticeForwardedRequests } from './forwarded-requests.ts';
import { namesOneHost, readTarget, serverMaker } from './http-server.ts';
import { parseJsonBodies } from '../wire/json-body.ts';
import { guardOpenMode } from './open-mode.ts';
import { followRequests, requestIdOf } from '../wire/request-id.ts';
import { logOfRequest, logRequests, redactingLogger } from './request-log.ts';
import { addSecurityHeaders } from './security.ts';
import type { WritingLimits } from '../limits/unread-answers.ts';

/** The options that apply to every request, whatever its route. */
export interface ServerOptions {
  readonly config: Pick<Config, 'auth' | 'publicUrl' | 'trustProxy' | 'rateLimits' | 'tuning'>;
  readonly logger?: FastifyBaseLogger;
  /** The delay of the event loop beyond which requests are refused temporarily. */
  readonly maxEventLoopDelayMs?: number;
  /** The limit of one address. */
  readonly requestsPerMinute?: number;
  /** How long a request may take to arrive. */
  readonly requestTimeoutMs?: number;
  /** How long requests in progress may take once the application closes. */
  readonly closingMs?: number;
  /** How long a client may take to read a response. */
  readonly writing?: WritingLimits;
  readonly nowMs?: () => number;
}

/** An address beyond this is not a person: it is far above the use of devices behind one address. */
const maxRequestsPerMinute = 6_000;
const maxPauseMs = 3_000;
/** The time by which a request must be complete, with its body. */
const maxRequestMs = 30_000;
/** A batch works for 10 s, plus the time of its last transaction. */
export const maxClosingMs = 15_000;

/** Fastify, before plugins and routes are added. */
export function createServer(
  {
    config,
    logger,
    nowMs = Date.now,
    requestTimeoutMs = maxRequestMs,
    closingMs = maxClosingMs,
    writing,
  }: ServerOptions,
  counters: MetricCounters,
): FastifyInstance {
  const { trustProxy, tuning } = config;
  const { keepAliveMs, retryAfterSeconds } = tuning;
  const clientErrors = createClientErrors(nowMs, (code) => counters.error(code, 'answer'));
  const app = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: redactingLogger(logger) }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    genReqId: requestIdOf,
    childLoggerFactory: logOfRequest,
    trustProxy:
      typeof trustProxy === 'number'
        ? (_address, hop) => hop < trustProxy
        : trustProxy === false
          ? false
          : [...trustProxy],
    bodyLimit: maxBodyBytes,
    rewriteUrl: readTarget,
    // A route checks the names of items itself, however long they are.
    routerOptions: { maxParamLength: maxHeaderSize },
    serverFactory: serverMaker(clientErrors, { requestTimeoutMs, keepAliveMs, closingMs, writing }),
    // The server of each address needs a handler; Fastify sets one on the first only.
    clientErrorHandler: () => undefined,
    forceCloseConnections: 'idle',
    // Requests that arrive while it closes are refused in the API's format (drain.ts).
    return503OnClosing: false,
  });
  app.decorateRequest('session', null);
  app.decorateRequest('standing', null);
  app.decorateRequest('heldBody', null);
  app.decorateReply('errorCode', null);
  app.setErrorHandler(createErrorHandler(retryAfterSeconds));
  parseJsonBodies(app);
  clientErrors.readHeaders(app);
  return app;
}

/** Adds the steps for every request before its route, and for every answer after it. */
export async function addPlugins(
  app: FastifyInstance,
  {
    config,
    maxEventLoopDelayMs = maxPauseMs,
    requestsPerMinute = maxRequestsPerMinute,
  }: ServerOptions,
  nowMs: () => number,
  counters: MetricCounters,
): Promise<void> {
  followRequests(app);
  logRequests(app);
  app.addHook('onResponse', async (_request, { errorCode }) => {
    if (errorCode !== null) counters.error(errorCode, 'answer');
  });
  app.addHook('onSend', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    const isAnswer = url.startsWith('/api/') || url === '/csrf-cookie' || reply.errorCode !== null;
    if (!isAnswer) return;
    reply.header(headerNames.serverTime, new Date(nowMs()).toISOString());
    reply.header('cache-control', 'no-store');
  });
  await addSecurityHeaders(app, config.publicUrl);
  app.addHook('onRequest', async ({ raw }, reply) =>
    namesOneHost(raw) ? undefined : sendRefusal(reply, refuse('bad_json')),
  );
  if (config.trustProxy === false) noticeForwardedRequests(app);
  if (config.auth.mode === 'open') {
    guardOpenMode(app, {
      publicUrl: config.publicUrl,
      trustsProxy: config.trustProxy !== false,
    });
  }
  await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs });
  if (config.rateLimits === 'on') {
    await app.register(rateLimit, {
      max: requestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => addressGroup(ip),
      onExceeded: () => counters.refusal('address'),
    });
  }
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
}
