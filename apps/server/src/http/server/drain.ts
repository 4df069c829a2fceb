import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { refuse, sendRefusal } from '../wire/errors.ts';

/** Connections in use stay open for this long, so that their requests are refused rather than cut off. */
const refusingMs = 1_000;
const refusal = refuse('unavailable', { retryAfterSeconds: 2 });

export type Drain = ReturnType<typeof createDrain>;

/**
 * Lets a node leave without cutting anything off. While it is `leaving` it serves as before and fails its
 * readiness probe, so that a load balancer sends requests elsewhere. Then it is `refusing`: requests in
 * progress are finished, and new ones are refused with 503 and Retry-After. All responses in both states
 * close their connection.
 */
export function createDrain(app: FastifyInstance) {
  let stage: 'serving' | 'leaving' | 'refusing' = 'serving';
  app.addHook('onSend', async (_request, reply) => {
    if (stage !== 'serving') reply.header('connection', 'close');
  });
  // Not before the body has arrived: a response is lost if the connection is closed while data still
  // arrives.
  app.addHook('preValidation', async (_request, reply) =>
    stage === 'refusing' ? sendRefusal(reply, refusal) : undefined,
  );
  app.addHook('preClose', async () => void (stage = 'refusing'));
  return {
    isLeaving: () => stage !== 'serving',
    /** Resolves when the application should be closed; at once for 0 seconds. */
    async run(seconds: number): Promise<void> {
      if (seconds === 0) return;
      stage = 'leaving';
      await delay(seconds * 1_000);
      stage = 'refusing';
      await delay(refusingMs);
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Lets the node leave: it serves for this many more seconds, then refuses. Close it afterwards.
     */
    drain: Drain['run'];
  }
}
