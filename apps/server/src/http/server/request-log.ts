import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';
import { bugFields } from '../wire/errors.ts';
import { presentRequestId } from '../wire/request-id.ts';

/**
 * The logger. It writes only those fields of errors, requests and replies that identify no user. Lines
 * during a request have its id.
 */
export function redactingLogger(logger: FastifyBaseLogger): FastifyBaseLogger {
  return logger.child(
    {},
    {
      serializers: {
        err: bugFields,
        error: bugFields,
        req: ({ method }: { readonly method?: string }) => ({ method }),
        res: ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode }),
      },
      formatters: { log: withRequest },
    },
  );
}

function withRequest(fields: object): object {
  const request = presentRequestId();
  return request === undefined ? fields : { request, ...fields };
}

/** The log of a request, each of whose lines has its id. */
export function logOfRequest(
  logger: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return logger.child(bindings, { ...options, formatters: { log: (fields) => fields } });
}

/** Refusals that an operator sees by default: failed sign-ins, and exceeded limits. */
const noted: ReadonlySet<string | null> = new Set([
  'invalid_code',
  'number_unsupported',
  'proof_required',
  'rate_limited',
]);

/**
 * Writes one line for each answered request, of ids and codes only: the route's pattern, never its url (which
 * may contain a search), and no bodies, names or addresses.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, session } = request;
    const fields = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(reply.errorCode !== null && { code: reply.errorCode }),
      ...(session !== null && { user: session.userId }),
    };
    if (reply.statusCode >= 500) request.log.warn(fields, 'request');
    else if (noted.has(reply.errorCode)) request.log.info(fields, 'refused');
    else request.log.debug(fields, 'request');
  });
}
