import { reasonOf } from '@foray/embedded-postgres';
import { sql } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import type { Database } from '../db/pool/database.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { Finding } from './finding.ts';

declare module 'pg' {
  interface ClientBase {
    /** The process id of the connection, as the server or a pooler in front of it gave it. */
    readonly processID: number | null;
  }
}

const oldestServerVersion = 150_000;
/** Codes and limits count in minutes. */
const toleratedMs = 5_000;

/** The finding for a database that cannot be used, for a reason from elsewhere. */
export function cannotUse(error: unknown): Finding {
  const reason = reasonOf(error);
  // PgBouncer refuses the settings of a session, which a direct connection has.
  if (reason.startsWith('unsupported startup parameter')) return pooled('fail');
  return {
    check: 'database',
    level: 'fail',
    setting: null,
    text: `The database cannot be used (${reason}): check DATABASE_URL, and that the server runs and lets this user in.`,
  };
}

function pooled(level: 'warn' | 'fail'): Finding {
  return {
    check: 'pooler',
    level,
    setting: 'DATABASE_DIRECT_URL',
    text: 'Migrations and LISTEN need sessions of their own, and the address for them leads through a pooler: set it to one that leads past the pooler.',
  };
}

/** Whether the database is a PostgreSQL that is new enough. */
export async function checkVersion(db: Connection): Promise<Finding> {
  const { rows } = await sql<{ number: number }>`
    select current_setting('server_version_num')::int as number`.execute(db);
  const number = rows[0]?.number ?? 0;
  const major = Math.floor(number / 10_000);
  if (number < oldestServerVersion) {
    return cannotUse(`it is PostgreSQL ${major} and Foray needs 15 or newer`);
  }
  return { check: 'database', level: 'ok', setting: null, text: `PostgreSQL ${major} answers.` };
}

/** Whether this machine and the database agree about the time, apart from the time that the question takes. */
export async function checkClock(db: Connection, nowMs: () => number): Promise<Finding> {
  const [beforeMs, startMs] = [nowMs(), performance.now()];
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const halfMs = (performance.now() - startMs) / 2;
  const aheadMs = beforeMs + halfMs - (rows[0]?.ms ?? 0);
  if (Math.abs(aheadMs) <= toleratedMs + halfMs) {
    const text = 'This machine and the database agree about the time.';
    return { check: 'clock', level: 'ok', setting: null, text };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return {
    check: 'clock',
    level: 'warn',
    setting: null,
    text: `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database: let both follow a time server, or sign-in codes and limits end too early or too late.`,
  };
}

/**
 * Whether the way past a pooler is one. A pooler gives its clients process ids of its own, so they differ
 * from those of the database.
 */
export async function checkPooler(database: Database, config: DatabaseConfig): Promise<Finding> {
  const check = 'pooler';
  if (config.kind === 'embedded') {
    return { check, level: 'ok', setting: null, text: 'The embedded PostgreSQL has none.' };
  }
  const setting = 'DATABASE_DIRECT_URL';
  if (await isPooled(database)) return pooled('warn');
  const text =
    config.directUrl !== config.url
      ? 'Migrations and LISTEN go past any pooler.'
      : config.isDirect
        ? 'There is none, and statements are prepared.'
        : 'There is none: set it to the address in DATABASE_URL, so that statements are prepared.';
  return { check, level: 'ok', setting, text };
}

async function isPooled({ pool }: Database): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== client.processID;
  } finally {
    client.release();
  }
}
