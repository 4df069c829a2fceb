import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header of every answer that names its request, in lower case. */
export const requestIdHeader = 'x-request-id';

const ids = new WeakMap<IncomingMessage, string>();
const present = new AsyncLocalStorage<string>();

/** An id that no other request has. It is never taken from outside, because it is written to the log. */
export const newRequestId = randomUUID;

/** The id of a request, the same at each call. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = newRequestId();
  ids.set(request, id);
  return id;
}

/** The id of the request during which this is called; undefined outside of requests. */
export function presentRequestId(): string | undefined {
  return present.getStore();
}

/**
 * Makes {@link presentRequestId} work in all hooks and the handler of a request, and puts the id into its
 * response. A body is read in the context of its connection; Fastify continues in that of the request.
 */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    void reply.header(requestIdHeader, id);
    present.run(id, done);
  });
}
