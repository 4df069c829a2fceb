import type { PostgresConnection } from '@foray/embedded-postgres';
import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../pool/database.ts';
import { migrate } from '../upkeep/migrate.ts';
import { ensureRun } from '../pool/known-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database of which each test database is a copy; no client stays connected to it. */
    readonly template: PostgresConnection;
  }
}

/** A real database with every migration applied, and not durable. */
export interface TestDatabase {
  readonly address: PostgresConnection;
  readonly database: Database;
  /** Closes the pool, and stops its own PostgreSQL if it has one. Call it in `afterAll`. */
  stop(): Promise<void>;
}

/** On a busy machine the concurrent requests of a test wait for one another longer than a server allows. */
const connectionMs = 60_000;

/**
 * Opens a migrated database: on the PostgreSQL that all tests of a run share, in about 50 ms, or on one of
 * its `own`, for tests that change the roles or settings of the server, or stop it.
 */
export async function startTestDatabase(on: 'shared' | 'own' = 'shared'): Promise<TestDatabase> {
  const own = on === 'own' ? await startTestPostgres() : null;
  const address = own?.connection ?? (await createDatabase(inject('template').database));
  const database = openDatabase({ address, isDirect: true, connectionMs });
  await migrate(database);
  // A copy is a different database run from its original.
  await ensureRun(database.kysely);
  return {
    address,
    database,
    async stop() {
      await database.close();
      await own?.stop();
    },
  };
}

/** Creates a database without tables on the shared PostgreSQL. It is deleted with the server, at the end of the run. */
export function createEmptyDatabase(): Promise<PostgresConnection> {
  return createDatabase('template1');
}

async function createDatabase(template: string): Promise<PostgresConnection> {
  const address = { ...inject('template'), database: `test_${randomUUID()}` };
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create database "${address.database}" template ${template}`);
  } finally {
    await client.end();
  }
  return address;
}
