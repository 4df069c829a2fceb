import type { Authority } from '@foray/authority';
import type { Tables } from '@foray/authority/testing';
import { cleanUpDatabase } from '../db/upkeep/clean-up.ts';
import { openPostgresStore, readEpoch } from '../db/store/postgres-store.ts';
import { authorityOver } from '../db/testing/store-under-test.ts';
import { readTables } from '../db/testing/committed-tables.ts';
import { startTestDatabase } from '../db/testing/test-database.ts';
import { buildTestApp } from '../http/testing/test-app.ts';

/** The real application on a real PostgreSQL, listening on a port of this machine. */
export interface ListeningServer {
  readonly url: string;
  /** Names the history of the database; `empty` keeps it. */
  readonly epoch: string;
  /** The server's clock, milliseconds since 1970; a test sets it. */
  nowMs: () => number;
  /** Deletes everybody and everything. */
  empty(): Promise<void>;
  /** Runs the hourly clean-up, at the time of the server's clock. */
  cleanUp(): ReturnType<Authority['cleanUp']>;
  /** Every committed row; keys and log entries in the order of writing. */
  tables(): Promise<Tables>;
  /** Changes the database behind the server's back, like a defect of it, by statements without parameters. */
  damage(statements: string): Promise<void>;
  /** Stops listening, and the database. */
  stop(): Promise<void>;
}

/** Tables that a story fills; the four sample people stay. */
const filled =
  'items, access, heads, feed, private_rows, ops, activity, notifications, contacts, sessions, blocks, reports, former_numbers, security_events';

/** Starts everything, without rate limits, in open mode; call `stop` in `afterAll`. */
export async function startListeningServer(): Promise<ListeningServer> {
  const { database, stop } = await startTestDatabase();
  const epoch = await readEpoch(database.kysely);
  const app = await buildTestApp({ database, nowMs: () => server.nowMs() });
  const store = await openPostgresStore({ database, hashPhone: Buffer.from });
  const authority = authorityOver(store, () => server.nowMs());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const server: ListeningServer = {
    url,
    epoch,
    nowMs: Date.now,
    async empty() {
      await database.pool.query(`truncate ${filled} cascade; delete from users where id >= 1000;`);
    },
    async cleanUp() {
      await cleanUpDatabase(database.kysely, server.nowMs());
      return authority.cleanUp();
    },
    tables: () => readTables(database.pool),
    async damage(statements) {
      await database.pool.query(statements);
    },
    async stop() {
      await app.close();
      await stop();
    },
  };
  return server;
}
