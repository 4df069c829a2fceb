import type { FastifyInstance } from 'fastify';
import { openDatabase } from '../db/pool/database.ts';
import { migrate } from '../db/upkeep/migrate.ts';
import { readEpoch } from '../db/store/postgres-store.ts';
import { accessBefore, everyFamily, owners } from '../db/testing/families-before-rights.ts';
import { fillBeforeRights, migrateTo, uuidOf } from '../db/testing/older-release.ts';
import type { Access, Owner, Row } from '../db/testing/older-release.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { buildTestApp } from '../http/testing/test-app.ts';

/** A server whose database was filled before rights were evaluated from the root down, and then migrated. */
export interface MigratedServer {
  readonly url: string;
  readonly epoch: string;
  /** The data before the migration: people, items, and who saw them. */
  readonly before: {
    readonly owners: readonly Owner[];
    readonly rows: readonly Row[];
    readonly access: readonly Access[];
  };
  readonly uuidOf: (id: number) => string;
  stop(): Promise<void>;
}

/** Fills, migrates and listens; call `stop` in `afterAll`. */
export async function startMigratedServer(): Promise<MigratedServer> {
  const database = openDatabase({ address: await createEmptyDatabase(), isDirect: true });
  await migrateTo(database, '0003-expand-people');
  const rows = everyFamily();
  const access = accessBefore(rows);
  await fillBeforeRights(database, owners, rows, access);
  await migrate(database);
  const epoch = await readEpoch(database.kysely);
  const app: FastifyInstance = await buildTestApp({ database });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    epoch,
    before: { owners, rows, access },
    uuidOf,
    async stop() {
      await app.close();
      await database.close();
    },
  };
}
