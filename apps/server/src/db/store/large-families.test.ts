import { batchRequest } from '@foray/contract';
import { maxBatchBytes } from '@foray/domain';
import type { Authority } from '@foray/authority';
import { Kysely, PostgresDialect } from 'kysely';
import { openPostgresStore } from './postgres-store.ts';
import type { DatabaseTables } from '../tables/schema.ts';
import { rowsAtOnce } from '../tables/record-set.ts';
import { authorityOver, startStoreUnderTest } from '../testing/store-under-test.ts';
import type { PostgresUnderTest } from '../testing/store-under-test.ts';

// Every statement has a time limit (30 s). With a family of 5,000 items, each statement handles a limited
// number of rows, and a change stays one transaction.

const itemCount = 5_000;
/**
 * Enough for more rows than a statement may handle; `npm run test:full` uses as many as a campaign may have.
 */
const manyPeople = Number(process.env['FAMILY_PEOPLE'] ?? 8);
const [root, owner, assignee] = [10_000_000, 1_000, 1_001] as const;

let started: PostgresUnderTest;
let authority: Authority;
let statements: { readonly sql: string; readonly rows: number }[] = [];
/** The time that the database allows a statement, as the product sets it. */
let limitMs = 0;

beforeAll(async () => {
  started = await startStoreUnderTest();
  const kysely = new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: started.database.pool }),
    log: ({ query: { sql, parameters } }) => {
      statements.push({ sql, rows: rowsOf(sql, parameters) });
    },
  });
  const hashPhone = (phone: string): Buffer => Buffer.from(phone);
  const store = await openPostgresStore({ database: { ...started.database, kysely }, hashPhone });
  authority = authorityOver(store);
  const { rows } = await started.database.pool.query<{ ms: number }>(
    `select setting::int as ms from pg_settings where name = 'statement_timeout'`,
  );
  limitMs = rows[0]?.ms ?? 0;
});
afterAll(() => started?.stop());

/** How many rows a statement writes, or for how many items it reads everybody's rows. */
function rowsOf(sql: string, parameters: readonly unknown[]): number {
  const sizes = parameters.map((value) => {
    if (Array.isArray(value)) return /from access\b/.test(sql) ? value.length : 0;
    if (typeof value !== 'string' || !value.startsWith('[')) return 0;
    return (JSON.parse(value) as unknown[]).length;
  });
  return Math.max(0, ...sizes);
}

const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/**
 * A campaign with four tasks of a thousand todos each, and as many other todos as fit. Everybody sees
 * everything; the first `assigned` items, beginning with the campaign, are assigned to the assignee.
 */
async function fill(peopleCount: number, assigned: number): Promise<void> {
  // Without the triggers of foreign keys, which take most of the time.
  await started.database.pool.query(`begin; set local session_replication_role = replica;
    truncate heads, items, access, feed, ops, activity, notifications cascade;
    delete from users where id >= ${owner};
    insert into users (id, name, phone, phone_hash, created_at, updated_at)
      select 1000 + n, 'P', '+1555' || n, ('x' || n)::bytea, now(), now()
      from generate_series(0, ${peopleCount - 1}) n;
    insert into items (id, uuid, root_id, type, title, status, user_id, assigned_to, parent_id,
        parent_uuid, created_at, updated_at, version, search_text)
      select ${root} + n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${root},
        case when n = 0 then 'campaign' when n < 5 then 'task' else 'todo' end, 'T', 'pending',
        ${owner}, case when n < ${assigned} then ${assignee} end, ${root} + parent,
        ('00000000-0000-4000-8000-' || lpad(parent::text, 12, '0'))::uuid, now(), now(), 1, 't'
      from generate_series(0, ${itemCount - 1}) as each (n),
        lateral (select case when n = 0 then null when n < 5 or n >= 4005 then 0
          else (n - 5) / 1000 + 1 end) as place (parent);
    insert into heads (user_id, head) select id, ${itemCount} from users where id >= ${owner};
    insert into access (user_id, item_id, root_id, permission, seq, item_type)
      select u.id, i.id, ${root}, case u.id when ${owner} then 'manage' else 'contribute' end,
        i.id - ${root} + 1, i.type
      from users u, items i where u.id >= ${owner};
    commit; analyze;`);
}

const everything = Array.from({ length: itemCount - 1 }, (_, n) => uuidOf(n + 1));

let keys = 0;
/** Runs a change of the owner's, which must succeed. */
async function change(method: string, url: string, data?: unknown): Promise<void> {
  statements = [];
  keys += 1;
  const request = { method, url, data, opId: `key-${keys}` };
  const { status } = await authority.request({ userId: owner }, request);
  expect(status).toBe(method === 'DELETE' ? 204 : 200);
}

/**
 * Expects that no statement handled too many rows, that there were few, and that they were one transaction.
 */
function expectBounded(mostStatements: number): void {
  const large = statements.filter(({ rows }) => rows > rowsAtOnce);
  expect(large.map(({ sql, rows }) => `${rows} rows: ${sql.trim().slice(0, 60)}`)).toEqual([]);
  expect(statements.length).toBeLessThanOrEqual(mostStatements);
  expect(statements.filter(({ sql }) => sql === 'commit').length).toBeLessThanOrEqual(1);
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await started.database.pool.query<{ count: number }>(
    `select count(*) as count from ${sql}`,
  );
  return rows[0]?.count ?? 0;
}

test('a campaign with its 4,999 items is deleted and restored by statements of bounded size @full', async () => {
  const peopleCount = 2;
  await fill(peopleCount, 1);
  const request = {
    id: 'delete',
    method: 'DELETE',
    url: `/api/items/${uuidOf(0)}`,
    data: { children: everything },
  };
  const body = JSON.stringify({ requests: [request] });
  expect(Buffer.byteLength(body)).toBeLessThan(maxBatchBytes / 2);
  const { requests } = batchRequest.parse(JSON.parse(body));
  statements = [];
  const deleted = await authority.batch({ userId: owner }, requests, Infinity);
  expect(deleted.results).toMatchObject([{ status: 204 }]);
  expectBounded(80);
  expect(await countOf(`items where deleted_at is not null`)).toBe(itemCount);
  expect(await countOf(`access where reason = 'deleted'`)).toBe(itemCount * peopleCount);
  expect(await countOf(`activity where action = 'deleted'`)).toBe(itemCount);
  expect(await countOf(`(select distinct user_id, seq from access) places`)).toBe(
    itemCount * peopleCount,
  );
  expect(await countOf(`access join heads using (user_id) where seq > head`)).toBe(0);

  await change('POST', `/api/items/${root}/restore`);
  expectBounded(80);
  expect(await countOf(`items where deleted_at is null`)).toBe(itemCount);
  expect(await countOf(`access where user_id = ${owner} and not removed`)).toBe(itemCount);
});

test(`a campaign that ${manyPeople} people see can lose one of them, be deleted, and be restored within the time limit`, async () => {
  const peopleCount = manyPeople;
  const assigned = 1_000;
  expect(limitMs).toBe(30_000);
  await fill(peopleCount, assigned);
  // Unassigning an item is a change for everybody else too.
  await change('POST', `/api/items/${root}/remove`, { user_id: assignee });
  expectBounded(100);
  expect(await countOf(`items where version = 2 and assigned_to is null`)).toBe(assigned);
  const changed = assigned * (peopleCount - 1) + itemCount;
  expect(await countOf(`access where seq > ${itemCount}`)).toBe(changed);
  expect(await countOf(`access where removed`)).toBe(itemCount);

  await change('DELETE', `/api/items/${root}`, { children: everything });
  expectBounded(300);
  expect(await countOf(`access where reason = 'deleted'`)).toBe(itemCount * (peopleCount - 1));
  expect(await countOf(`(select distinct user_id, seq from access) places`)).toBe(
    itemCount * peopleCount,
  );

  await change('POST', `/api/items/${root}/restore`);
  expectBounded(100);
  expect(await countOf(`access where user_id = ${owner} and not removed`)).toBe(itemCount);
});

test("a change of a campaign's assignee changes the rights on all its items by bounded statements", async () => {
  await fill(2, 1);
  await change('POST', `/api/items/${root}/assign`, { user_id: null });
  expectBounded(80);
  expect(await countOf(`access where user_id = ${assignee} and not removed`)).toBe(0);
});

test('a task with 1,000 todos moves to the top level by bounded statements @full', async () => {
  const peopleCount = 2;
  await fill(peopleCount, 1);
  await change('PATCH', `/api/items/${root + 1}`, { parent_id: null });
  expectBounded(80);
  expect(await countOf(`items where root_id = ${root + 1}`)).toBe(1_001);
  expect(await countOf(`access where root_id = ${root + 1}`)).toBe(1_001 * peopleCount);
});

test('an account that holds 5,000 items is deleted in batches', async () => {
  await fill(2, 1);
  statements = [];
  await authority.deleteAccount({ userId: owner });
  const large = statements.filter(({ rows }) => rows > rowsAtOnce);
  expect(large).toEqual([]);
  expect(await countOf(`items where title <> ''`)).toBe(0);
});
