import { startTestPostgres } from '@foray/embedded-postgres/testing';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../pool/database.ts';
import { migrate } from '../upkeep/migrate.ts';
import './test-database.ts';

/** Starts the PostgreSQL that the tests of a run share, with the database that theirs are copies of. */
export default async function startSharedPostgres(
  project: TestProject,
): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const database = openDatabase({ address: postgres.connection });
  await migrate(database);
  await database.close();
  project.provide('template', postgres.connection);
  return () => postgres.stop();
}
