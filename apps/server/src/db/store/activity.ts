import type { ActivityRow, Reads, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import { columnList, recordSet } from './record-set.ts';
import type { Columns } from './record-set.ts';

const newActivityColumns: Columns<Omit<ActivityRow, 'id'>> = {
  campaign_id: 'bigint',
  item_id: 'bigint',
  item_type: 'text',
  item_title: 'text',
  user_id: 'bigint',
  action: 'text',
  metadata: 'jsonb',
  automatic: 'boolean',
  created_at: 'timestamptz(3)',
};
const activityColumns: Columns<ActivityRow> = { id: 'bigint', ...newActivityColumns };

/** How the authority reads a campaign's log. */
export function activityReads(db: Connection): Pick<Reads, 'activity'> {
  return {
    async activity(campaignId, viewerId, page, perPage) {
      const seen =
        viewerId === null
          ? sql``
          : sql`and exists (select from access a
              where a.user_id = ${viewerId} and a.item_id = l.item_id and not a.removed)`;
      const { rows } = await sql<ActivityRow & { readonly total: number }>`
        select counted.total, page.*
        from (select count(*) as total from activity l
          where l.campaign_id = ${campaignId} ${seen}) counted
        left join lateral (
          select ${columnList(activityColumns, 'l.')} from activity l
          where l.campaign_id = ${campaignId} ${seen}
          order by l.id desc limit ${perPage} offset ${(page - 1) * perPage}
        ) page on true
        order by page.id desc`.execute(db);
      const found = rows.filter((row) => row.id !== null);
      return { rows: found.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
    },
  };
}

/** How the authority appends to the log. */
export function activityWrites(db: Connection): Pick<Tx, 'appendActivity'> {
  return {
    async appendActivity(rows) {
      if (rows.length === 0) return;
      // Identities are given in the order of the rows that the query yields.
      await sql`
        insert into activity (${columnList(newActivityColumns)})
        select ${columnList(newActivityColumns)} from ${recordSet(rows, newActivityColumns, 'r')}
        order by r.ordinal`.execute(db);
    },
  };
}
