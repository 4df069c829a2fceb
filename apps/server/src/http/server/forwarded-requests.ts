import type { FastifyInstance } from 'fastify';

/** The headers of a proxy that names the sender. */
const headers = ['x-forwarded-for', 'forwarded'];

/**
 * Warns of the first request that a proxy has forwarded to a server that trusts none: its limits count
 * everybody behind the proxy as one address.
 */
export function noticeForwardedRequests(app: FastifyInstance): void {
  let isNoticed = false;
  app.addHook('onRequest', async (request) => {
    if (isNoticed || headers.every((name) => request.headers[name] === undefined)) return;
    isNoticed = true;
    app.log.warn(
      { check: 'proxy', setting: 'TRUST_PROXY' },
      'a proxy forwards requests and is not trusted: set TRUST_PROXY, and PUBLIC_URL to the address that people open',
    );
  });
}
