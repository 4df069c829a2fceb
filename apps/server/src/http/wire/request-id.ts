import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header of every answer that names its request, in lower case. */
export const requestIdHeader = 'x-request-id';

const ids = new WeakMap<IncomingMessage, string>();
const present = new AsyncLocalStorage<string>();

/** An id that no other request has. None is taken from outside: it stands in the log, where it must not be chosen. */
export const newRequestId = randomUUID;

/** The id of a request, the same each time. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = newRequestId();
  ids.set(request, id);
  return id;
}

/** The id of the request in whose course this is called; undefined outside of requests. */
export function presentRequestId(): string | undefined {
  return present.getStore();
}

/**
 * Lets {@link presentRequestId} know the request in all that its hooks and its handler do, and names it in its answer.
 * A body is read in the course of its connection; Fastify goes on in that of the request.
 */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    void reply.header(requestIdHeader, id);
    present.run(id, done);
  });
}
