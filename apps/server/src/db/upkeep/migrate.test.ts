import { samplePeople } from '@foray/authority/testing';
import { sql } from 'kysely';
import type pg from 'pg';
import { openDatabase } from '../pool/database.ts';
import type { Database } from '../pool/database.ts';
import { DatabaseTooNewError, migrate } from './migrate.ts';
import { migrations } from '../migrations/index.ts';
import { foundationKeys, keyedTables, uniqueKeys } from '../tables/witness.ts';
import { loadAsOlderReleaseInPieces, takeDump } from '../testing/dump.ts';
import type { Dump } from '../testing/dump.ts';
import { migrateTo } from '../testing/older-release.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';

const opened: Database[] = [];

afterAll(async () => {
  for (const database of opened) await database.close();
});

async function openEmpty(): Promise<[Database, Database]> {
  const address = await createEmptyDatabase();
  const pair: [Database, Database] = [openDatabase({ address }), openDatabase({ address })];
  opened.push(...pair);
  return pair;
}

test('nodes that start together on a new database migrate it once', async () => {
  const nodes = await openEmpty();
  expect(await nodes[0].isReady()).toBe(false);
  const done = await Promise.all(nodes.map(migrate));
  expect(done.toSorted((a, b) => b.length - a.length)).toEqual([Object.keys(migrations), []]);
  expect(await nodes[1].isReady()).toBe(true);
  expect(await migrate(nodes[0])).toEqual([]);
});

test('a new database has the sample people, ids that cannot collide, and an epoch', async () => {
  const [{ kysely }, other] = await openEmpty();
  await migrate(other);
  const users = await kysely.selectFrom('users').selectAll().orderBy('id').execute();
  expect(
    users.map(({ phone_hash: _, epoch: __, is_number_taken_over: ___, ...user }) => user),
  ).toEqual(samplePeople);
  const { rows } = await sql<{ person: number; item: number }>`
    select nextval(pg_get_serial_sequence('users', 'id')) as person,
      nextval(pg_get_serial_sequence('items', 'id')) as item`.execute(kysely);
  expect(rows).toEqual([{ person: 1000, item: 10_000_000 }]);
  const meta = await kysely
    .selectFrom('meta')
    .selectAll()
    .where('key', 'not in', Object.keys(migrations))
    .execute();
  expect(meta).toEqual([{ key: 'epoch', value: expect.stringMatching(/^[\w-]{36}$/) }]);
});

test('a database newer than the code is refused with a sentence, and left unchanged', async () => {
  const [database] = await openEmpty();
  await migrate(database);
  const future = '0999-contract-future';
  await sql`insert into kysely_migration (name, timestamp) values (${future}, '')`.execute(
    database.kysely,
  );
  await expect(migrate(database)).rejects.toThrow(DatabaseTooNewError);
  await expect(migrate(database)).rejects.toThrow(
    /^The database was made by a newer version of Foray \(it has 0999-contract-future\);.*\.$/,
  );
});

test('a database into which a backup is being loaded is not migrated', async () => {
  const [database, node] = await openEmpty();
  await migrate(database);
  const lastName = Object.keys(migrations).at(-1) ?? '';
  // The record of migrations exists before most tables have their rows.
  await database.pool.query('delete from kysely_migration where name = $1', [lastName]);
  for (const [does, undoes] of [
    ['create table aside as table witness; truncate witness', 'insert into witness table aside'],
    [
      'alter table witness drop constraint witness_run_fkey',
      'alter table witness add constraint witness_run_fkey foreign key (run) references runs (number)',
    ],
  ] as const) {
    await database.pool.query(does);
    await expect(migrate(node)).rejects.toThrow('a backup is being loaded');
    expect(await node.isReady()).toBe(false);
    await database.pool.query(undoes);
  }
  await database.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    lastName,
    '',
  ]);
  expect(await migrate(node)).toEqual([]);
  expect(await node.isReady()).toBe(true);
});

/** How many migrations the release before database runs knew. */
const knownBefore = 3;

async function withClient<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function dumpOfNew(): Promise<Dump> {
  const [database] = await openEmpty();
  await migrate(database);
  return withClient(database, takeDump);
}

test('[RESTORE-04] a dump of the last release is migrated when it is complete, and at no point before', async () => {
  const dump = await dumpOfNew();
  const [database, node] = await openEmpty();
  let pieces = 0;
  await withClient(database, (client) =>
    loadAsOlderReleaseInPieces(client, dump, knownBefore, async () => {
      pieces += 1;
      await expect(migrate(node)).rejects.toThrow('a backup is being loaded');
      expect(await node.isReady()).toBe(false);
    }),
  );
  // Tables, their rows, and keys.
  expect(pieces).toBeGreaterThan(50);
  expect(await migrate(node)).toEqual(Object.keys(migrations).slice(knownBefore));
  expect(await node.isReady()).toBe(true);
});

test('[RESTORE-04] a database that has lost its tables of runs is not mistaken for one of the last release', async () => {
  const [database, node] = await openEmpty();
  await migrate(database);
  await database.pool.query('drop table witness');
  await expect(migrate(node)).rejects.toThrow('a backup is being loaded');
});

test('[UPG-14] in a database in use each migration is a transaction of its own; a failed one keeps those before it', async () => {
  const [database, node] = await openEmpty();
  await migrateTo(database, '0009-expand-priority');
  await database.pool.query('create table push_session ()');
  await expect(migrate(node)).rejects.toThrow('push_session');
  await database.pool.query('drop table push_session');
  const names = Object.keys(migrations);
  expect(await migrate(node)).toEqual(names.slice(names.indexOf('0030-expand-clean-up')));
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(distinct xmin::text) as count from kysely_migration where name > '0009-expand-priority'`,
  );
  expect(rows).toEqual([{ count: names.length - names.indexOf('0010-expand-due-time') }]);
});

test('an interrupted first migration that has left only its own records is started again', async () => {
  const [database, node] = await openEmpty();
  await database.pool.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`);
  expect(await migrate(node)).toEqual(Object.keys(migrations));
});

test('the keys of the first migrations are those that a dump of the last release ends with', async () => {
  const [database] = await openEmpty();
  for (const text of Object.values(migrations).slice(0, knownBefore)) {
    await database.pool.query(text);
  }
  const { rows } = await database.pool.query<{ name: string }>(`
    select conname as name from pg_constraint
    where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace
    order by conname collate "C"`);
  expect(rows.map(({ name }) => name)).toEqual(foundationKeys);
});

test('a dump loads the rows and the foreign key of witness last, and the primary key of every other table', async () => {
  const [database] = await openEmpty();
  await migrate(database);
  const { rows: tables } = await database.pool.query<{ name: string; isKeyed: boolean }>(`
    select relname as name, exists (
      select from pg_constraint where conrelid = t.oid and contype = 'p') as "isKeyed"
    from pg_class t where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname collate "C"`);
  expect(tables.at(-1)).toEqual({ name: 'witness', isKeyed: false });
  const keyed = tables.filter(({ name }) => !name.startsWith('kysely') && name !== 'witness');
  expect(keyed).toEqual(keyedTables.map((name) => ({ name, isKeyed: true })));
  const { rows: keys } = await database.pool.query<{ name: string }>(`
    select conname as name from pg_constraint where contype = 'f' order by conname collate "C"`);
  expect(keys.at(-1)?.name).toBe('witness_run_fkey');
  const { rows: unique } = await database.pool.query<{ name: string }>(`
    select conname as name from pg_constraint
    where contype = 'u' and connamespace = 'public'::regnamespace order by conname collate "C"`);
  expect(unique).toEqual(uniqueKeys.map((name) => ({ name })));
});

test('every migration says whether it adds or removes, and from 0034 on which migrations a node has to know', () => {
  const names = Object.keys(migrations);
  for (const [index, name] of names.entries()) {
    expect(name).toMatch(/^\d{4}-(expand|contract)-[a-z-]+$/);
    if (name < '0034') continue;
    const says = `insert into meta \\(key, value\\) values \\('${name}', '([\\w-]+)'\\);`;
    const needed = new RegExp(says).exec(migrations[name] ?? '')?.[1] ?? '';
    expect(names.slice(0, index)).toContain(needed);
  }
});

test('bigint values are read as numbers, days as texts, and moments as UTC with milliseconds', async () => {
  const [{ kysely }] = await openEmpty();
  const rows = await kysely.connection().execute(async (session) => {
    await sql`set time zone 'Asia/Kolkata'`.execute(session);
    const answer = await sql`
      select 9007199254740991::bigint as big, date '2026-02-28' as day,
        timestamptz '2026-01-31 10:15:30.1+02' as moment, array[1, 2]::bigint[] as list,
        '{}'::bigint[] as empty`.execute(session);
    return answer.rows;
  });
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      day: '2026-02-28',
      moment: '2026-01-31T08:15:30.100Z',
      list: [1, 2],
      empty: [],
    },
  ]);
  const tooBig = sql`select 9007199254740993::bigint as big`.execute(kysely);
  await expect(tooBig).rejects.toThrow(RangeError);
});

test('[WIRE-08] an upgrade records the former name of the cookie if anybody is signed in', async () => {
  const noted = async ({ pool }: Database) =>
    (await pool.query(`select value from meta where key = 'cookies_renamed_at'`)).rows;
  const [[created], [upgraded]] = [await openEmpty(), await openEmpty()];
  await migrate(created);
  expect(await noted(created)).toEqual([]);
  await migrateTo(upgraded, '0009-expand-priority');
  await upgraded.pool.query(`
    insert into sessions (token_hash, user_id, mode, created_at, last_seen_at, expires_at)
    values ('\\x00', 1, 'open', now(), now(), now());`);
  const { rows } = await upgraded.pool.query('select clock_timestamp() as now');
  await migrate(upgraded);
  const [{ value }] = await noted(upgraded);
  expect(new Date(value).toISOString()).toBe(value);
  expect(Date.parse(value)).toBeGreaterThanOrEqual(Date.parse(rows[0].now));
});

test('[NUMBER-10] the stored numbers of ended accounts are deleted, and the people who hold them are notified as before', async () => {
  const [database] = await openEmpty();
  await migrateTo(database, '0036-expand-cookie-name');
  await database.pool.query(`
    insert into users (id, phone, phone_hash, name, created_at, updated_at) values
      (1000, null, null, 'Left', now(), now()), (1001, '+4915100000001', '\\x01', 'Heir', now(), now()),
      (1002, '+4915100000002', '\\x02', 'Other', now(), now());
    insert into former_numbers (user_id, phone, phone_hash) values
      (1000, null, '\\x01'), (1000, null, '\\x03'), (1002, '+4915100000004', '\\x04');`);
  await migrate(database);
  const rowsOf = async (text: string) => (await database.pool.query(text)).rows;
  expect(await rowsOf('select user_id, phone from former_numbers')).toEqual([
    { user_id: 1002, phone: '+4915100000004' },
  ]);
  expect(await rowsOf('select id from users where is_number_taken_over')).toEqual([{ id: 1001 }]);
});
