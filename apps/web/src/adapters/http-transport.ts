import {
  headerNames,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isItemsDelta,
  isSelfCheck,
  isUserAnswer,
} from '@foray/contract';
import type { CancelSignal, QueuedRequest, Reply, Transport } from '@foray/sync';
import { isAnything } from './http-calls.ts';
import type { HttpCalls } from './http-calls.ts';

/**
 * The server as the engine sees it, by these calls. The token is fetched when it is missing, before
 * login and logout, and once more when the server refuses it.
 */
export function createHttpTransport(calls: HttpCalls): Transport {
  return {
    fetchItems: (type, since, limit, context) =>
      calls.call({
        method: 'GET',
        path: `/api/items?type=${type}&since=${since}&limit=${limit}`,
        context,
        isExpected: isItemsDelta,
      }),
    fetchChanges: (since, limit, context) =>
      calls.call({
        method: 'GET',
        path: `/api/changes?since=${since}&limit=${limit}`,
        context,
        isExpected: isChangesDelta,
      }),
    sendBatch: (batch, context) =>
      calls.change({
        method: 'POST',
        path: '/api/batch',
        body: batch,
        context,
        isExpected: isBatchAnswer,
      }),
    selfCheck: (differs, context) =>
      calls.call({
        method: 'GET',
        path: `/api/self-check${differs.length === 0 ? '' : `?differs=${differs.join()}`}`,
        context,
        isExpected: isSelfCheck,
      }),
    sendOne: (request, context) =>
      calls.change({
        method: request.method,
        path: request.url,
        body: request.data ?? {},
        context,
        headers: { [headerNames.idempotencyKey]: request.id, ...basisHeader(request) },
        isExpected: isAnything,
      }),
    config: () => calls.call({ method: 'GET', path: '/api/config', isExpected: isConfigAnswer }),
    me: () => calls.call({ method: 'GET', path: '/api/me', isExpected: isUserAnswer }),
    async login(credentials, signal) {
      await calls.fetchToken({ signal });
      return calls.change({
        method: 'POST',
        path: '/api/login',
        body: credentials,
        signal,
        isExpected: isUserAnswer,
      });
    },
    async logout(signal) {
      await calls.fetchToken({ signal });
      return calls.change({ method: 'POST', path: '/api/logout', signal, isExpected: isAnything });
    },
  };
}

/** Asks for a code to be sent to a phone; in open mode the server answers and sends nothing. */
export async function requestCode(
  calls: HttpCalls,
  phone: string,
  signal?: CancelSignal,
): Promise<Reply<unknown>> {
  await calls.fetchToken({ signal });
  return calls.change({
    method: 'POST',
    path: '/api/login/code',
    body: { phone },
    signal,
    isExpected: isAnything,
  });
}

function basisHeader(request: QueuedRequest): Record<string, string> {
  if (request.basis === null) return {};
  return 'ifMatch' in request.basis
    ? { [headerNames.ifMatch]: request.basis.ifMatch }
    : { [headerNames.after]: request.basis.after };
}
