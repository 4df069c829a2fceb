import { runCommandSuite } from '@foray/authority/testing';
import type { Tables as AllRows } from '@foray/authority/testing';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { startStoreUnderTest } from './testing/store-under-test.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';

let started: StoreUnderTest;

beforeAll(async () => {
  started = await startStoreUnderTest();
});
afterAll(() => started?.stop());

const lists = Number(process.env['COMMAND_LISTS'] ?? 2_000);

runCommandSuite({
  name: 'PostgreSQL',
  lists,
  slowLists: Math.ceil(lists / 50),
  makeStore: async (rows) => {
    await load(rows);
    return { store: started.store, tables: readTables };
  },
});

/** The tables in an order in which rows never name one that is not there yet. */
const tableNames = [
  ...(['users', 'heads', 'items', 'access', 'feed', 'ops', 'activity', 'notifications'] as const),
  ...(['contacts'] as const),
];
/** So many loads leave so many dead rows that clearing them away is cheaper than reading past them. */
const loadsBetweenVacuums = 50;
let loads = 0;
const scripts = new WeakMap<AllRows, string>();

/** Leaves these rows alone, with ids that go on after them, in one round trip. */
async function load(rows: AllRows): Promise<void> {
  loads += 1;
  if (loads % loadsBetweenVacuums === 0) {
    await started.database.pool.query(`vacuum analyze ${tableNames.join()}`);
  }
  const script = scripts.get(rows) ?? loadScript(rows);
  scripts.set(rows, script);
  await started.database.pool.query(script);
}

/** What the store under test keeps of a phone, as text. */
function hashText(phone: string): string {
  return `\\x${Buffer.from(phone).toString('hex')}`;
}

function loadScript(rows: AllRows): string {
  const typeOf = new Map(rows.items.map((item) => [item.id, item.type]));
  const whole = {
    ...rows,
    // Columns that the authority knows nothing of.
    access: rows.access.map((row) => ({ ...row, item_type: typeOf.get(row.item_id) })),
    users: rows.users.map((row) => ({
      ...row,
      phone_hash: row.phone === null ? null : hashText(row.phone),
    })),
    contacts: rows.contacts.map(({ phone, ...row }) => ({ ...row, phone_hash: hashText(phone) })),
  };
  const deletes = tableNames.toReversed().map((table) => `delete from ${table};`);
  const inserts = tableNames.map((table) => {
    const [first] = whole[table];
    if (first === undefined) return '';
    const columns = Object.keys(first).join();
    const json = pg.escapeLiteral(JSON.stringify(whole[table]));
    return `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${json});`;
  });
  const sequences = [
    ['items', 10_000_000],
    ['users', 1_000],
    ['activity', 1],
    ['notifications', 1],
  ] as const;
  const ids = sequences.map(([table, first]) => {
    const next = Math.max(first, ...rows[table].map(({ id }) => id + 1));
    return `select setval(pg_get_serial_sequence('${table}', 'id'), ${next}, false);`;
  });
  // Without the foreign keys' triggers: all rows go, and all that come belong together.
  return ['begin; set local session_replication_role = replica;', ...deletes, ...inserts, ...ids]
    .concat('commit;')
    .join('\n');
}

/** Every row of every table in one round trip, without the columns that the authority knows nothing of. */
async function readTables(): Promise<AllRows> {
  const results = (await started.database.pool.query(`
    select * from users order by id;
    select * from heads order by user_id;
    select * from items order by id;
    select * from access order by user_id, item_id;
    select * from feed order by user_id, kind, ref_id;
    select * from ops order by user_id, regexp_replace(op_id, '\\D', '', 'g')::int;
    select * from activity order by id;
    select * from notifications order by id;
    select *, convert_from(phone_hash, 'utf8') as phone from contacts order by 1, 2;`)) as unknown as readonly pg.QueryResult[];
  const rowsOf = (index: number): readonly Record<string, unknown>[] => results[index]?.rows ?? [];
  const [users, heads, items, access, feed, ops, activity, notifications, contacts] =
    tableNames.map((_, index) => rowsOf(index));
  return {
    users: users?.map(({ phone_hash: _, ...row }) => row),
    heads,
    items,
    access: access?.map(({ item_type: _, ...row }) => row),
    feed,
    ops: ops?.map(({ created_at: _, ...row }) => row),
    activity,
    notifications,
    contacts: contacts?.map(({ phone_hash: _, created_at: __, ...row }) => row),
  } as unknown as AllRows;
}
