import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { exportParts } from '../../export/export-parts.ts';
import { cleanUpDatabase } from '../upkeep/clean-up.ts';
import { type Database, openDatabase } from '../pool/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { authorityOver } from '../testing/store-under-test.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';

/** In each table with deleted rows, this many rows stay. */
const many = 20_000;
/** How many index entries and rows one clean-up, or forty calls, may read in a table of `many` rows. */
const mostRead = many / 4;

let started: TestDatabase;
let database: Database;
beforeAll(async () => {
  started = await startTestDatabase();
  await started.database.pool.query(filling);
  // PostgreSQL chooses plans by its defaults here, as everywhere except in tests.
  await started.database.pool.query(
    `alter database "${started.address.database}" set plan_cache_mode = 'auto'`,
  );
  // A single backend process, which reports its reads and plans.
  database = openDatabase({ address: started.address, isDirect: true, maxConnections: 1 });
});
afterAll(async () => {
  await database?.close();
  await started?.stop();
});

const day = `interval '1 day'`;
const each = `generate_series(1, ${many}) n`;

/** A hundred people; `many` rows of everything that stay, and some to be deleted. */
const filling = `
insert into users (id, name, created_at, updated_at)
  select 1000 + n, 'Person', now(), now() from generate_series(0, 99) n;
insert into heads (user_id, head, items, bytes) select 1000 + n, 1000000, 1000, 10000 from generate_series(0, 99) n;
insert into items (id, uuid, root_id, type, title, status, user_id, created_at, updated_at, version,
    search_text, deleted_at, deleted_op, is_log_erased, forgotten_deletion)
  select 10000000 + n, gen_random_uuid(), 10000000 + n, 'todo', '', 'pending', 1000 + n % 100, now(), now(), 1,
    '', now() - 400 * ${day}, n::text, true, now() - 400 * ${day} from ${each};
insert into items (id, uuid, root_id, type, title, status, user_id, created_at, updated_at, version, search_text)
  select 20000000 + n, gen_random_uuid(), 20000000 + n, 'todo', 'Lives', 'pending', 1000 + n % 100, now(), now(),
    1, '' from ${each};
-- To be erased, and to be forgotten.
insert into items (id, uuid, root_id, type, title, status, user_id, created_at, updated_at, version,
    search_text, deleted_at, deleted_op)
  select 30000000 + n, gen_random_uuid(), 30000000 + n, 'todo', case when n <= 50 then 'Erase' else '' end,
    'pending', 1000, now(), now(), 1, '', now() - case when n <= 50 then 31 else 181 end * ${day}, n::text
  from generate_series(1, 100) n;
insert into access (user_id, item_id, root_id, permission, seq, item_type, removed, reason)
  select 1000 + n % 100, 20000000 + n, 20000000 + n, 'manage', n, 'todo', n % 4 = 1, case when n % 4 = 1 then 'hidden' end
  from ${each};
insert into access (user_id, item_id, root_id, permission, seq, item_type, removed, reason)
  select 1000, id, id, 'manage', 500000 + id - 30000000, 'todo', true, 'deleted' from items where id > 30000000;
insert into ops (user_id, op_id, fingerprint, status, item_id, version)
  select 1000 + n % 100, n::text, 'f', 200, 20000000 + n, 1 from ${each};
insert into ops (user_id, op_id, fingerprint, status, item_id, version)
  select 1000, 'gone ' || id, 'f', 200, id, 1 from items where id > 30000050;
insert into activity (campaign_id, item_id, item_type, item_title, user_id, action, metadata, automatic, created_at)
  select 20000001 + n % 1000, 20000001 + n % 1000, 'todo', 'Lives', 1000, 'updated', '{}', false, now() from ${each};
insert into activity (campaign_id, item_id, item_type, item_title, user_id, action, metadata, automatic, created_at)
  select null, 30000000 + n, 'todo', 'Gone', 1000, 'updated', '{}', false, now() from generate_series(1, 50) n;
insert into notifications (user_id, actor_id, kind, count, created_at, updated_at)
  select 1001 + n % 99, 1000, 'assigned', 1, now() - days * ${day}, now() - days * ${day}
  from (select n, 1 + n % 80 as days from ${each}) n;
-- Too old, and of one person too many.
insert into notifications (user_id, actor_id, kind, count, created_at, updated_at)
  select 1001, 1000, 'assigned', 1, now() - 91 * ${day}, now() - 91 * ${day} from generate_series(1, 50) n;
insert into notifications (user_id, actor_id, kind, count, created_at, updated_at)
  select 1000, 1001, 'assigned', 1, now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 250) n;
insert into feed (user_id, kind, ref_id, seq)
  select user_id, 'notification', id, 600000 + id from notifications;
insert into sessions (token_hash, user_id, mode, created_at, last_seen_at, expires_at)
  select sha256(n::text::bytea), 1000 + n % 100, 'open', now() - case when n > ${many} then 366 else 1 end * ${day},
    now(), now() + case when n > ${many + 50} then -1 else 1 end * ${day}
  from generate_series(1, ${many + 100}) n;
insert into push (user_id, session_id, endpoint_hash, sealed)
  select user_id, id, token_hash, '' from sessions;
insert into login_codes (phone_hash, code_hash, created_at, expires_at)
  select sha256(n::text::bytea), '', now(), now() - case when n > ${many} then 2 else 0 end * ${day}
  from generate_series(1, ${many + 50}) n;
insert into known_devices (user_id, device_hash, seen_at)
  select 1000 + n % 100, sha256(n::text::bytea), now() - case when n > ${many} then 401 else 1 end * ${day}
  from generate_series(1, ${many + 50}) n;
insert into code_guesses (phone_hash, device_hash, count, last_at)
  select sha256(n::text::bytea), sha256(n::text::bytea), 1, now() - case when n > ${many} then 401 else 1 end * ${day}
  from generate_series(1, ${many + 50}) n;
insert into rate_limits (bucket, window_start, count)
  select n::text, now() - case when n > ${many} then 2 else 0 end * ${day}, 1
  from generate_series(1, ${many + 50}) n;
insert into runs (number, id) select 1000 + n, n::text from generate_series(1, ${many / 100 + 1}) n;
insert into run_ends (user_id, run, head, ended_at)
  select 1000 + n % 100, 1001 + n / 100, 1, now() - case when n > ${many - 50} then 731 else 1 end * ${day}
  from generate_series(1, ${many}) n;
insert into security_events (user_id, kind, day, session_id, count, first_at, last_at)
  select 1000 + n % 100, 'signed_in', now(), n, 1, now(), now() - case when n > ${many} then 400 else 1 end * ${day}
  from generate_series(1, ${many + 50}) n;
insert into assets (name, content, seen_at)
  select n || '.js', '', now() - case when n > ${many} then 31 else 1 end * ${day}
  from generate_series(1, ${many + 50}) n;
insert into nodes (id, version, build, started_at, seen_at)
  select gen_random_uuid(), '', '', now(), now() - case when n > ${many} then 2 else 0 end * ${day}
  from generate_series(1, ${many + 50}) n;
alter table items alter id restart with 40000000;
analyze;
`;

/** The reads of each table so far: rows of whole scans, and entries of its indexes. */
async function readSoFar({ pool }: Database): Promise<Map<string, number>> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string; read: number }>(`
    select t.relname as name, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0) as read
    from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid)
    group by t.relid, t.relname, t.seq_tup_read`);
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

async function counts(pool: pg.Pool, tables: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${table}`);
    found[table] = Number(rows[0]?.count);
  }
  return found;
}

test('[PERF-12] pulls, creates and changes are planned once, and scan no whole table', async () => {
  const store = await openPostgresStore({ database, hashPhone: Buffer.from });
  const authority = authorityOver(store);
  const caller = { userId: 1050 };
  const from = await readSoFar(database);
  for (let round = 0; round < 10; round += 1) {
    const uuid = randomUUID();
    const data = { uuid, type: 'todo', title: 'Lives' };
    await authority.request(caller, { method: 'POST', url: '/api/items', data, opId: `c${round}` });
    const change = { method: 'PATCH', url: `/api/items/${uuid}`, data: { title: 'Still lives' } };
    await authority.request(caller, { ...change, opId: `p${round}` });
    // Each page has one new item among hundreds.
    const query = { since: 1_000_000 + 2 * round, limit: 500 };
    const page = await authority.delta(caller, { ...query, type: 'todo' });
    expect(page.ok && page.value.data).toHaveLength(1);
    await authority.changes(caller, query);
  }
  const until = await readSoFar(database);
  const { rows } = await database.pool.query(
    'select statement from pg_prepared_statements where custom_plans > 0',
  );
  expect(rows).toEqual([]);
  for (const name of ['access', 'activity', 'feed', 'items', 'ops'])
    expect(Number(until.get(name)) - Number(from.get(name)), name).toBeLessThan(mostRead);
});

test('[OPS-07] a clean-up reads only the rows to delete, and scans no whole table', async () => {
  const tables =
    `access activity assets code_guesses feed items known_devices login_codes nodes notifications ops
      push rate_limits run_ends security_events sessions`.split(/\s+/);
  const before = await counts(started.database.pool, tables);
  const store = await openPostgresStore({ database, hashPhone: Buffer.from });
  const authority = authorityOver(store);

  const from = await readSoFar(database);
  expect(await authority.cleanUp()).toEqual({ erased: 50, forgotten: 50, pruned: 100 });
  await cleanUpDatabase(database.kysely, Date.now());
  const until = await readSoFar(database);

  const reads = [...until].map(([name, read]) => [name, read - (from.get(name) ?? 0)] as const);
  expect(reads.filter(([, read]) => read > mostRead)).toEqual([]);
  const after = await counts(started.database.pool, tables);
  const gone = tables.map((name) => [name, (before[name] ?? 0) - (after[name] ?? 0)]);
  expect(Object.fromEntries(gone)).toEqual({
    access: 50,
    activity: 50,
    assets: 50,
    code_guesses: 50,
    feed: 100,
    items: 0,
    known_devices: 50,
    login_codes: 50,
    nodes: 50,
    notifications: 100,
    ops: 50,
    push: 100,
    rate_limits: 50,
    // One statement is added: heads move in a different run than before.
    run_ends: 49,
    security_events: 50,
    sessions: 100,
  });
});

test('[EXPORT-08] an export reads the reports by its own person only', async () => {
  const [hers, theirs] = [2_000, 2_001];
  await started.database.pool.query(`
    insert into users (id, name, created_at, updated_at)
      select n, 'Person', now(), now() from generate_series(${hers}, ${theirs}) n;
    insert into heads (user_id, head, items, bytes) values (${hers}, 0, 0, 0), (${theirs}, 0, 0, 0);
    insert into reports (user_id, reported_id, reason, text, created_at)
      select case when n % 2000 = 0 then ${hers} else ${theirs} end, 1, 'spam', 'Text', now() from ${each};
    analyze reports;`);
  const from = await readSoFar(database);
  const { read } = exportParts.reports;
  const session = { id: 1, userId: hers };
  const rows = await read({ db: database.kysely, session } as Parameters<typeof read>[0]);
  expect(rows).toHaveLength(many / 2_000);
  const until = await readSoFar(database);
  expect((until.get('reports') ?? 0) - (from.get('reports') ?? 0)).toBeLessThan(mostRead);
});
