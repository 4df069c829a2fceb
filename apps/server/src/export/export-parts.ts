import type { SeenByCaller } from '@foray/authority';
import type { AccountExport } from '@foray/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { securityEventsOf } from '../db/account/list-security-events.ts';
import type { Connection } from '../db/tables/schema.ts';
import { mostEvents } from '../db/account/security-events.ts';
import { livingSessions } from '../db/account/session-reads.ts';
import type { SessionRef } from '../db/account/session-reads.ts';
import type { PushSubscriptions } from '../push/push-subscriptions.ts';

/** The source of an export: one snapshot of the database. */
export interface ExportSource {
  readonly db: Connection;
  readonly seen: SeenByCaller;
  readonly session: SessionRef;
  readonly push: Pick<PushSubscriptions, 'list'>;
  readonly nowMs: number;
}

/** The beginning of the document, before its parts. */
export type ExportHead = Pick<AccountExport, 'format' | 'version' | 'exported_at'>;

type Pages<Value> = Value extends readonly (infer Row)[] ? AsyncIterable<readonly Row[]> : never;

/** A part of the document: its tables, and its value, at once or page by page. */
interface ExportPart<Value> {
  readonly tables: readonly string[];
  readonly read: (source: ExportSource) => Promise<Readonly<Value>> | Pages<Value>;
}

/**
 * Every part of an export by its name, in the order of reading: `people` comes last, with everyone whom the
 * other parts name.
 */
export const exportParts: {
  readonly [Name in keyof Omit<AccountExport, keyof ExportHead>]: ExportPart<AccountExport[Name]>;
} = {
  account: {
    tables: ['users'],
    async read({ seen }) {
      const account = await seen.account();
      if (account === null) throw new Error('the account has ended');
      return account;
    },
  },
  usage: {
    // The other columns are the feed position, which only devices use.
    tables: ['heads'],
    async read({ db, session }) {
      const row = await db
        .selectFrom('heads')
        .select(['items', 'bytes'])
        .where('user_id', '=', session.userId)
        .executeTakeFirst();
      return row ?? { items: 0, bytes: 0 };
    },
  },
  former_numbers: {
    tables: ['former_numbers'],
    read: ({ db, session }) =>
      db
        .selectFrom('former_numbers')
        .select(['phone', 'changed_at'])
        .$narrowType<{ phone: string }>()
        .where('user_id', '=', session.userId)
        .where('phone', 'is not', null)
        .orderBy('changed_at')
        .execute(),
  },
  sessions: {
    tables: ['sessions'],
    read: ({ db, session, nowMs }) => livingSessions(db, session, nowMs),
  },
  known_browsers: {
    tables: ['known_devices'],
    read: (source) => tally(source, sql`known_devices`, sql`seen_at`),
  },
  recovery_codes: {
    tables: ['recovery_codes'],
    read: (source) => tally(source, sql`recovery_codes`, sql`created_at`),
  },
  push: { tables: ['push'], read: ({ db, session, push }) => push.list(db, session.userId) },
  security_events: {
    tables: ['security_events'],
    read: ({ db, session }) => securityEventsOf(db, session, { most: mostEvents }),
  },
  operator_log: {
    tables: ['operator_log'],
    read: ({ db, session }) =>
      db
        .selectFrom('operator_log')
        .select(['at', 'kind', 'detail'])
        .where('user_id', '=', session.userId)
        .orderBy('id', 'desc')
        .execute(),
  },
  raised_limits: {
    tables: ['raised_limits'],
    read: ({ db, session }) =>
      db
        .selectFrom('raised_limits')
        .select(['name', 'most'])
        .where('user_id', '=', session.userId)
        .orderBy('name')
        .execute(),
  },
  items: { tables: ['items', 'access'], read: ({ seen }) => seen.items() },
  trash: { tables: ['items', 'access'], read: ({ seen }) => seen.trash() },
  activity: { tables: ['activity'], read: ({ seen }) => seen.activity() },
  notifications: { tables: ['notifications', 'feed'], read: ({ seen }) => seen.notifications() },
  private_rows: { tables: ['private_rows'], read: ({ seen }) => seen.privateRows() },
  mutuals: { tables: ['feed'], read: async ({ seen }) => [...(await seen.mutuals())] },
  blocked: { tables: ['blocks'], read: ({ seen }) => seen.blocked() },
  reports: {
    tables: ['reports'],
    async read({ db, session }) {
      const { rows } = await sql<AccountExport['reports'][number]>`
        select reported_id, reason, text, created_at from reports
        where user_id = ${session.userId} order by id desc`.execute(db);
      return rows;
    },
  },
  people: { tables: ['users'], read: async ({ seen }) => seen.people() },
  imported_numbers: {
    tables: ['contacts'],
    // A number that can be read in two ways has two rows.
    read: (source) => tally(source, sql`contacts`, sql`created_at`, sql`is_first`),
  },
  requests: {
    tables: ['ops'],
    read: (source) => tally(source, sql`ops`, sql`created_at`),
  },
};

/** Every other table of the database, with the reason why an export leaves it out. */
export const leftOutTables: Readonly<Record<string, string>> = {
  code_guesses:
    'What others tried: keyed hashes of a number and of browsers. The next sign-in tells how many.',
  invitations:
    'What the operator wrote before the account existed; deleted 30 days after its end and with the account.',
  kysely_migration: 'The state of the tables.',
  kysely_migration_lock: 'The state of the tables.',
  login_codes: 'Keyed hashes that are worth something for five minutes and deleted after a day.',
  meta: 'Of the whole database.',
  assets: 'Files of the app, the same for all.',
  nodes: 'The versions of the servers.',
  rate_limits: 'Counters under keyed hashes for a day; they tell nobody.',
  suspensions: 'A suspended person has no session in which to export.',
  run_ends: 'Where the feed of a person stood when the database was started: a number for devices.',
  runs: 'Of the whole database.',
  witness: 'Of the whole database.',
};

/** The number of the caller's rows in a table, with their first and last time. */
async function tally(
  { db, session }: ExportSource,
  table: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
  which: RawBuilder<unknown> = sql`true`,
): Promise<AccountExport['requests']> {
  const { rows } = await sql<AccountExport['requests']>`
    select count(*) as count, min(${moment}) as first_at, max(${moment}) as last_at
    from ${table} where user_id = ${session.userId} and ${which}`.execute(db);
  return rows[0] ?? { count: 0, first_at: null, last_at: null };
}
