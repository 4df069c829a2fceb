import { createAuthority, standardLimits } from '@foray/authority';
import type { Authority } from '@foray/authority';
import type { FastifyBaseLogger } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { bytesPerMegabyte } from '../config/account-config.ts';
import type { AccountBounds } from '../config/account-config.ts';
import type { PhoneHashes } from '../db/store/people.ts';
import { openPostgresStore } from '../db/store/postgres-store.ts';
import type { PostgresStoreOptions } from '../db/store/postgres-store.ts';
import { randomUserId } from '../db/tables/user-ids.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { logBug } from '../http/wire/errors.ts';

/** The authority on PostgreSQL. */
export async function openAuthority(
  log: FastifyBaseLogger,
  ports: Pick<
    PostgresStoreOptions,
    'database' | 'standbys' | 'onEnd' | 'onAdvanced' | 'onNotified'
  > & {
    readonly hashes: PhoneHashes;
    readonly account: AccountBounds;
    readonly nowMs: () => number;
    readonly onAccountFull: MetricCounters['refusal'];
  },
): Promise<Authority> {
  const { hashes, account, nowMs, onAccountFull, ...storePorts } = ports;
  return createAuthority({
    store: await openPostgresStore({ ...storePorts, ...hashes, newUserId: randomUserId }),
    nowMs,
    limits: {
      ...standardLimits,
      accountItems: account.items,
      accountBytes: account.megabytes * bytesPerMegabyte,
    },
    newUuid: randomUUID,
    digest: (text) => createHash('sha256').update(text).digest('base64url'),
    reportBug: (error) => logBug(log, error),
    onAccountFull,
  });
}
