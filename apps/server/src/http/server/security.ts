import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers that isolate the pages: everything comes from this origin, nothing is inline but styles (widgets
 * place themselves by them), and no other site may frame the app.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string | null,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Otherwise the browser would start another process for the page (decision 0101).
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: publicUrl?.startsWith('https:') === true,
    referrerPolicy: { policy: 'no-referrer' },
  });
}
