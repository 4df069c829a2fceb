import { StoreUnavailable } from '@foray/authority';
import { sql } from 'kysely';
import { refuseNewer } from '../db/upkeep/migrate.ts';
import { allTables, isComplete } from '../db/tables/witness.ts';
import type { Connection } from '../db/tables/schema.ts';
import { lineOf } from './backup-content.ts';
import type { BackupHead } from './backup-content.ts';

/** The number of rows in memory at once: a row may have 10 KB of text. */
const rowsAtOnce = 500;

/**
 * The lines of a backup of all tables at one moment. Concurrent writes are not blocked, and are not in it.
 * It needs a connection without a pooler.
 * @throws {StoreUnavailable} while a backup is being loaded.
 * @throws {DatabaseTooNewError} if there may be tables that this code does not know.
 */
export async function* takeBackup(
  db: Connection,
  about: Omit<BackupHead, 'migrations'>,
): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The disk may be slow. The settings make the texts of rows independent of the database's own.
    await sql`
      select set_config(name, value, true) from (values
        ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
        ('timezone', 'UTC'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
      ) as setting (name, value)`.execute(tx);
    const { rows } = await sql<{ whole: boolean; migrations: readonly string[] }>`
      select ${isComplete} as whole,
        array(select name::text from kysely_migration order by name) as migrations`.execute(tx);
    const [state] = rows;
    if (state?.whole !== true) throw new StoreUnavailable('a backup is being loaded');
    refuseNewer(state.migrations);
    yield lineOf({ kind: 'head', head: { ...about, migrations: state.migrations } });
    for (const { name, columns } of await tablesOf(tx)) {
      yield lineOf({ kind: 'table', name, columns });
      yield* rowsOf(tx, name);
    }
    yield* sequencesOf(tx);
  } finally {
    await tx.rollback().execute();
  }
}

async function tablesOf(
  tx: Connection,
): Promise<readonly { readonly name: string; readonly columns: readonly string[] }[]> {
  const { rows } = await sql<{ name: string; columns: readonly string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any (${allTables}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(tx);
  return rows;
}

async function* rowsOf(tx: Connection, table: string): AsyncGenerator<string> {
  await sql`
    declare rows_of_table no scroll cursor for
    select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.lit(rowsAtOnce)} from rows_of_table`.execute(tx);
    for (const { line } of rows) yield line;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close rows_of_table`.execute(tx);
}

async function* sequencesOf(tx: Connection): AsyncGenerator<string> {
  const { rows } = await sql<{ table: string; column: string; last: string | null }>`
    select t.relname::text as table, a.attname::text as column, s.last_value::text as last
    from pg_sequences s
    join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
      and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.schemaname = current_schema() and t.relname = any (${allTables}::text[]) order by 1, 2`.execute(
    tx,
  );
  for (const { table, column, last } of rows)
    yield lineOf({ kind: 'sequence', table, column, last });
}
