import { headerNames, isAnything, queueAgeHeader } from '@foray/contract';
import type { CallContext, QueuedRequest, Transport } from '@foray/sync';
import type { HttpCalls } from './http-calls.ts';

/** The server as the engine sees it, by these calls. */
export function createHttpTransport(calls: HttpCalls): Transport {
  return {
    fetchItems: (type, since, limit, context) =>
      calls.call('listItems', { query: { type, since, limit }, context }),
    fetchChanges: (since, limit, context) =>
      calls.call('listChanges', { query: { since, limit }, context }),
    fetchStreams: (query, context) => calls.call('pullStreams', { query, context }),
    sendBatch: (body, context) =>
      calls.call('runBatch', { body, context, headers: ageHeader(context) }),
    selfCheck: (differs, context) =>
      calls.call('selfCheck', { query: { differs: differs.join() || null }, context }),
    sendOne: (request, context) =>
      calls.send({
        method: request.method,
        path: request.url,
        isExpected: isAnything,
        body: request.data ?? {},
        context,
        headers: { [headerNames.idempotencyKey]: request.id, ...basisHeader(request) },
      }),
    config: () => calls.call('getConfig', {}),
    me: () => calls.call('getMe', {}),
    login: (body, signal) => calls.call('login', { body, signal, needsNewToken: true }),
    logout: (signal) => calls.call('logout', { signal, needsNewToken: true }),
  };
}

function ageHeader({ queueAgeSeconds }: CallContext): Record<string, string> {
  return queueAgeSeconds === undefined ? {} : { [queueAgeHeader]: String(queueAgeSeconds) };
}

function basisHeader(request: QueuedRequest): Record<string, string> {
  if (request.basis === null) return {};
  return 'ifMatch' in request.basis
    ? { [headerNames.ifMatch]: request.basis.ifMatch }
    : { [headerNames.after]: request.basis.after };
}
