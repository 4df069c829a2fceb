import { samplePeople } from '@foray/authority';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startTestPostgres } from './embedded/testing.ts';
import type { TestPostgres } from './embedded/testing.ts';
import { DatabaseTooNewError, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let postgres: TestPostgres;
const opened: Database[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await postgres?.stop();
});

async function openEmpty(): Promise<[Database, Database]> {
  const address = await postgres.createDatabase();
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

test('a new database has the sample people, ids that cannot meet, and an epoch', async () => {
  const [{ kysely }, other] = await openEmpty();
  await migrate(other);
  const users = await kysely.selectFrom('users').selectAll().orderBy('id').execute();
  expect(users.map(({ phone_hash: _, ...user }) => user)).toEqual(samplePeople);
  const { rows } = await sql<{ person: number; item: number }>`
    select nextval(pg_get_serial_sequence('users', 'id')) as person,
      nextval(pg_get_serial_sequence('items', 'id')) as item`.execute(kysely);
  expect(rows).toEqual([{ person: 1000, item: 10_000_000 }]);
  const meta = await kysely.selectFrom('meta').selectAll().execute();
  expect(meta).toEqual([{ key: 'epoch', value: expect.stringMatching(/^[\w-]{36}$/) }]);
});

test('a database newer than the code is refused with a sentence, and left alone', async () => {
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

test('every migration says whether it adds or removes', () => {
  for (const name of Object.keys(migrations)) {
    expect(name).toMatch(/^\d{4}-(expand|contract)-[a-z-]+$/);
  }
});

test('values come as numbers, days as texts, moments as UTC with milliseconds', async () => {
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
