import type { Authority } from '@foray/authority';
import type { FastifyInstance } from 'fastify';
import { startBackups } from '../backup/backup-schedule.ts';
import type { BackupSchedule } from '../backup/backup-schedule.ts';
import type { ServerKeys } from '../config/keys.ts';
import type { Database } from '../db/pool/database.ts';
import { cleanUpDatabase } from '../db/upkeep/clean-up.ts';
import { foldSearchTexts } from '../db/upkeep/fold-search-texts.ts';
import { startKeepingAssets } from '../http/assets/assets.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { startCleanUps } from './clean-up-turns.ts';
import { rekey } from './rekey.ts';

/**
 * Starts the scheduled work of a node, until it is closed: the clean-up, the files of its app,
 * backups.
 */
export async function startUpkeep(
  app: FastifyInstance,
  options: {
    readonly database: Database;
    readonly backups?: BackupSchedule;
    readonly staticDir?: string;
    readonly firstCleanUpMs?: number;
    readonly keepAssetsEveryMs?: number;
  },
  ports: {
    readonly authority: Pick<Authority, 'cleanUp'>;
    readonly keys: ServerKeys;
    readonly counters: MetricCounters;
    readonly nowMs: () => number;
  },
): Promise<void> {
  const { authority, keys, counters, nowMs } = ports;
  const db = options.database.kysely;
  const jobs = {
    expired: () => cleanUpDatabase(db, nowMs()),
    items: async () => {
      await foldSearchTexts(db);
      await authority.cleanUp();
    },
    ...(keys.previousName !== null && {
      secret: async () => {
        const left = await rekey(db, keys);
        counters.leftUnderPrevious(left);
        app.log.warn(left, 'rows left under the previous secret');
      },
    }),
  };
  startCleanUps(app, { db, jobs, counters }, options.firstCleanUpMs);
  if (options.staticDir !== undefined) {
    await startKeepingAssets(app, options.staticDir, {
      db,
      nowMs,
      everyMs: options.keepAssetsEveryMs,
    });
  }
  startBackups(app, options, { nowMs, onNewest: counters.backup });
}
