import pg from 'pg';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

test('each test gets an empty PostgreSQL 18', async () => {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query(
    "select current_database() as name, current_setting('server_version_num')::int / 10000 as major",
  );
  await client.end();
  expect(rows).toEqual([{ name: 'foray', major: 18 }]);
});
