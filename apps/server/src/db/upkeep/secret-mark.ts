import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';

/** The row of `meta` with the name of the secret under which the database is kept (keys.ts). */
const key = 'secret';

/** The name of the secret; null if the database has none yet, or no tables. */
export async function readSecretMark(db: Connection): Promise<string | null> {
  const table = await sql<{ there: boolean }>`
    select to_regclass('meta') is not null as there`.execute(db);
  if (table.rows[0]?.there !== true) return null;
  const { rows } = await sql<{ value: string }>`
    select value from meta where key = ${key}`.execute(db);
  return rows[0]?.value ?? null;
}

/** Gives the database its first mark, unless another node has just done so; returns the mark that it has. */
export async function addSecretMark(db: Connection, name: string): Promise<string | null> {
  await sql`
    insert into meta (key, value) values (${key}, ${name}) on conflict (key) do nothing`.execute(
    db,
  );
  return readSecretMark(db);
}

/** Replaces the mark: the database is kept under this secret from now on. */
export async function writeSecretMark(db: Connection, name: string): Promise<void> {
  await sql`
    insert into meta (key, value) values (${key}, ${name})
    on conflict (key) do update set value = excluded.value where meta.value <> excluded.value`.execute(
    db,
  );
}
