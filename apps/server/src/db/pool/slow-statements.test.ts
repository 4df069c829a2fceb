import { sql } from 'kysely';
import { pino } from 'pino';
import { metricOf, metricsToken } from '../../http/testing/metrics-of.ts';
import { buildTestApp } from '../../http/testing/test-app.ts';
import { TestClient } from '../../http/testing/test-client.ts';
import { openDatabase, type Database } from './database.ts';
import { startTestDatabase } from '../testing/test-database.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startTestDatabase());

/** Longer than any other statement takes, even on a busy machine. */
const standardSlowMs = 2_000;
const slowSeconds = 2.2;
/** The user for statements that wait for such a statement. */
const patience = { timeout: 30_000 };

/** A node on a database whose slow statements it logs, with its lines. */
async function node(isDirect = true, slowMs = standardSlowMs) {
  const database = openDatabase({ address: started.address, isDirect, slowMs, maxConnections: 25 });
  onTestFinished(() => database.close());
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const app = await buildTestApp({ database, logger, config: { metricsToken } });
  onTestFinished(() => app.close());
  const slow = () => lines.filter(({ msg }) => msg === 'slow statement');
  return { app, database, slow };
}

const sleep = (database: Database, seconds: number, secret = 'Hypatia') =>
  sql`select ${secret}::text as name,
    pg_sleep(${seconds})`.execute(database.kysely);

test.each([true, false])(
  '[METRIC-08] a slow statement is logged without its values, and a fast one is not logged (prepared: %s)',
  async (isDirect) => {
    const { app, database, slow } = await node(isDirect);
    await sleep(database, 0);
    await sleep(database, slowSeconds);
    await sleep(database, 0);
    const text = 'select $1::text as name, pg_sleep($2)';
    expect(slow()).toEqual([expect.objectContaining({ level: 40, statement: text, leftOut: 0 })]);
    expect(slow()[0]?.['ms']).toBeGreaterThanOrEqual(standardSlowMs);
    expect(JSON.stringify(slow())).not.toContain('Hypatia');
    expect(await metricOf(app, 'foray_slow_statements_total')).toBe(1);
  },
);

test('[METRIC-08] a slow statement is logged with the id of the request that waited for it', async () => {
  // Less than the time after which a wait for a lock ends.
  const slowMs = 1_000;
  const { app, slow } = await node(true, slowMs);
  const client = new TestClient(app);
  await client.signIn();
  const item = await client.create();
  const holder = await started.database.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query('begin');
  await holder.query('select from items where id = $1 for update', [item.id]);
  const asked = client.patch(`/api/items/${item.id}`, { title: 'Rope' });
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        `select from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '${1.5 * slowMs} ms'`,
      );
      return rows.length;
    }, patience)
    .toBe(1);
  await holder.query('rollback');
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(slow().map(({ request }) => request)).toEqual([answer.headers['x-request-id']]);
});

test('[METRIC-08] at most 20 slow statements are logged in a minute; all are counted', async () => {
  const { app, database, slow } = await node();
  await Promise.all(Array.from({ length: 25 }, () => sleep(database, slowSeconds)));
  expect(slow()).toHaveLength(20);
  expect(await metricOf(app, 'foray_slow_statements_total')).toBe(25);
});
