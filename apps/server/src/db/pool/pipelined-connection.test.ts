import { sql } from 'kysely';
import pg from 'pg';
import { hold } from './pipelined-connection.ts';
import type { Database } from './database.ts';
import { startTestDatabase } from '../testing/test-database.ts';

let database: Database;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ database, stop } = await startTestDatabase());
  await sql`create table held_numbers (n integer primary key)`.execute(database.kysely);
});
afterAll(() => stop?.());
beforeEach(() => sql`truncate held_numbers`.execute(database.kysely));

const insert = (n: number) => sql`insert into held_numbers values (${n})`;

const numbers = async (): Promise<number[]> => {
  const all = sql<{ n: number }>`select n from held_numbers order by n`;
  return (await all.execute(database.kysely)).rows.map(({ n }) => n);
};
const begun = () => database.kysely.transaction();

test('a deferred statement runs before the next one, and is committed with it', async () => {
  await begun().execute(async (tx) => {
    await insert(1).execute(tx);
    await hold(insert(2), tx);
    const { rows } = await sql`select n from held_numbers`.execute(tx);
    expect(rows).toHaveLength(2);
    await hold(insert(3), tx);
  });
  expect(await numbers()).toEqual([1, 2, 3]);
});

test('a deferred statement that writes at the beginning of a transaction is part of it', async () => {
  const failed = begun().execute(async (tx) => {
    await hold(insert(1), tx);
    await insert(2).execute(tx);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await numbers()).toEqual([]);
});

test('the next statement fails with the error of the deferred one, and nothing is committed', async () => {
  const failed = begun().execute(async (tx) => {
    await insert(1).execute(tx);
    await hold(insert(1), tx);
    await insert(2).execute(tx);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await numbers()).toEqual([]);
});

test('a commit fails with the error of a statement deferred before it', async () => {
  const failed = begun().execute(async (tx) => {
    await insert(1).execute(tx);
    await hold(insert(1), tx);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await numbers()).toEqual([]);
});

test('a deferred statement does not run if the transaction is rolled back', async () => {
  const failed = begun().execute(async (tx) => {
    await insert(1).execute(tx);
    await hold(insert(1), tx);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  await insert(1).execute(database.kysely);
  expect(await numbers()).toEqual([1]);
});

test('an empty transaction sends nothing', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await begun().execute(async () => 'nothing');
  await begun()
    .execute(() => Promise.reject(new Error('undone')))
    .catch(() => 'undone');
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('the error of a statement has the stack frames of its caller', async () => {
  const divideByZero = async () => void (await sql`select 1 / 0`.execute(database.kysely));
  const error = await divideByZero().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('divideByZero') });
});
