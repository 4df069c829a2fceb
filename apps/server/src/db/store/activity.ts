import type { ActivityRow, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { columnList } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

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

/** A tombstone whose log has not been erased, as in the index items_to_unlog. */
const hasLog = sql`deleted_at is not null and title = '' and not is_log_erased`;

/** Reads and erases logs; new entries are written with their outcome. */
export function activityTable(db: Connection) {
  /** The entries `l` that meet a condition, newest first. */
  const pageOf = async (isWanted: RawBuilder<unknown>, page: number, perPage: number) => {
    const { rows } = await sql<ActivityRow & { readonly total: number }>`
      select counted.total, page.*
      from (select count(*) as total from activity l where ${isWanted}) counted
      left join lateral (
        select ${columnList(activityColumns, 'l.')} from activity l where ${isWanted}
        order by l.id desc limit ${perPage} offset ${(page - 1) * perPage}
      ) page on true
      order by page.id desc`.execute(db);
    const found = rows.filter((row) => row.id !== null);
    return { rows: found.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
  };
  return {
    async activity(campaignId, viewerId, page, perPage) {
      const seen =
        viewerId === null
          ? sql``
          : sql`and exists (select from access a
              where a.user_id = ${viewerId} and a.item_id = l.item_id and not a.removed)`;
      return pageOf(sql`l.campaign_id = ${campaignId} ${seen}`, page, perPage);
    },
    async itemActivity({ id, campaignId }, readerId, page, perPage) {
      const about = sql`l.item_id = ${id} and l.campaign_id is not distinct from ${campaignId}`;
      const isOwn = sql`l.user_id = ${readerId} or
        l.metadata #>> '{assigned_to,new}' = ${readerId === null ? null : String(readerId)}`;
      const sinceOwn = sql`l.id >= (
        select min(l.id) from activity l where ${about} and (${isOwn}))`;
      return pageOf(readerId === null ? about : sql`${about} and ${sinceOwn}`, page, perPage);
    },
    async eraseActivity(itemIds) {
      if (itemIds.length === 0) return;
      await sql`
        delete from activity where campaign_id = any(${itemIds}::bigint[])
          or (campaign_id is null and item_id = any(${itemIds}::bigint[]))`.execute(db);
      await sql`
        update activity set item_title = '', metadata = '{}'
        where item_id = any(${itemIds}::bigint[])`.execute(db);
    },
    async eraseActivityOfTombstones(limit) {
      // Rows that another transaction has locked are left to the next time, so that transactions never wait
      // for each other in a circle.
      const { rows: found } = await sql<{ readonly id: number }>`
        select id from items where ${hasLog}
        order by id limit ${limit} for no key update skip locked`.execute(db);
      if (found.length === 0) return false;
      const ids = found.map(({ id }) => id);
      const { rows } = await sql<{ readonly isMore: boolean }>`
        with gone as (
          delete from activity where id in (
            (select id from activity where campaign_id = any(${ids}::bigint[]) limit ${limit})
            union all
            (select id from activity where item_id = any(${ids}::bigint[]) and campaign_id is null
              limit ${limit}))
          returning id
        ), emptied as (
          update activity set item_title = '', metadata = '{}' where id in (
            select id from activity
            where item_id = any(${ids}::bigint[]) and campaign_id <> all(${ids}::bigint[])
              and (item_title <> '' or metadata <> '{}') limit ${limit})
          returning id
        )
        select greatest((select count(*) from gone), (select count(*) from emptied)) >= ${limit}
          as "isMore"`.execute(db);
      if (rows[0]?.isMore === true) return true;
      await sql`
        update items set is_log_erased = true where id = any(${ids}::bigint[])`.execute(db);
      return found.length === limit;
    },
  } satisfies Partial<Tx>;
}
