import { wireError } from '@foray/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import { sendRefusal } from '../wire/errors.ts';

const howToOpen =
  'Without sign-in codes this server answers only under the names of its own machine: set AUTH=code, or PUBLIC_URL and TRUST_PROXY, to let others reach it.';

/**
 * The guards of AUTH=open, in which anyone who reaches the server can be anyone (product.md, "Signing in"):
 * only loopback names and PUBLIC_URL's host are accepted, so that no other site's name can be made to point
 * here, and no forwarded request is accepted unless proxies are trusted.
 */
export function guardOpenMode(
  app: FastifyInstance,
  options: { readonly publicUrl: string | null; readonly trustsProxy: boolean },
): void {
  const publicHost = options.publicUrl === null ? null : new URL(options.publicUrl).hostname;
  app.addHook('onRequest', async (request, reply) => {
    const host = hostname(request);
    const known = host !== null && (isLocalName(host) || host === publicHost);
    if (known && (options.trustsProxy || !wasForwarded(request))) return;
    return sendRefusal(reply, { refusal: { ...wireError('forbidden'), message: howToOpen } });
  });
}

function hostname(request: FastifyRequest): string | null {
  const url = `http://${request.headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

function isLocalName(host: string): boolean {
  return isLoopback(host) || host.endsWith('.localhost');
}

/**
 * The headers by which proxies identify themselves, the original request, or its sender. Prefixes stand for
 * whole families: X-Forwarded-For, X-Envoy-External-Address, CF-Connecting-IP, X-Amzn-Trace-Id.
 */
const proxyHeaders: ReadonlySet<string> = new Set([
  'ali-cdn-real-ip',
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'incap-client-ip',
  'proxy-client-ip',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-appengine-user-ip',
  'x-arr-log-id',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-nf-client-connection-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-originating-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-request-start',
  'x-sucuri-clientip',
  'x-varnish',
]);
const proxyFamilies = [
  'cf-',
  'cloudfront-',
  'fly-forwarded-',
  'x-amz-cf-',
  'x-amzn-',
  'x-azure-',
  'x-envoy-',
  'x-forwarded',
  'x-vercel-',
];

function wasForwarded(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some(
    (name) => proxyHeaders.has(name) || proxyFamilies.some((family) => name.startsWith(family)),
  );
}
