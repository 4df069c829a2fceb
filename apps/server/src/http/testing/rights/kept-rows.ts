import type { Pool } from 'pg';

/** A hash of each table that is read, by its name. */
type TableHashes = Readonly<Record<string, string>>;

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

/** The rows of a database at one time: what has changed since, and the way back. */
export class KeptRows {
  readonly #pool: Pool;
  readonly #kept: TableHashes;
  #restores = 0;

  constructor(pool: Pool, kept: TableHashes) {
    this.#pool = pool;
    this.#kept = kept;
  }

  /** The names of the tables that have changed. Only those that were written to are read. */
  async changed(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ name: string }>('select name from kept.writes');
    const written = tables.filter((table) => rows.some(({ name }) => name === table));
    if (written.length === 0) return [];
    const hashes = await readHashes(this.#pool, written);
    return written.filter((table) => hashes[table] !== this.#kept[table]);
  }

  /** Restores these tables. */
  async restore(names: readonly string[]): Promise<void> {
    const statements = names.map(
      (name) => `
        delete from ${name} t where t::text not in (select w::text from kept.${name} w);
        insert into ${name} overriding system value
        select * from kept.${name} w where w::text not in (select t::text from ${name} t);`,
    );
    await this.#pool.query(
      `begin; set local session_replication_role = replica; ${statements.join('')}
      delete from kept.writes; commit;`,
    );
    // Nothing else cleans up here, and dead rows would slow every read down.
    this.#restores += 1;
    if (this.#restores % 50 === 0) {
      await this.#pool.query(`vacuum ${tables.join(', ')}, kept.writes`);
    }
  }
}

/** Records all rows, and makes the tables record from now on that they are written to. */
export async function keepRows(pool: Pool): Promise<KeptRows> {
  const copies = tables.map(
    (table) => `
      create table kept.${table} as table public.${table};
      create trigger kept_write after insert or update or delete or truncate on public.${table}
      for each statement execute function kept.note_write();`,
  );
  await pool.query(`
    create schema kept;
    create table kept.writes (name text);
    create function kept.note_write() returns trigger language plpgsql as $$
      begin
        insert into kept.writes values (tg_table_name);
        return null;
      end $$;
    ${copies.join('')}`);
  return new KeptRows(pool, await readHashes(pool, tables));
}

async function readHashes(pool: Pool, names: readonly string[]): Promise<TableHashes> {
  const hashes = names.map(
    (name) => `(
      select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${name} t
    ) as ${name}`,
  );
  const { rows } = await pool.query<TableHashes>(`select ${hashes.join(', ')}`);
  return rows[0] ?? {};
}
