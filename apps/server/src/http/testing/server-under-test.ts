import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppOptions } from '../../app/app.ts';
import type { Database } from '../../db/pool/database.ts';
import type { PostgresConnection } from '@foray/embedded-postgres';
import { startTestDatabase } from '../../db/testing/test-database.ts';
import { buildTestApp } from './test-app.ts';
import { TestClient } from './test-client.ts';

/** A real database, and applications over it. */
export interface ServerUnderTest {
  readonly database: Database;
  readonly address: PostgresConnection;
  /** The time of every application here; a test may set it. */
  readonly clock: { nowMs: number };
  /** One more application over the same database: a node with another configuration. */
  build(
    config?: Partial<AppOptions['config']>,
    more?: Partial<AppOptions>,
  ): Promise<FastifyInstance>;
  /** A browser of its own, not signed in, at an application with the default configuration. */
  client(app?: FastifyInstance): TestClient;
  /** A client of a signed-in person, by default of a new one. */
  signedIn(name?: string, phone?: string): Promise<TestClient>;
  /** Every row of every table that a request may change, as text: equal means that nothing changed. */
  rows(): Promise<string>;
  /** Closes the applications and the database. */
  stop(): Promise<void>;
}

const tables = [
  'users',
  'former_numbers',
  'items',
  'access',
  'heads',
  'ops',
  'feed',
  'activity',
  'notifications',
  'login_codes',
];

/** Starts everything; call `stop` in `afterAll`. */
export async function startServerUnderTest(on?: 'shared' | 'own'): Promise<ServerUnderTest> {
  const { address, database, stop } = await startTestDatabase(on);
  const clock = { nowMs: Date.parse('2026-03-01T12:00:00.000Z') };
  const apps: FastifyInstance[] = [];

  async function build(
    config: Partial<AppOptions['config']> = {},
    more: Partial<AppOptions> = {},
  ): Promise<FastifyInstance> {
    const app = await buildTestApp({ config, database, nowMs: () => clock.nowMs, ...more });
    apps.push(app);
    return app;
  }

  const standard = await build();
  return {
    database,
    address,
    clock,
    build,
    client: (app = standard) => new TestClient(app),
    async signedIn(name, phone) {
      const client = new TestClient(standard);
      await client.signIn(name, phone);
      return client;
    },
    async rows() {
      const dumps: unknown[] = [];
      for (const table of tables) {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(table)} t order by 1`.execute(database.kysely);
        dumps.push([table, rows.map(({ row }) => row)]);
      }
      return JSON.stringify(dumps);
    },
    async stop() {
      for (const app of apps) await app.close();
      await stop();
    },
  };
}
