import {
  headerNames,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isItemsDelta,
  isSelfCheck,
  isUserAnswer,
  queueAgeHeader,
} from '@foray/contract';
import type { CallContext, QueuedRequest, Transport } from '@foray/sync';
import { isAnything } from './http-calls.ts';
import type { HttpCalls } from './http-calls.ts';

/** The server as the engine sees it, by these calls. */
export function createHttpTransport(calls: HttpCalls): Transport {
  return {
    fetchItems(type, since, limit, context) {
      const path = `/api/items?type=${type}&since=${since}&limit=${limit}`;
      return calls.get(path, isItemsDelta, { context });
    },
    fetchChanges: (since, limit, context) =>
      calls.get(`/api/changes?since=${since}&limit=${limit}`, isChangesDelta, { context }),
    sendBatch: (batch, context) =>
      calls.change('POST', '/api/batch', isBatchAnswer, {
        body: batch,
        context,
        headers: ageHeader(context),
      }),
    selfCheck(differs, context) {
      const query = differs.length === 0 ? '' : `?differs=${differs.join()}`;
      return calls.get(`/api/self-check${query}`, isSelfCheck, { context });
    },
    sendOne: (request, context) =>
      calls.change(request.method, request.url, isAnything, {
        body: request.data ?? {},
        context,
        headers: { [headerNames.idempotencyKey]: request.id, ...basisHeader(request) },
      }),
    config: () => calls.get('/api/config', isConfigAnswer),
    me: () => calls.get('/api/me', isUserAnswer),
    login: (body, signal) => calls.post('/api/login', isUserAnswer, { body, signal }),
    logout: (signal) => calls.post('/api/logout', isAnything, { signal }),
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
