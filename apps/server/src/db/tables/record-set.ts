import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Columns of a table by name, with their SQL types. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: string };

/**
 * The number of rows that one statement writes, or of items whose rows it reads. A family of 5,000 items
 * that 50 people see has 250,000 access rows: a single statement for them would come near the time limit of
 * statements, and its parameter would have tens of megabytes.
 */
export const rowsAtOnce = 1_000;

/** Rows in their order, in batches for one statement each; none for no rows. */
export function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const portions: (readonly Row[])[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    portions.push(rows.slice(from, from + rowsAtOnce));
  }
  return portions;
}

/**
 * Rows as a table expression named `alias` with the given columns: one parameter for any number of rows, so
 * that a write of many rows is one prepared statement and one round trip. `ordinal` numbers them from 1 in
 * their order.
 */
export function recordSet<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  alias: string,
): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Columns<Row>)[];
  const definitions = sql.raw(names.map((name) => `${name} ${columns[name]}`).join(', '));
  const listed = sql.raw([...names, 'ordinal'].join(', '));
  return sql`rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (${definitions}))
    with ordinality as ${sql.ref(alias)} (${listed})`;
}

/** The names of columns, comma-separated, each with the prefix. */
export function columnList<Row>(columns: Columns<Row>, prefix = ''): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(columns)
      .map((name) => prefix + name)
      .join(', '),
  );
}

/** The part of a row with these columns. */
export function partOf<Row>(row: Row, columns: Columns<Row>): Row {
  const names = Object.keys(columns) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Row;
}

/** `name = from.name` for every column but the keys, for UPDATE and ON CONFLICT. */
export function assignments<Row>(
  columns: Columns<Row>,
  keys: readonly (keyof Row & string)[],
  from: string,
): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(columns)
      .filter((name) => !(keys as readonly string[]).includes(name))
      .map((name) => `${name} = ${from}.${name}`)
      .join(', '),
  );
}
