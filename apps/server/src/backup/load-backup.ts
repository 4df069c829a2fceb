import { sql } from 'kysely';
import type { Database } from '../db/pool/database.ts';
import { lockMigrations, migrate } from '../db/upkeep/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Connection } from '../db/tables/schema.ts';
import { allTables } from '../db/tables/witness.ts';
import { partOf } from './backup-content.ts';
import type { BackupPart } from './backup-content.ts';
import { readBackupFile } from './backup-file.ts';
import type { CheckedBackup } from './check-backup.ts';

/** The number of characters of rows in one statement. */
const charsAtOnce = 4_000_000;

/**
 * Replaces everything in the database by a checked backup and migrates it to this version, in one
 * transaction: a failure changes nothing, and running servers see all of it or nothing. They find out by
 * themselves what devices have lost (decision 0068).
 * @throws {DatabaseTooNewError} if a newer version made the existing tables.
 */
export async function loadBackup(
  database: Database,
  path: string,
  { head }: CheckedBackup,
): Promise<void> {
  // The migrator's own tables are needed first, and a database of a newer version is refused.
  await migrate(database);
  await database.kysely.transaction().execute(async (tx) => {
    await sql`
      select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
    await lockMigrations(tx);
    await dropTables(tx);
    const known = Object.keys(migrations);
    await run(
      tx,
      known.filter((name) => head.migrations.includes(name)),
    );
    const keys = await takeForeignKeys(tx);
    await fill(tx, path);
    for (const { table, name, definition } of keys) {
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      );
    }
    await run(
      tx,
      known.filter((name) => !head.migrations.includes(name)),
    );
  });
  await sql`analyze`.execute(database.kysely);
}

/** Every transaction of a server reads `witness` first, so one that waits for it holds no other lock. */
async function dropTables(tx: Connection): Promise<void> {
  await sql`lock table witness in access exclusive mode`.execute(tx);
  await sql`drop table ${sql.join(allTables.map((name) => sql.table(name)))} cascade`.execute(tx);
}

async function run(tx: Connection, names: readonly string[]): Promise<void> {
  for (const name of names) await sql.raw(migrations[name] ?? '').execute(tx);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Rows come table by table, and only all of them together satisfy the foreign keys. */
async function takeForeignKeys(tx: Connection): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select t.relname::text as table, k.conname::text as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
    order by k.conname`.execute(tx);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  }
  return rows;
}

/** Empties the tables that the migrations have filled, and inserts the rows of the backup. */
async function fill(tx: Connection, path: string): Promise<void> {
  const { rows: made } = await sql<{ name: string }>`
    select name from unnest(${allTables}::text[]) as name where to_regclass(name) is not null`.execute(
    tx,
  );
  const names = made.map(({ name }) => name);
  await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx);
  let into: Extract<BackupPart, { readonly kind: 'table' }> | null = null;
  let rows: string[] = [];
  let chars = 0;
  const flush = async (): Promise<void> => {
    if (into !== null && rows.length > 0) await insert(tx, into.name, into.columns, rows);
    rows = [];
    chars = 0;
  };
  for await (const line of readBackupFile(path)) {
    const part = partOf(line);
    if (part === null) {
      rows.push(line);
      chars += line.length;
      if (chars >= charsAtOnce) await flush();
      continue;
    }
    await flush();
    if (part.kind === 'table') into = part;
    if (part.kind === 'sequence') await goOnCounting(tx, part);
  }
}

async function insert(
  tx: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names}
    from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(
    tx,
  );
}

async function goOnCounting(
  tx: Connection,
  { table, column, last }: Extract<BackupPart, { readonly kind: 'sequence' }>,
): Promise<void> {
  if (last === null) return;
  await sql`
    select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(tx);
}
