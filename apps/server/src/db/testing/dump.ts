import type pg from 'pg';
import { migrations } from '../migrations/index.ts';

/** Every row of every table, and the next numbers of sequences, as a dump contains them. */
export interface Dump {
  readonly tables: readonly { readonly name: string; readonly rows: string }[];
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
}

/** Runs while something is missing: after each table, and after each key. */
type Between = () => Promise<void>;

/** Reads everything in one snapshot. Tables come by name, as pg_dump writes them. */
export async function takeDump(client: pg.ClientBase): Promise<Dump> {
  await client.query('begin isolation level repeatable read');
  const names = await client.query<{ name: string }>(`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const tables: { name: string; rows: string }[] = [];
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
    );
    tables.push({ name, rows: rows[0]?.rows ?? '[]' });
  }
  const sequences = await client.query<{ name: string; last: string | null }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public'`);
  await client.query('commit');
  return { tables, sequences: sequences.rows };
}

/** Loads a dump as `psql --single-transaction` runs the script of `pg_dump --clean`. */
export async function loadDump(client: pg.ClientBase, dump: Dump): Promise<void> {
  await client.query('begin');
  await client.query(`drop table ${migratedTables(dump).join()} cascade`);
  for (const text of Object.values(migrations)) await client.query(text);
  await client.query(`truncate ${migratedTables(dump).join()}`);
  await withoutTriggers(client, async () => {
    for (const name of migratedTables(dump)) await fill(client, dump, name);
  });
  await goOnCounting(client, dump);
  await client.query('commit');
}

/**
 * The other ways of restoring it, piece by piece, into tables without keys. 'serial', as psql: the rows of
 * all tables, then their keys, then foreign keys, each by name. 'parallel', as pg_restore --jobs: each key as
 * soon as its tables have their rows, and small tables may come first. `between` runs after each piece, up to
 * the last key for which the server waits.
 */
export async function loadDumpInPieces(
  client: pg.ClientBase,
  dump: Dump,
  pace: 'serial' | 'parallel',
  between: Between,
): Promise<void> {
  const keys = await keysOf(client);
  for (const { table, name } of keys.toReversed()) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  const names = migratedTables(dump);
  await client.query(`truncate ${names.join()}`);
  await between();
  await goOnCounting(client, dump);
  const waiting = [...keys];
  const filled = new Set<string>();
  for (const name of pace === 'serial' ? names : names.toReversed()) {
    await fill(client, dump, name);
    await between();
    filled.add(name);
    const counts = pace === 'serial' ? names.length : 1;
    for (const key of keys) {
      const isDue = waiting.includes(key) && key.needs.every((table) => filled.has(table));
      if (!isDue || filled.size < counts) continue;
      await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
      waiting.splice(waiting.indexOf(key), 1);
      const isPausing = pace === 'serial' ? waiting.length === 1 : !waiting.every(isForeign);
      if (isPausing) await between();
    }
  }
}

/**
 * As `pg_restore --data-only --disable-triggers` or a script of such a dump continues after a failure, into
 * tables that an operator has emptied by these statements.
 */
export async function loadData(
  client: pg.ClientBase,
  dump: Dump,
  emptying: string,
  between: Between,
): Promise<void> {
  await client.query(emptying);
  await between();
  await withoutTriggers(client, async () => {
    for (const name of migratedTables(dump)) {
      await fill(client, dump, name).catch(() => undefined);
      if (name !== 'witness') await between();
    }
  });
  await goOnCounting(client, dump);
}

/** Loads it into a database that has only the first migrations, as if it were a dump of that release. */
export async function loadAsOlderRelease(
  client: pg.ClientBase,
  dump: Dump,
  known: number,
): Promise<void> {
  const older = Object.entries(migrations).slice(0, known);
  for (const [, text] of older) await client.query(text);
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (
      id varchar(255) primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0);
    insert into kysely_migration
    select name, '' from unnest(array[${older.map(([name]) => `'${name}'`).join()}]) name`);
  const { rows } = await client.query<{ name: string }>(`
    select tablename as name from pg_tables where schemaname = 'public'`);
  const names = migratedTables(dump).filter((name) => rows.some((row) => row.name === name));
  await client.query(`truncate ${names.join()}`);
  await withoutTriggers(client, async () => {
    for (const name of names) await fill(client, dump, name);
    // The dump of an older release lacks the records of later migrations.
    await client.query('delete from meta where key = any($1)', [Object.keys(migrations)]);
  });
  await goOnCounting(client, dump);
}

/**
 * As psql loads a dump of an older release into an empty database, piece by piece: the tables by name and
 * without keys, their rows by name, and then keys, foreign ones last. `between` runs after each piece but
 * the last one.
 */
export async function loadAsOlderReleaseInPieces(
  client: pg.ClientBase,
  dump: Dump,
  known: number,
  between: Between,
): Promise<void> {
  await loadAsOlderRelease(client, dump, known);
  const older = await takeDump(client);
  const keys = await keysOf(client);
  for (const { table, name } of keys.toReversed()) {
    await client.query(`alter table ${table} drop constraint ${name} cascade`);
  }
  const names = older.tables.map(({ name }) => name);
  await client.query(`truncate ${names.join()}`);
  await client.query('create schema later');
  for (const name of names) await client.query(`alter table ${name} set schema later`);
  for (const name of names) {
    await client.query(`alter table later.${name} set schema public`);
    await between();
  }
  for (const name of names) {
    await fill(client, older, name);
    await between();
  }
  for (const [index, { table, name, definition }] of keys.entries()) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    if (index < keys.length - 1) await between();
  }
  await client.query('drop schema later');
}

/** The tables that migrations make, without those of the migrator. */
export function migratedTables(dump: Dump): readonly string[] {
  return dump.tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely'));
}

interface Key {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** The tables whose rows come before it. */
  readonly needs: readonly string[];
}

function isForeign({ definition }: Key): boolean {
  return definition.startsWith('FOREIGN KEY');
}

/** Every primary, unique and foreign key: foreign ones last, each by name. */
async function keysOf(client: pg.ClientBase): Promise<readonly Key[]> {
  const { rows } = await client.query<Key>(`
    select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition,
      array_remove(array[conrelid::regclass::text, nullif(confrelid, 0)::regclass::text], null)
        as needs
    from pg_constraint
    where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace
      and conrelid::regclass::text not like 'kysely%'
    order by contype = 'f', conname`);
  return rows;
}

async function withoutTriggers(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('set session_replication_role = replica');
  await work();
  await client.query('reset session_replication_role');
}

async function fill(client: pg.ClientBase, dump: Dump, name: string): Promise<void> {
  const table = dump.tables.find((one) => one.name === name);
  await client.query(
    `insert into ${name} overriding system value
     select * from json_populate_recordset(null::${name}, $1::json)`,
    [table?.rows ?? '[]'],
  );
}

async function goOnCounting(client: pg.ClientBase, { sequences }: Dump): Promise<void> {
  for (const { name, last } of sequences) {
    // An earlier release has no sequence for a later table.
    await client.query(
      `select setval(to_regclass($1), coalesce($2::bigint, 1), $2 is not null)
       where to_regclass($1) is not null`,
      [name, last],
    );
  }
}
