import type { Tables as AllRows } from '@foray/authority/testing';
import pg from 'pg';

/** The tables in an order in which rows never refer to a missing row. */
const tableNames = [
  ...(['users', 'heads', 'items', 'access', 'feed', 'ops', 'activity', 'notifications'] as const),
  ...(['private_rows', 'contacts', 'blocks', 'reports', 'former_numbers'] as const),
];
/** After this many loads there are so many dead rows that a vacuum is cheaper than reading past them. */
const loadsBetweenVacuums = 50;

/** The authority's rows of a database, in the form of the memory store. */
export interface StoreTables {
  /** Replaces all rows by these, with ids that continue after them, in one round trip. */
  load(rows: AllRows): Promise<void>;
  /** Every row of every table, without columns that the authority does not know. */
  read(): Promise<AllRows>;
}

/** Loads and reads the tables of the database behind a pool. */
export function storeTables(pool: pg.Pool): StoreTables {
  let loads = 0;
  const scripts = new WeakMap<AllRows, string>();
  return {
    async load(rows) {
      loads += 1;
      if (loads % loadsBetweenVacuums === 0) {
        await pool.query(`vacuum analyze ${tableNames.join()}`);
      }
      const script = scripts.get(rows) ?? loadScript(rows);
      scripts.set(rows, script);
      await pool.query(script);
    },
    read: () => readTables(pool),
  };
}

/** The stored form of a phone in the store under test, as text. */
function hashText(phone: string): string {
  return `\\x${Buffer.from(phone).toString('hex')}`;
}

function loadScript(rows: AllRows): string {
  const typeOf = new Map(rows.items.map((item) => [item.id, item.type]));
  const all = {
    ...rows,
    // Columns that the authority does not know.
    access: rows.access.map((row) => ({ ...row, item_type: typeOf.get(row.item_id) })),
    users: rows.users.map((row) => ({
      ...row,
      phone_hash: row.phone === null ? null : hashText(row.phone),
      is_number_taken_over: rows.former_numbers.some(
        ({ user_id, is_taken_over }) => user_id === row.id && is_taken_over,
      ),
    })),
    contacts: rows.contacts.map(({ phone, ...row }) => ({ ...row, phone_hash: hashText(phone) })),
    former_numbers: rows.former_numbers
      .filter(({ is_taken_over }) => !is_taken_over)
      .map(({ user_id, phone }) => ({
        user_id,
        phone,
        phone_hash: hashText(phone),
        changed_at: '2026-01-01T00:00:00.000Z',
      })),
  };
  const deletes = tableNames.toReversed().map((table) => `delete from ${table};`);
  const inserts = tableNames.map((table) => {
    const [first] = all[table];
    if (first === undefined) return '';
    const columns = Object.keys(first).join();
    const json = pg.escapeLiteral(JSON.stringify(all[table]));
    return `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${json});`;
  });
  const sequences = [
    ['items', 10_000_000],
    ['users', 1_000],
    ['activity', 1],
    ['notifications', 1],
    ['private_rows', 1],
    ['reports', 1],
  ] as const;
  const ids = sequences.map(([table, first]) => {
    const next = Math.max(first, ...rows[table].map(({ id }) => id + 1));
    return `select setval(pg_get_serial_sequence('${table}', 'id'), ${next}, false);`;
  });
  // Without the triggers of foreign keys: all rows are replaced, and all new ones belong together.
  return ['begin; set local session_replication_role = replica;', ...deletes, ...inserts, ...ids]
    .concat('commit;')
    .join('\n');
}

async function readTables(pool: pg.Pool): Promise<AllRows> {
  const results = (await pool.query(`
    select * from users order by id;
    select * from heads order by user_id;
    select * from items order by id;
    select * from access order by user_id, item_id;
    select * from feed order by user_id, kind, ref_id;
    select * from ops order by user_id, regexp_replace(op_id, '\\D', '', 'g')::int;
    select * from activity order by id;
    select * from notifications order by id;
    select * from private_rows order by id;
    select *, convert_from(phone_hash, 'utf8') as phone from contacts order by 1, 2;
    select * from blocks order by user_id, blocked_id;
    select * from reports order by id;
    select user_id, phone, false as is_taken_over from former_numbers
    union all select id, phone, true from users
    where is_number_taken_over and phone is not null order by 1, 2, 3;`)) as unknown as readonly pg.QueryResult[];
  const rowsOf = (index: number): readonly Record<string, unknown>[] => results[index]?.rows ?? [];
  const [users, heads, items, access, feed, ops, activity, notifications, ...others] =
    tableNames.map((_, index) => rowsOf(index));
  const [private_rows, contacts, blocks, reports, former_numbers] = others;
  return {
    users: users?.map(({ phone_hash: _, epoch: __, is_number_taken_over: ___, ...row }) => row),
    heads: heads?.map(({ user_id, head, floor, items: count, bytes }) => ({
      user_id,
      head,
      floor,
      items: count,
      bytes,
    })),
    items: items?.map(({ is_log_erased: _, forgotten_deletion: __, ...row }) => row),
    access: access?.map(({ item_type: _, ...row }) => row),
    feed,
    ops: ops?.map(({ created_at: _, ...row }) => row),
    activity,
    notifications,
    private_rows,
    contacts: contacts?.map(({ phone_hash: _, created_at: __, key: ___, ...row }) => row),
    blocks,
    reports,
    former_numbers,
  } as unknown as AllRows;
}
