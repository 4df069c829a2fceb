import { reasonOf } from '@foray/embedded-postgres';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '../config/config.ts';
import { openDatabase } from '../db/pool/database.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { Finding } from './finding.ts';

const connectionMs = 2_000;
/** How far behind a standby may be to be read. */
const patienceMs = 5_000;
const pauseMs = 100;

interface ReplicaAnswer {
  readonly is_standby: boolean;
  readonly system: string;
  readonly has_all: boolean | null;
}

/** Whether each standby can be reached, follows this database, and is in step; nothing without standbys. */
export async function checkReplicas(
  db: Connection,
  config: DatabaseConfig,
): Promise<readonly Finding[]> {
  if (config.kind === 'embedded' || config.replicaUrls.length === 0) return [];
  const { rows } = await sql<{ system: string; lsn: string }>`
    select system_identifier::text as system, pg_current_wal_lsn()::text as lsn
    from pg_control_system()`.execute(db);
  const [primary] = rows;
  if (primary === undefined) throw new Error('the control data has no row');
  return Promise.all(
    config.replicaUrls.map(async (url, index): Promise<Finding> => {
      const problem = await problemAt(url, config.isDirect, primary);
      const text = `Standby ${index + 1} ${problem ?? 'answers, and is in step.'}`;
      return {
        check: 'replicas',
        level: problem === null ? 'ok' : 'warn',
        setting: 'DATABASE_REPLICA_URLS',
        text,
      };
    }),
  );
}

/** Why a standby cannot be read, as the end of a sentence about it; null if it can. */
async function problemAt(
  connectionString: string,
  isDirect: boolean,
  primary: { readonly system: string; readonly lsn: string },
): Promise<string | null> {
  const replica = openDatabase({
    address: { connectionString },
    isDirect,
    maxConnections: 1,
    connectionMs,
    statementMs: connectionMs,
  });
  try {
    for (const startMs = performance.now(); ; await delay(pauseMs)) {
      const { is_standby, system, has_all } = await ask(replica.kysely, primary.lsn);
      if (!is_standby) return 'takes writes, and is not read: it is no standby, or was promoted.';
      if (system !== primary.system) return 'follows another database, and is not read.';
      if (has_all === true) return null;
      if (performance.now() - startMs > patienceMs) {
        return 'is more than 5 s behind, and is not read until it has caught up.';
      }
    }
  } catch (error) {
    return `cannot be reached (${reasonOf(error)}), and is not read.`;
  } finally {
    await replica.close();
  }
}

async function ask(db: Connection, lsn: string): Promise<ReplicaAnswer> {
  const { rows } = await sql<ReplicaAnswer>`
    select pg_is_in_recovery() as is_standby, system_identifier::text as system,
      pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_all
    from pg_control_system()`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the control data has no row');
  return row;
}
