import type { WireItem } from '@foray/contract';
import { openDatabase, type Database } from '../pool/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from '../migrations/index.ts';
import { openPostgresStore } from '../store/postgres-store.ts';
import { migrateTo } from '../testing/older-release.ts';
import { authorityOver } from '../testing/store-under-test.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';

/** The last migration of 0.2.0. */
const lastOfRelease = '0009-expand-priority';

/** The columns that came after it. */
const laterColumns = [
  'due_time',
  'labels',
  'position',
  'changed_by',
  'repeat',
  'repeat_from',
  'repeat_start',
  'occurrence',
  'occurrence_of',
  'resets',
  'is_log_erased',
  'forgotten_deletion',
  'search_folded',
  'occurrence_day',
  'repeat_done',
];

let database: Database;

beforeAll(async () => {
  database = openDatabase({ address: await createEmptyDatabase() });
  await migrate(database);
});
afterAll(() => database?.close());

async function columnsOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'items'`,
  );
  return rows.map(({ name }) => name).toSorted();
}

async function tablesOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A person's requests, and their items as devices receive them. */
async function signIn() {
  const store = await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) });
  const authority = authorityOver(store);
  const who = { phone: '+4915100000000', name: 'Ann', placeholder: false, verified: false };
  const { id: userId } = await authority.signIn(who);
  return {
    async send(method: string, url: string, data?: unknown): Promise<WireItem> {
      const opId = crypto.randomUUID();
      const { status, body } = await authority.request({ userId }, { method, url, data, opId });
      expect(status).toBeLessThan(300);
      return body as WireItem;
    },
    async todos() {
      const page = await authority.delta({ userId }, { type: 'todo', since: 0, limit: 100 });
      if (!page.ok) throw new Error('another history');
      return page.value.data;
    },
  };
}

test('[TIME-01] [TIME-03] [LABEL-01] [REPEAT-06] [REPEAT-07] [CONF-09] items of 0.2.0 get no time, rule, labels or author, and a node of 0.2.0 beside this release keeps these fields', async () => {
  const fields = { type: 'todo', title: 'Old', due_date: '2026-01-31', priority: 'high' };
  const { uuid } = await (await signIn()).send('POST', '/api/items', fields);
  // The tables as 0.2.0 left them.
  for (const column of laterColumns) {
    await database.pool.query(`alter table items drop column ${column} cascade`);
  }
  await database.pool.query('alter table login_codes drop column device_hash, drop column purpose');
  await database.pool.query(
    'drop index activity_outside, ops_item, notifications_updated, sessions_begun, push_session',
  );
  await database.pool.query('alter table users drop column is_number_taken_over');
  await database.pool.query('alter table heads drop column items, drop column bytes');
  await database.pool.query('alter table contacts drop column key');
  const released = openDatabase({ address: await createEmptyDatabase() });
  await migrateTo(released, lastOfRelease);
  const known = await tablesOf(released);
  for (const table of await tablesOf(database)) {
    if (!known.includes(table)) await database.pool.query(`drop table ${table}`);
  }
  await database.pool.query('delete from kysely_migration where name > $1', [lastOfRelease]);
  await database.pool.query('delete from meta where key ~ $1', ['^[0-9]']);
  expect(await columnsOf(database)).toEqual(await columnsOf(released));
  await released.close();

  const names = Object.keys(migrations);
  const later = names.slice(names.indexOf(lastOfRelease) + 1);
  expect(await migrate(database)).toEqual(later);
  const ann = await signIn();
  const [old] = await ann.todos();
  const none = { repeat: null, repeat_from: null, repeat_start: null, occurrence_day: null };
  const place = { occurrence: 1, occurrence_of: null, repeat_done: null };
  const first = { labels: [], ...place, version: 1 };
  expect(old).toMatchObject({ ...fields, uuid, due_time: null, ...none, ...first });
  expect(old?.updated_by).toBeNull();

  const url = `/api/items/${uuid}`;
  const ours = await ann.send('PATCH', url, { due_time: '17:00', repeat: 'FREQ=DAILY' });
  expect(ours.updated_by).toBe(ours.user_id);
  const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-01-31' };
  await ann.send('POST', `${url}/labels`, { add: ['home'] });
  // A node of 0.2.0 writes the columns that it knows.
  const theirs = `update items set title = 'Theirs', version = version + 1 where uuid = $1`;
  await database.pool.query(theirs, [uuid]);
  expect(await ann.todos()).toMatchObject([
    { title: 'Theirs', due_time: '17:00', labels: ['home'], ...daily, updated_by: null },
  ]);
  // It moves the item on without counting: the days that have passed count, and no moved date is left.
  await ann.send('PATCH', url, { due_date: '2026-01-30' });
  const shown = async () => (await ann.todos()).find((row) => row.uuid === uuid);
  expect(await shown()).toMatchObject({ occurrence_day: '2026-01-31', repeat_done: null });
  await ann.send('POST', `${url}/occurrences`, { n: 1 });
  await ann.send('PATCH', url, { due_date: '2027-01-31' });
  expect(await shown()).toMatchObject({ repeat_done: 1, occurrence: 2 });
  const goesOn = `update items set occurrence = 3, due_date = '2027-02-01' where uuid = $1`;
  await database.pool.query(goesOn, [uuid]);
  expect(await shown()).toMatchObject({ occurrence: 3, repeat_done: null, occurrence_day: null });
  await database.pool.query(`update items set due_date = null where uuid = $1`, [uuid]);
  expect(await shown()).toMatchObject({
    due_date: null,
    due_time: null,
    labels: ['home'],
    ...none,
  });
  // The rule does not return with another date.
  const changed = await ann.send('PATCH', url, { due_date: '2026-02-28' });
  expect(changed).toMatchObject({ due_date: '2026-02-28', due_time: null, ...none });
});
