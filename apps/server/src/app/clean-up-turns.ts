import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { endTurn, readState, takeTurn } from '../db/upkeep/clean-up-turn.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { failureFields } from '../http/wire/errors.ts';

const everyMs = 3_600_000;
/** The first check is soon after the start, for a server that never runs for an hour. */
const firstMsDefault = 60_000;

/** The hourly jobs, by name; each may be repeated or interrupted. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/** The parts of a node that the clean-up uses. */
export interface CleanUpPorts {
  readonly db: Connection;
  readonly jobs: Jobs;
  readonly counters: Pick<MetricCounters, 'cleanUp' | 'cleanUpTook' | 'cleanedUp'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Runs all hourly jobs one after the other, even after a failure, unless a node has done so in this hour.
 * Never rejects. A failure is logged by the name of its job and its error, counted, and stored for the
 * probes of all nodes until a later run succeeds.
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
 * Makes a node try every hour, until it is closed, to take the lease of the clean-up. The node logs
 * failures itself.
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
