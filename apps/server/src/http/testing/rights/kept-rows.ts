import type { Pool } from 'pg';

/** A hash of each table that a request may change, by its name. */
export type Rows = Readonly<Record<string, string>>;

const tables = [
  'users',
  'items',
  'access',
  'heads',
  'feed',
  'activity',
  'notifications',
  'sessions',
  'login_codes',
  'contacts',
  'blocks',
  'reports',
  'push',
  'ops',
];

/** The rows of a database as they were at one time: what has changed since, and the way back. */
export class KeptRows {
  readonly #pool: Pool;
  readonly #kept: Rows;
  #restores = 0;

  constructor(pool: Pool, kept: Rows) {
    this.#pool = pool;
    this.#kept = kept;
  }

  /** The names of the tables that are not as they were. */
  async changed(): Promise<readonly string[]> {
    const rows = await readRows(this.#pool);
    return tables.filter((table) => rows[table] !== this.#kept[table]);
  }

  /** Makes these tables what they were. */
  async restore(names: readonly string[]): Promise<void> {
    const statements = names.map(
      (name) => `
        delete from ${name} t where t::text not in (select w::text from kept.${name} w);
        insert into ${name} overriding system value
        select * from kept.${name} w where w::text not in (select t::text from ${name} t);`,
    );
    await this.#pool.query(
      `begin; set local session_replication_role = replica; ${statements.join('')} commit;`,
    );
    // Nothing else cleans up here, and dead rows would slow every read down.
    this.#restores += 1;
    if (this.#restores % 50 === 0) await this.#pool.query(`vacuum ${tables.join(', ')}`);
  }
}

/** Keeps all rows as they are now. */
export async function keepRows(pool: Pool): Promise<KeptRows> {
  const copies = tables.map((table) => `create table kept.${table} as table public.${table};`);
  await pool.query(`create schema kept; ${copies.join('')}`);
  return new KeptRows(pool, await readRows(pool));
}

async function readRows(pool: Pool): Promise<Rows> {
  const hashes = tables.map(
    (table) => `(
      select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t
    ) as ${table}`,
  );
  const { rows } = await pool.query<Rows>(`select ${hashes.join(', ')}`);
  return rows[0] ?? {};
}
