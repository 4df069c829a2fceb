import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Metric } from 'prom-client';
import { header } from '../auth/client-checks.ts';
import { handleNotFound } from '../wire/errors.ts';

/**
 * Measures every response by route and status, and serves the metrics, with `more`, at /metrics in
 * Prometheus' format to a client that sends the token as a Bearer. For any other client the page does not
 * exist.
 */
export function exposeMetrics(app: FastifyInstance, token: string, more: readonly Metric[]): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of more) registry.registerMetric(metric);
  const seconds = new Histogram({
    name: 'foray_http_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const given = digest(header(request, 'authorization') ?? '');
    if (!timingSafeEqual(given, expected)) return handleNotFound(request, reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
