import type { BlockRow, ReportRow, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { columnList, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

const blockColumns: Columns<BlockRow> = {
  user_id: 'bigint',
  blocked_id: 'bigint',
  created_at: 'timestamptz(3)',
};
const newReportColumns: Columns<Omit<ReportRow, 'id'>> = {
  user_id: 'bigint',
  reported_id: 'bigint',
  reason: 'text',
  text: 'text',
  created_at: 'timestamptz(3)',
  done_at: 'timestamptz(3)',
};

/** Reads and writes blocks between people, and writes reports. */
export function blockTable(db: Connection) {
  return {
    async blocksAmong(userId, candidates) {
      if (candidates.length === 0) return [];
      const { rows } = await sql<{ readonly id: number }>`
        select blocked_id as id from blocks
        where user_id = ${userId} and blocked_id = any(${candidates}::bigint[])
        union
        select user_id from blocks
        where blocked_id = ${userId} and user_id = any(${candidates}::bigint[])
        order by id`.execute(db);
      return rows.map(({ id }) => id);
    },
    async blocksOf(userId) {
      const { rows } = await sql<BlockRow>`
        select ${columnList(blockColumns)} from blocks where user_id = ${userId}
        order by created_at desc, blocked_id desc`.execute(db);
      return rows;
    },
    async blockersOf(userId) {
      const { rows } = await sql<{ readonly id: number }>`
        select user_id as id from blocks where blocked_id = ${userId} order by id`.execute(db);
      return rows.map(({ id }) => id);
    },
    async putBlock(row) {
      await sql`
        insert into blocks (${columnList(blockColumns)})
        select ${columnList(blockColumns)} from ${recordSet([row], blockColumns, 'r')}
        on conflict (user_id, blocked_id) do nothing`.execute(db);
    },
    async removeBlock(userId, blockedId) {
      const { rows } = await sql`
        delete from blocks where user_id = ${userId} and blocked_id = ${blockedId}
        returning user_id`.execute(db);
      return rows.length > 0;
    },
    async putReport(row) {
      await sql`
        insert into reports (${columnList(newReportColumns)})
        select ${columnList(newReportColumns)}
        from ${recordSet([row], newReportColumns, 'r')}`.execute(db);
    },
  } satisfies Partial<Tx>;
}
