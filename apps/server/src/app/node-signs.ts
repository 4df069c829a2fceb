import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { endSigns, giveSign, signEveryMs } from '../db/upkeep/node-signs.ts';
import type { RunningNode } from '../db/upkeep/node-signs.ts';
import type { Connection } from '../db/tables/schema.ts';
import { failureFields } from '../http/wire/errors.ts';

/** How long a stop waits for the last statement at most. */
const stopPatienceMs = 1_000;

/** The signs of life of a node. */
export interface NodeSigns {
  /** Ends them, and tells the database that the node has stopped, if it answers. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Notes in the database that a node runs, now and every five minutes, for `npm run doctor`. Nothing waits
 * for it. The first failure in a row is logged.
 */
export function startNodeSigns(
  db: Connection,
  node: RunningNode,
  log: Pick<FastifyBaseLogger, 'warn'>,
  everyMs = signEveryMs,
): NodeSigns {
  let isFailing = false;
  const give = async (): Promise<void> => {
    try {
      await giveSign(db, node);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(failureFields(error), 'the sign of this node was not noted');
      isFailing = true;
    }
  };
  let last = give();
  const timer = setInterval(() => {
    last = last.then(give);
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      // A row that stays is forgotten after a day.
      const ended = last.then(() => endSigns(db, node)).catch(() => undefined);
      await Promise.race([ended, delay(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}
