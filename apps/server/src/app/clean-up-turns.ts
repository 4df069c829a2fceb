import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { endTurn, readState, takeTurn } from '../db/upkeep/clean-up-turn.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { failureFields } from '../http/wire/errors.ts';

const everyMs = 3_600_000;
/** Once soon, for a server that never runs for an hour. */
const firstMsDefault = 60_000;

/** The hourly jobs, by name; each may be repeated or interrupted. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/** The parts of a node that a clean-up uses. */
export interface CleanUpPorts {
  readonly db: Connection;
  readonly jobs: Jobs;
  readonly counters: Pick<MetricCounters, 'cleanUp' | 'cleanUpTook' | 'cleanedUp'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Runs the hourly jobs, if no node has done so: all of them, one after the other, even after a failure. Never
 * rejects. A failure is logged by the name of its job and its error, counted, and stored for the probes of
 * all nodes until a later turn succeeds.
 */
export async function cleanUpInTurn({ db, jobs, counters, log }: CleanUpPorts): Promise<void> {
  const attempt = async (job: string, run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      log.error({ job, ...failureFields(error) }, 'clean-up failed');
      counters.cleanUp(job, 'failed');
      return false;
    }
  };
  await attempt('turn', async () => {
    if (await takeTurn(db)) {
      const failing: string[] = [];
      for (const [job, run] of Object.entries(jobs)) {
        const startMs = performance.now();
        if (await attempt(job, run)) counters.cleanUp(job, 'done');
        else failing.push(job);
        counters.cleanUpTook(job, performance.now() - startMs);
      }
      await endTurn(db, failing);
    }
    const { succeeded_at: succeededAt = null } = (await readState(db)) ?? {};
    if (succeededAt !== null) counters.cleanedUp(Date.parse(succeededAt));
  });
}

/**
 * Makes a node check every hour, until it is closed, whether it is its turn to clean up. Failures are in its
 * own log.
 */
export function startCleanUps(
  app: FastifyInstance,
  ports: Omit<CleanUpPorts, 'log'>,
  firstMs = firstMsDefault,
): void {
  const look = (): void => void cleanUpInTurn({ ...ports, log: app.log });
  const first = setTimeout(look, firstMs).unref();
  const others = setInterval(look, everyMs).unref();
  app.addHook('onClose', async () => {
    clearTimeout(first);
    clearInterval(others);
  });
}
