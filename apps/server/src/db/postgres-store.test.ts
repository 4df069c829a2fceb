import { runCommandSuite } from '@foray/authority/testing';
import type { Tables as AllRows } from '@foray/authority/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { startTestPostgres } from './embedded/testing.ts';
import type { TestPostgres } from './embedded/testing.ts';
import { migrate } from './migrate.ts';
import { openPostgresStore } from './postgres-store.ts';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ address: postgres.connection });
  await migrate(database);
});

afterAll(async () => {
  await database?.close();
  await postgres?.stop();
});

runCommandSuite({
  name: 'PostgreSQL',
  lists: Number(process.env['COMMAND_LISTS'] ?? 12),
  makeStore: async () => {
    await empty();
    const store = await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) });
    return { store, tables: readTables };
  },
});

/** Leaves the sample people alone, with ids that begin at the beginning. */
async function empty(): Promise<void> {
  await sql`
    truncate items, access, heads, ops, activity, notifications, feed, contacts, sessions, push
    restart identity`.execute(database.kysely);
  await sql`delete from users where id >= 1000`.execute(database.kysely);
  await sql`alter table users alter column id restart with 1000`.execute(database.kysely);
}

async function readTables(): Promise<AllRows> {
  const { kysely } = database;
  const users = await kysely.selectFrom('users').selectAll().orderBy('id').execute();
  const access = await kysely
    .selectFrom('access')
    .selectAll()
    .orderBy('user_id')
    .orderBy('item_id')
    .execute();
  const ops = await kysely
    .selectFrom('ops')
    .selectAll()
    .orderBy('user_id')
    .orderBy(sql`regexp_replace(op_id, '\\D', '', 'g')::int`)
    .execute();
  return {
    items: await kysely.selectFrom('items').selectAll().orderBy('id').execute(),
    access: access.map(({ item_type: _, ...row }) => row),
    heads: await kysely.selectFrom('heads').selectAll().orderBy('user_id').execute(),
    ops: ops.map(({ created_at: _, ...row }) => row),
    activity: await kysely.selectFrom('activity').selectAll().orderBy('id').execute(),
    notifications: await kysely.selectFrom('notifications').selectAll().orderBy('id').execute(),
    feed: await kysely
      .selectFrom('feed')
      .selectAll()
      .orderBy('user_id')
      .orderBy('kind')
      .orderBy('ref_id')
      .execute(),
    users: users.map(({ phone_hash: _, ...row }) => row),
  };
}
