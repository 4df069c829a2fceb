import { pino } from 'pino';
import { sql } from 'kysely';
import { Registry, type Metric } from 'prom-client';
import { endTurn, readState, takeTurn } from '../db/upkeep/clean-up-turn.ts';
import { openDatabase } from '../db/pool/database.ts';
import { createCounters } from '../http/metrics/counters.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { cleanUpInTurn } from './clean-up-turns.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** Resets the lease, as if no node had ever had it. */
const forget = () =>
  server.database.kysely.deleteFrom('meta').where('key', '=', 'clean-up').execute();
/** Ends the current lease. */
const nextHour = () =>
  sql`
  update meta set value = jsonb_set(value::jsonb, '{until}', to_jsonb(now() - interval '1 second'))::text
  where key = 'clean-up'`.execute(server.database.kysely);

/** A node with these jobs, its log, and its counters. */
function node(jobs: Parameters<typeof cleanUpInTurn>[0]['jobs'], db = server.database.kysely) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const counters = createCounters();
  const registry = new Registry();
  for (const metric of counters.metrics as readonly Metric[]) registry.registerMetric(metric);
  return {
    lines,
    keep: () => cleanUpInTurn({ db, jobs, counters, log }),
    async counted(name = 'foray_clean_up_total') {
      const text = await registry.getSingleMetricAsString(name);
      return text.split('\n').filter((line) => !line.startsWith('#'));
    },
  };
}

test('[OPS-08] only one node runs the clean-up in an hour, also behind a pooler', async () => {
  await forget();
  const job = vi.fn(async () => undefined);
  // As behind a pooler: every transaction sets its limits, and none needs a session.
  const pooled = openDatabase({ address: server.address });
  const nodes = [node({ job }), node({ job }), node({ job }, pooled.kysely)];
  await Promise.all(nodes.map(({ keep }) => keep()));
  expect(job).toHaveBeenCalledTimes(1);
  for (const { keep } of nodes) await keep();
  expect(job).toHaveBeenCalledTimes(1);
  await nextHour();
  await Promise.all(nodes.map(({ keep }) => keep()));
  expect(job).toHaveBeenCalledTimes(2);
  await pooled.close();
});

test('[OPS-08] a node that dies while it holds the lease delays the others for an hour at most', async () => {
  await forget();
  const { kysely } = server.database;
  expect(await takeTurn(kysely)).toBe(true);
  expect(await takeTurn(kysely)).toBe(false);
  const { rows } = await sql<{ readonly isOver: boolean }>`
    select (value::jsonb ->> 'until')::timestamptz <= now() + interval '1 hour' as "isOver"
    from meta where key = 'clean-up'`.execute(kysely);
  expect(rows).toEqual([{ isOver: true }]);
  await nextHour();
  expect(await takeTurn(kysely)).toBe(true);
  await endTurn(kysely, []);
  expect(await takeTurn(kysely)).toBe(false);
});

test('[OPS-09] a failed job is reported in the log, the metrics and the probe, does not stop the others, and is repeated by the next node that checks', async () => {
  await forget();
  const { kysely } = server.database;
  class RoomMissing extends Error {
    override readonly name = 'RoomMissing';
  }
  const broken = vi.fn(() => Promise.reject(new RoomMissing('no room')));
  const other = vi.fn(async () => undefined);
  const one = node({ broken, other });
  await one.keep();
  expect(other).toHaveBeenCalledTimes(1);
  expect(one.lines).toEqual([
    expect.objectContaining({ msg: 'clean-up failed', job: 'broken', bug: 'RoomMissing' }),
  ]);
  expect(await one.counted()).toEqual([
    'foray_clean_up_total{task="broken",outcome="failed"} 1',
    'foray_clean_up_total{task="other",outcome="done"} 1',
  ]);
  const probe = async () => (await server.client().get('/readyz')).body;
  expect(await probe()).toEqual({
    ok: true,
    clean_up: { succeeded_at: null, failing: ['broken'] },
  });
  const fromMs = Date.now();
  const repaired = node({ broken: other, other });
  await repaired.keep();
  expect(repaired.lines).toEqual([]);
  const state = await readState(kysely);
  expect(Date.parse(state?.succeeded_at ?? '')).toBeGreaterThanOrEqual(fromMs);
  expect(await probe()).toEqual({ ok: true, clean_up: { ...state, failing: [] } });
});

test('[METRIC-07] the time of a job is measured, and every node that checks reports when all jobs last succeeded', async () => {
  await forget();
  const job = async () => undefined;
  const [one, other] = [node({ job }), node({ job })];
  await one.keep();
  await other.keep();
  const succeeded = (await readState(server.database.kysely))?.succeeded_at ?? '';
  for (const { counted } of [one, other]) {
    expect(await counted('foray_last_clean_up_seconds')).toEqual([
      `foray_last_clean_up_seconds ${Date.parse(succeeded) / 1_000}`,
    ]);
  }
  const count = 'foray_clean_up_seconds_count{task="job"} 1';
  expect(await one.counted('foray_clean_up_seconds')).toContain(count);
  expect(await other.counted('foray_clean_up_seconds')).not.toContain(count);
});

test('[OPS-09] a node that cannot ask for the lease reports that too', async () => {
  const away = openDatabase({ address: { ...server.address, port: 1 } });
  const { keep, lines, counted } = node({}, away.kysely);
  await keep();
  expect(lines).toMatchObject([{ job: 'turn', bug: 'StoreUnavailable', msg: 'clean-up failed' }]);
  expect(await counted()).toEqual(['foray_clean_up_total{task="turn",outcome="failed"} 1']);
  await away.close();
});

test('[OPS-09] the server runs its own jobs, and serves their counters', async () => {
  await forget();
  const metricsToken = 'a token of enough characters';
  const app = await server.build({ metricsToken }, { firstCleanUpMs: 0 });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const counted = async () => (await app.inject({ url: '/metrics', headers })).body;
  for (const job of ['expired', 'items']) {
    await expect.poll(counted).toContain(`foray_clean_up_total{task="${job}",outcome="done"} 1`);
  }
  await expect
    .poll(async () => (await readState(server.database.kysely))?.succeeded_at)
    .toEqual(expect.any(String));
});
