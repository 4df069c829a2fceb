import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { until } from '@foray/embedded-postgres/testing';
import { openDatabase, type Database } from '../../db/pool/database.ts';
import { ReplicatedPostgres } from '../../db/testing/replicated-postgres.ts';
import { migrate } from '../../db/upkeep/migrate.ts';
import { buildTestApp, type TestAppOptions } from '../../http/testing/test-app.ts';
import { metricOf, metricsToken } from '../../http/testing/metrics-of.ts';

/** How old the proof that a standby is in step may be here. */
export const leaseMs = 1_500;

/** Nodes on a primary with two standbys. */
export class StandbyScene {
  readonly group: ReplicatedPostgres;
  readonly #opened: Database[] = [];
  readonly #apps: FastifyInstance[] = [];

  private constructor(group: ReplicatedPostgres) {
    this.group = group;
  }

  /** Starts everything but nodes; call `stop` in `afterAll`. */
  static async start(): Promise<StandbyScene> {
    const scene = new StandbyScene(await ReplicatedPostgres.start());
    await migrate(scene.open());
    await scene.group.addStandbys(2);
    return scene;
  }

  /** Opens a pool, by default of the primary. */
  open(address = this.group.connection): Database {
    const database = openDatabase({ address, isDirect: true, connectionMs: 20_000 });
    this.#opened.push(database);
    return database;
  }

  /** Starts a node that reads the standbys. */
  async startNode(more: Partial<TestAppOptions> = {}): Promise<FastifyInstance> {
    const app = await buildTestApp({
      database: this.open(),
      standbys: this.group.standbys.map(({ connection }) => this.open(connection)),
      standbyLeaseMs: leaseMs,
      directAddress: this.group.connection,
      config: { metricsToken },
      ...more,
    });
    this.#apps.push(app);
    return app;
  }

  /** Resolves when both standbys have replayed everything that has been written. */
  async inStep(): Promise<void> {
    for (const standby of this.group.standbys) await standby.hasReplayed(this.group.primary);
  }

  /** Stops the replay of all standbys, or lets it go on. */
  async pause(isPaused = true): Promise<void> {
    const word = isPaused ? 'pause' : 'resume';
    for (const standby of this.group.standbys)
      await standby.query(`select pg_wal_replay_${word}()`);
  }

  async stop(): Promise<void> {
    for (const app of this.#apps) await app.close();
    for (const database of this.#opened) await database.close();
    await this.group.stop();
  }
}

/** The states of the standbys, as the node's /readyz says. */
export async function statesAt(app: FastifyInstance): Promise<readonly string[]> {
  const { statusCode, body } = await app.inject('/readyz');
  if (statusCode !== 200) return [`answered ${statusCode}`];
  const { replicas } = JSON.parse(body) as { readonly replicas: readonly { state: string }[] };
  return replicas.map(({ state }) => state);
}

/** Resolves when the node says that its standbys are in these states. */
export async function areAt(app: FastifyInstance, ...states: readonly string[]): Promise<void> {
  await until(`the states ${states.join()}`, async () => {
    const found = await statesAt(app);
    return states.join() === found.join();
  });
}

/** How many reads of standbys of a node had this outcome. */
export function countReads(app: FastifyInstance, outcome: string): Promise<number> {
  return metricOf(app, 'foray_standby_reads_total', { outcome });
}

/** The texts that `work` sends to a host, without those that a node sends by itself. */
export async function sentTo(host: string, work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const texts: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, config: unknown, ...rest: unknown[]) {
    const text = typeof config === 'string' ? config : (config as pg.QueryConfig).text;
    const isOwn = /pg_current_wal_insert_lsn|pg_notify|^listen /.test(text);
    if (this.host === host && !isOwn) texts.push(text);
    return Reflect.apply(query, this, [config, ...rest]) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return texts;
}
