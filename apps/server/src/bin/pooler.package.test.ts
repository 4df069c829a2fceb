import type { PostgresConnection } from '@foray/embedded-postgres';
import { startTestPostgres, until } from '@foray/embedded-postgres/testing';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../db/pool/database.ts';
import { lockMs } from '../db/pool/root-turns.ts';
import { migrate } from '../db/upkeep/migrate.ts';
import { buildTestApp } from '../http/testing/test-app.ts';
import { standardTuning } from '../config/tuning.ts';
import { TestClient } from '../http/testing/test-client.ts';
import { startRelay } from '../testing/relay.ts';
import { diagnose } from './doctor-command.ts';
import { bundleServer, type ServerPrograms } from '../testing/server-process.ts';

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let programs: ServerPrograms;
let pooler: Pooler;
beforeAll(async () => {
  [postgres, programs] = await Promise.all([startTestPostgres(), bundleServer()]);
  pooler = await startPooler(postgres.connection);
});
afterAll(async () => {
  await pooler?.stop();
  programs?.remove();
  await postgres?.stop();
});

test('[OPS-01] behind PgBouncer in transaction mode the server starts and serves, and no statement takes longer than 30 s', async () => {
  const { host, user, database: name } = postgres.connection;
  const url = (folder: string) => `postgres://${user}@/${name}?host=${encodeURIComponent(folder)}`;
  const process = programs.run({
    DATABASE_URL: `${url(pooler.folder)}&port=${pooler.port}`,
    DATABASE_DIRECT_URL: url(host),
    FORAY_SECRET: 's'.repeat(32),
  });
  expect((await fetch(`${await process.address}/readyz`)).status).toBe(200);
  process.child.kill('SIGTERM');
  expect(await process.ended).toMatchObject({ code: 0, complaint: '' });

  const database = openDatabase({
    address: { ...postgres.connection, host: pooler.folder, port: pooler.port },
  });
  const app = await buildTestApp({ database, directAddress: postgres.connection });
  onTestFinished(() => app.close());
  const people = Array.from({ length: 8 }, () => new TestClient(app));
  await Promise.all(people.map((person) => person.signIn()));
  const createTodo = async (person: TestClient) =>
    (await person.post('/api/items', { uuid: randomUUID(), type: 'todo', title: 'Milk' })).status;
  // More at once than the pooler has connections.
  const statuses = await Promise.all(
    people.flatMap((person) => [1, 2, 3].map(() => createTodo(person))),
  );
  expect(statuses).toEqual(statuses.map(() => 201));

  const blocker = new pg.Client(postgres.connection);
  await blocker.connect();
  await blocker.query('begin; lock table items in access exclusive mode');
  onTestFinished(() => blocker.end());
  const lockedMs = performance.now();
  expect(await createTodo(people[0]!)).toBe(503);
  expect(performance.now() - lockedMs).toBeGreaterThan(lockMs - 100);
  await blocker.query('rollback');
  const startMs = performance.now();
  const sleep = sql`select pg_sleep(60)`.execute(database.kysely);
  await expect(sleep).rejects.toThrow('statement timeout');
  expect(performance.now() - startMs).toBeGreaterThan(standardTuning.statementMs - 1_000);
  expect(await createTodo(people[0]!)).toBe(201);
});

test('[OPS-03] connections to PgBouncer that hang are replaced within 15 s, and slow statements are awaited', async () => {
  const direct = openDatabase({ address: postgres.connection, isDirect: true });
  await migrate(direct);
  await direct.close();
  const behind = { ...postgres.connection, host: pooler.folder, port: pooler.port };
  const relay = await startRelay(behind);
  onTestFinished(() => relay.close());
  const database = openDatabase({
    address: relay.address,
    directAddress: postgres.connection,
    maxConnections: 4,
  });
  onTestFinished(() => database.close());
  const app = await buildTestApp({ database });
  onTestFinished(() => app.close());
  const person = new TestClient(app);
  await person.signIn();
  const createTodo = async () =>
    (await person.post('/api/items', { uuid: randomUUID(), type: 'todo', title: 'Milk' })).status;
  await Promise.all([1, 2, 3, 4].map(createTodo));
  relay.stallPresent();
  const startMs = performance.now();
  while ((await createTodo()) !== 201) expect(performance.now() - startMs).toBeLessThan(15_000);
  expect(performance.now() - startMs).toBeLessThan(15_000);

  const slow = sql<{ done: boolean }>`select pg_sleep(10) is not null as done`;
  expect((await slow.execute(database.kysely)).rows).toEqual([{ done: true }]);
});

test('[OPS-16] a direct address that leads through PgBouncer is noticed, and one past it is in order', async () => {
  const { host, user, database: name } = postgres.connection;
  const url = (folder: string) => `postgres://${user}@/${name}?host=${encodeURIComponent(folder)}`;
  const levelOf = async (more: Readonly<Record<string, string>>) => {
    const DATABASE_URL = `${url(pooler.folder)}&port=${pooler.port}`;
    const env = { DATABASE_URL, FORAY_SECRET: 's'.repeat(32), ...more };
    const findings = await diagnose(env, () => undefined);
    return findings.find(({ check }) => check === 'pooler')?.level;
  };
  expect(await levelOf({})).toBe('fail');
  expect(await levelOf({ DATABASE_DIRECT_URL: url(host) })).toBe('ok');
});

interface Pooler {
  /** The folder of its socket, which also has the port in its name. */
  readonly folder: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts Debian's PgBouncer with four connections, as the owner of PostgreSQL's socket. */
async function startPooler({ host, user, database }: PostgresConnection): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'foray-pooler-'));
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} user=${user}
[pgbouncer]
pool_mode = transaction
default_pool_size = 4
auth_type = any
unix_socket_dir = ${folder}
`,
  );
  const { uid, gid } = statSync(host);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, settings]) chownSync(path, uid, gid);
  const child = spawn('pgbouncer', [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid, gid }),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', (error) => (said += error.message));
  await until('a pooler: install the package pgbouncer', () => said.includes('process up'));
  return {
    folder,
    port: 6432,
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
