import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@foray/authority';
import type { Authority } from '@foray/authority';
import { sql } from 'kysely';
import { openDatabase } from '../pool/database.ts';
import type { Database } from '../pool/database.ts';
import { startEmbeddedPostgres } from '@foray/embedded-postgres';
import type { EmbeddedPostgres } from '@foray/embedded-postgres';
import { migrate } from '../upkeep/migrate.ts';
import { openPostgresStore } from './postgres-store.ts';

const people = 16;
const writesEach = 10;
/** The maximum number of changes in a batch (sync.md, section 2). */
const batchSize = 200;

let dataDir: string;
let postgres: EmbeddedPostgres;
let database: Database;
let authority: Authority;
let userIds: readonly number[];

/** A durable PostgreSQL as in production, with 16 people who have signed in. */
export async function setUp(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'foray-bench-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  database = openDatabase({ address: postgres.connection, isDirect: true });
  await migrate(database);
  await sql`create table bench_floor (id bigint generated always as identity, body text)`.execute(
    database.kysely,
  );
  authority = createAuthority({
    store: await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) }),
    nowMs: Date.now,
    newUuid: randomUUID,
    digest: (text) => createHash('sha256').update(text).digest('base64url'),
    reportBug: (error) => {
      throw error;
    },
  });
  const users = await Promise.all(
    Array.from({ length: people }, (_, index) =>
      authority.signIn({
        phone: `+1555000${1000 + index}`,
        name: `Person ${index}`,
        placeholder: false,
        verified: false,
      }),
    ),
  );
  userIds = users.map(({ id }) => id);
}

/** One person's batch: a campaign and everything in it, as a device sends it after a flight. */
async function batchOfCreates(): Promise<void> {
  const campaign = randomUUID();
  const creates = Array.from({ length: batchSize }, (_, index) => ({
    id: randomUUID(),
    method: 'POST' as const,
    url: '/api/items',
    data:
      index === 0
        ? { uuid: campaign, type: 'campaign', title: 'Sail to the islands' }
        : { uuid: randomUUID(), type: 'todo', title: 'Measure the tide', parent_id: campaign },
  }));
  const { results } = await authority.batch({ userId: userIds[0] ?? 0 }, creates, Infinity);
  if (results.some(({ status }) => status !== 201)) throw new Error('a create was refused');
}

/** Stops the database and removes its files. */
export async function tearDown(): Promise<void> {
  await database?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function everybody(write: (userId: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    userIds.map(async (userId) => {
      for (let count = 0; count < writesEach; count += 1) await write(userId);
    }),
  );
}

/**
 * One person's batch, and 16 people who create one item after the other, each compared with the
 * same number of plain durable inserts.
 */
export const cases = [
  // The tables have no statistics (ANALYZE) yet, as on the day of an installation.
  {
    name: 'a batch of 200 creates in a campaign',
    unit: 'ms',
    ours: batchOfCreates,
    floor: async () => {
      for (let count = 0; count < batchSize; count += 1) {
        await sql`insert into bench_floor (body) values (${randomUUID()})`.execute(database.kysely);
      }
    },
  },
  {
    name: 'durable creates, 16 people at once',
    unit: 'per second',
    operations: people * writesEach,
    ours: () =>
      everybody(async (userId) => {
        const data = { uuid: randomUUID(), type: 'todo', title: 'Measure the tide' };
        const { status } = await authority.request(
          { userId },
          { method: 'POST', url: '/api/items', data, opId: randomUUID() },
        );
        if (status !== 201) throw new Error(`a create was answered with ${status}`);
      }),
    floor: () =>
      everybody(() =>
        sql`insert into bench_floor (body) values (${randomUUID()})`.execute(database.kysely),
      ),
  },
];
