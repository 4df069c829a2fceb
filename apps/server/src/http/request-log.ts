import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { bugFields } from './errors.ts';

/** The logger, but of errors, requests and replies it writes only what names no user. */
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
    },
  );
}

/**
 * One line for each request that was answered, of ids and codes only: the route's pattern, never its
 * url (a search is in there), and nothing of bodies, names or addresses.
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
    else request.log.debug(fields, 'request');
  });
}
