import type { OpRow, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';
import { standingColumns, standingTables } from './heads.ts';
import type { NotedStanding, StandingRow } from './heads.ts';
import { columnList } from './record-set.ts';
import type { Columns } from './record-set.ts';
import { RunUnknown, isPresent } from './witness.ts';

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

type LockedOp = StandingRow & (OpRow | { readonly [Name in keyof OpRow]: null });

/** How the authority reads what a request did, and locks requests. */
export function opTable(db: Connection, noted: NotedStanding) {
  return {
    async op(userId, opId) {
      const { rows } = await sql<OpRow>`
        select ${columnList(opColumns)} from ops
        where user_id = ${userId} and op_id = ${opId}`.execute(db);
      return rows[0] ?? null;
    },
    async lockOp(userId, opId) {
      // Two statements: the second must see what was committed while the first waited. A collision
      // of hashes makes two strangers wait for each other, and nothing worse.
      await sql`
        select pg_advisory_xact_lock(hashtextextended(${`op ${userId} ${opId}`}::text, 0))
      `.execute(db);
      // The caller's standing comes along, for who asks next.
      const { rows } = await sql<LockedOp>`
        select ${standingColumns}, ${columnList(opColumns, 'o.')}
        from ${standingTables(userId)}
        left join ops o on o.user_id = ${userId} and o.op_id = ${opId}
        where ${isPresent}`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new RunUnknown();
      const { head, ended, life, run, present, epoch, ...op } = row;
      noted.note(userId, { head, ended, life, run, present, epoch });
      return op.op_id === null ? null : op;
    },
  } satisfies Partial<Tx>;
}
