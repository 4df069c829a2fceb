import type { ActivityRow, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';
import { columnList } from './record-set.ts';
import type { Columns } from './record-set.ts';

/** The columns of a new entry. */
export const newActivityColumns: Columns<Omit<ActivityRow, 'id'>> = {
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

/** How the authority reads a campaign's log, and forgets what it says; new entries are written with their outcome. */
export function activityTable(db: Connection) {
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
    async eraseActivity(itemIds) {
      if (itemIds.length === 0) return;
      await sql`
        delete from activity where campaign_id = any(${itemIds}::bigint[])
          or (campaign_id is null and item_id = any(${itemIds}::bigint[]))`.execute(db);
    },
  } satisfies Partial<Tx>;
}
