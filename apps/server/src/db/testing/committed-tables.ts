import type { Tables } from '@foray/authority/testing';
import type pg from 'pg';

/**
 * The tables and their order. Ops are in the order of writing: none changes, and before a vacuum none takes
 * another's place.
 */
const orders = {
  users: 'id',
  heads: 'user_id',
  items: 'id',
  access: 'user_id, item_id',
  feed: 'user_id, kind, ref_id',
  ops: 'ctid',
  activity: 'id',
  notifications: 'id',
  private_rows: 'id',
  blocks: 'user_id, blocked_id',
  reports: 'id',
};

/** Every committed row, except contacts and former numbers, which are stored as hashes. */
export async function readTables(pool: pg.Pool): Promise<Tables> {
  const selects = Object.entries(orders).map(
    ([table, by]) => `select * from ${table} order by ${by};`,
  );
  const results = (await pool.query(selects.join(''))) as unknown as readonly pg.QueryResult[];
  const tables = Object.keys(orders).map((table, at) => [table, results[at]?.rows ?? []]);
  const hashed = { contacts: [], former_numbers: [] };
  return { ...Object.fromEntries(tables), ...hashed } as unknown as Tables;
}
