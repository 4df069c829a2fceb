import { sql } from 'kysely';
import { type Database, openDatabase } from './database.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let direct: TestDatabase;
/** A database as behind a pooler: it cannot rely on earlier settings of its session. */
let pooled: Database;
beforeAll(async () => {
  direct = await startTestDatabase();
  pooled = openDatabase({ address: direct.address, maxConnections: 1 });
});
afterAll(async () => {
  await pooled.close();
  await direct.stop();
});

const limits = sql<{ statement: string; lock: string; waiting: string }>`
  select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as waiting`;

test('[OPS-01] [OPS-11] single statements and those of transactions have their limits of time, without a setting of the session', async () => {
  const limited = { statement: '30s', lock: '2500ms', waiting: '5s' };
  expect((await limits.execute(pooled.kysely)).rows).toEqual([limited]);
  await pooled.kysely.transaction().execute(async (tx) => {
    expect((await limits.execute(tx)).rows).toEqual([limited]);
    expect((await limits.execute(tx)).rows).toEqual([limited]);
  });
  // Outside of a transaction, so that the setting of the session itself is read.
  const { rows } = await pooled.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '0' }]);
  expect((await limits.execute(direct.database.kysely)).rows).toEqual([limited]);
});

test('a single statement that fails reports why, and leaves its connection usable', async () => {
  await expect(sql`select 1 / 0`.execute(pooled.kysely)).rejects.toThrow('division by zero');
  const failing = pooled.kysely.transaction().execute((tx) => sql`select 1 / 0`.execute(tx));
  await expect(failing).rejects.toThrow('division by zero');
  expect((await sql`select 1 as one`.execute(pooled.kysely)).rows).toEqual([{ one: 1 }]);
});

test('a single statement is committed, and those of a failed transaction are not', async () => {
  const { kysely } = pooled;
  const keys = async () =>
    (await kysely.selectFrom('meta').select('key').execute()).map((row) => row.key);
  await kysely.insertInto('meta').values({ key: 'alone', value: '' }).execute();
  const given = kysely.transaction().execute(async (tx) => {
    await tx.insertInto('meta').values({ key: 'given up', value: '' }).execute();
    throw new Error('given up');
  });
  await expect(given).rejects.toThrow('given up');
  const read = await direct.database.kysely.selectFrom('meta').select('key').execute();
  expect(read.map((row) => row.key)).toContain('alone');
  expect(await keys()).not.toContain('given up');
});
