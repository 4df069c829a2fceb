import type { Tables } from '@foray/authority/testing';
import type pg from 'pg';

/** What is read, and in which order: ops as they were written, since none changes, and before a vacuum none takes another's place. */
const orders = {
  users: 'id',
  heads: 'user_id',
  items: 'id',
  access: 'user_id, item_id',
  feed: 'user_id, kind, ref_id',
  ops: 'ctid',
  activity: 'id',
  notifications: 'id',
  blocks: 'user_id, blocked_id',
  reports: 'id',
};

/** Every row that is committed, but contacts and former numbers, of which there are hashes only. */
export async function readTables(pool: pg.Pool): Promise<Tables> {
  const selects = Object.entries(orders).map(
    ([table, by]) => `select * from ${table} order by ${by};`,
  );
  const results = (await pool.query(selects.join(''))) as unknown as readonly pg.QueryResult[];
  const tables = Object.keys(orders).map((table, at) => [table, results[at]?.rows ?? []]);
  const hashed = { contacts: [], former_numbers: [] };
  return { ...Object.fromEntries(tables), ...hashed } as unknown as Tables;
}
