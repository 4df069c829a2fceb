import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { refuse, sendRefusal } from '../wire/errors.ts';

/** Connections that are used stay open for so long, so that what comes on them is refused and not cut off. */
const refusingMs = 1_000;
const refusal = refuse('unavailable', { retryAfterSeconds: 2 });

export type Drain = ReturnType<typeof createDrain>;

/**
 * Lets a node leave without cutting anything off. While it is `leaving` it serves as before and fails its probe of
 * readiness, so that a load balancer sends its requests elsewhere; then it is `refusing`: what was begun is finished,
 * and what still comes is refused with 503 and Retry-After. All answers in both close their connection.
 */
export function createDrain(app: FastifyInstance) {
  let stage: 'serving' | 'leaving' | 'refusing' = 'serving';
  app.addHook('onSend', async (_request, reply) => {
    if (stage !== 'serving') reply.header('connection', 'close');
  });
  // Not before the body is there: an answer is lost where a connection is closed on what still comes.
  app.addHook('preValidation', async (_request, reply) =>
    stage === 'refusing' ? sendRefusal(reply, refusal) : undefined,
  );
  app.addHook('preClose', async () => void (stage = 'refusing'));
  return {
    isLeaving: () => stage !== 'serving',
    /** Resolves when the application is to be closed: at once for 0 seconds. */
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
    /** Lets the node leave: serves for so many seconds more, then refuses. Close it afterwards. */
    drain: Drain['run'];
  }
}
