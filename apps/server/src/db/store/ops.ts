import type { OpRow, Tx, UserRow } from '@foray/authority';
import { sql } from 'kysely';
import { hold } from '../pool/pipelined-connection.ts';
import type { Connection } from '../tables/schema.ts';
import { standingColumns, standingTables } from '../tables/heads.ts';
import type { NotedStanding, StandingRow } from '../tables/heads.ts';
import { userColumns } from './people.ts';
import { columnList, partOf } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';
import { RunUnknown, isPresent } from '../tables/witness.ts';

/** The columns of `ops`. */
export const opColumns: Columns<OpRow> = {
  user_id: 'bigint',
  op_id: 'text',
  fingerprint: 'text',
  status: 'integer',
  code: 'text',
  fields: 'jsonb',
  item_id: 'bigint',
  version: 'bigint',
};

/** The position and the row of a user, and an op of theirs; null if missing. */
type LockedOp = StandingRow & OrNull<UserRow> & OrNull<OpRow>;
type OrNull<Row> = Row | { readonly [Name in keyof Row]: null };

/** Reads the records of requests, and locks them. */
export function opTable(db: Connection, noted: NotedStanding) {
  return {
    async op(userId, opId) {
      const { rows } = await sql<OpRow>`
        select ${columnList(opColumns)} from ops
        where user_id = ${userId} and op_id = ${opId}`.execute(db);
      return rows[0] ?? null;
    },
    async lockOps(userId, opIds) {
      // Two statements, because the second must see what was committed while the first waited. A collision
      // of hashes only makes two strangers wait for each other.
      const lock = sql`
        select pg_advisory_xact_lock(key) from (
          select distinct hashtextextended(id, 0) as key
          from unnest(${opIds.map((id) => `op ${userId} ${id}`)}::text[]) as id order by key
        ) keys`;
      await hold(lock, db);
      // Also selects the caller and their position, for the next read.
      const { rows } = await sql<LockedOp>`
        select ${standingColumns}, ${columnList(userColumns, 'u.')}, ${columnList(opColumns, 'o.')}
        from ${standingTables(userId)}
        left join ops o on o.user_id = ${userId} and o.op_id = any(${opIds}::text[])
        where ${isPresent}`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new RunUnknown();
      noted.note(userId, row);
      if (row.id !== null) noted.hasMet(partOf(row, userColumns));
      return rows.flatMap((one) => (one.op_id === null ? [] : partOf(one, opColumns)));
    },
  } satisfies Partial<Tx>;
}
