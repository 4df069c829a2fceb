import type { PostgresConnection } from '@foray/embedded-postgres';
import { startTestPostgres } from '@foray/embedded-postgres/testing';
import pg from 'pg';
import { openDatabase } from '../pool/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from '../migrations/index.ts';
import { migrateTo } from '../testing/older-release.ts';

// How long each migration takes on such tables, and whom it keeps waiting, is printed, for
// docs/operations.md.

const items = Number(process.env['MIGRATED_ITEMS'] ?? 200_000);
const lastOfRelease = '0009-expand-priority';
const people = 2_000;

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres?.stop());

/** The tables of 0.2.0: everybody has equally many items; a twentieth is deleted, a tenth shared. */
const fill = `
insert into users (id, phone, name, created_at, updated_at)
  select n, '+1555' || n, 'Person ' || n, now(), now() from generate_series(5000, 4999 + ${people}) n;
insert into heads (user_id, head) select id, 1 from users where id >= 5000;
insert into items (id, uuid, root_id, type, title, description, status, user_id, created_at, updated_at,
    version, deleted_at, deleted_op, search_text)
  select 10000000 + n, gen_random_uuid(), 10000000 + n, 'todo', 'Buy milk for ' || n, repeat('x', n % 200),
    'pending', 5000 + n % ${people}, now(), now(), 1,
    case when n % 20 = 0 then now() - interval '40 days' end,
    case when n % 20 = 0 then n || ':1' end, 'buy milk for ' || n
  from generate_series(1, ${items}) n;
insert into access (user_id, item_id, root_id, permission, seq, item_type)
  select user_id, id, root_id, 'manage', id, 'todo' from items
  union all select 5000 + (user_id - 4999) % ${people}, id, root_id, 'view', id, 'todo'
    from items where id % 10 = 0;
insert into ops (user_id, op_id, fingerprint, status, item_id, version)
  select user_id, gen_random_uuid()::text, md5(uuid::text), 201, id, 1 from items;
insert into activity (campaign_id, item_id, item_type, item_title, user_id, action, metadata, automatic, created_at)
  select null, id, 'todo', title, user_id, 'created', '{}', false, created_at from items;
insert into notifications (user_id, actor_id, kind, item_id, count, created_at, updated_at)
  select user_id, user_id, 'assigned', id, 1, now(), now() from items where id % 4 = 0;
insert into sessions (token_hash, user_id, mode, created_at, last_seen_at, expires_at)
  select sha256(n::text::bytea), 5000 + n % ${people}, 'open', now(), now(), now()
  from generate_series(1, ${Math.round(items / 20)}) n;
analyze;
`;

const counted = [
  'users',
  'heads',
  'items',
  'access',
  'ops',
  'activity',
  'notifications',
  'sessions',
];

async function connect(address: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client(address);
  await client.connect();
  return client;
}

async function countRows(client: pg.Client): Promise<unknown> {
  const each = counted.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await client.query(`select ${each.join()}`)).rows[0];
}

/** Runs each of them on a copy: how long it takes, and what it locks beyond reading and writing rows. */
async function measure(later: readonly (readonly [string, string])[]) {
  const { connection } = postgres;
  const copy = { ...connection, database: 'copy' };
  const maker = await connect({ ...connection, database: 'postgres' });
  await maker.query(`create database copy template ${connection.database}`);
  await maker.end();
  const client = await connect(copy);
  const report: Record<string, { readonly ms: number; readonly locks: string }> = {};
  for (const [name, text] of later) {
    await client.query('begin');
    const beganMs = performance.now();
    await client.query(text);
    const ms = Math.round(performance.now() - beganMs);
    const { rows } = await client.query<{ lock: string }>(
      `select distinct c.relname || ' ' || l.mode as lock
       from pg_locks l join pg_class c on c.oid = l.relation
       where l.pid = pg_backend_pid() and c.relname = any ($1)
         and l.mode in ('AccessExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock') order by 1`,
      [counted],
    );
    await client.query('commit');
    report[name] = { ms, locks: rows.map(({ lock }) => lock).join(', ') };
  }
  await client.end();
  return report;
}

/** For an operator to read; no test asserts anything about it. */
const print = (measured: object): void =>
  void process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);

/** Uses one row of a table again and again until it is stopped; returns its longest wait. */
async function use(address: PostgresConnection, text: string, isOver: () => boolean) {
  const client = await connect(address);
  let longestMs = 0;
  while (!isOver()) {
    const beganMs = performance.now();
    await client.query(text);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await client.end();
  return Math.round(longestMs);
}

test(
  '[UPG-14] the filled tables of 0.2.0 keep every row through all later migrations',
  { timeout: 900_000 },
  async () => {
    const address = postgres.connection;
    const filling = openDatabase({ address });
    await migrateTo(filling, lastOfRelease);
    const client = await connect(address);
    await client.query(fill);
    const before = await countRows(client);
    const later = Object.entries(migrations).filter(([name]) => name > lastOfRelease);
    await client.end();
    await filling.close();
    print(await measure(later));

    const database = openDatabase({ address, isDirect: true });
    let isOver = false;
    const waits = Promise.all([
      use(address, 'update items set version = version where id = 10000001', () => isOver),
      use(address, 'select title from items where id = 10000001', () => isOver),
    ]);
    const beganMs = performance.now();
    expect(await migrate(database)).toEqual(later.map(([name]) => name));
    const allMs = Math.round(performance.now() - beganMs);
    isOver = true;
    const [writerMs, readerMs] = await waits;
    print({ items, allMs, longestWaitMs: { writer: writerMs, reader: readerMs } });

    const after = await connect(address);
    expect(await countRows(after)).toEqual(before);
    const { rows } = await after.query('select sum(items) as counted from heads');
    expect(Number(rows[0].counted)).toBe(items);
    expect(await database.isReady()).toBe(true);
    await after.end();
    await database.close();
  },
);
