import type { AccessRow, Deletion, FeedPage, ItemRow, SeenItem, Tx } from '@foray/authority';
import type { ItemType } from '@foray/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { itemColumns } from './items.ts';
import { columnList, partOf, portionsOf } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

/** The columns of `access`, without the type of the item. */
export const accessColumns: Columns<AccessRow> = {
  user_id: 'bigint',
  item_id: 'bigint',
  root_id: 'bigint',
  permission: 'text',
  seq: 'bigint',
  removed: 'boolean',
  reason: 'text',
};

/** An item's columns, and those of its reader's access row under other names. */
type SeenRow = ItemRow & {
  readonly [Name in keyof AccessRow as `access_${Name}`]: AccessRow[Name];
};

/** The reader's head, which is in every row of a page. */
export interface Head {
  readonly head: number;
  readonly floor: number;
}

const seenColumns: RawBuilder<unknown> = sql`${columnList(itemColumns, 'i.')}, ${sql.raw(
  Object.keys(accessColumns)
    .map((name) => `a.${name} as access_${name}`)
    .join(', '),
)}`;

const accessObject: RawBuilder<unknown> = sql`json_build_object(${sql.raw(
  Object.keys(accessColumns)
    .map((name) => `'${name}', a.${name}`)
    .join(', '),
)})`;

function seenItem(row: SeenRow): SeenItem {
  const access: Record<string, unknown> = {};
  const values = row as unknown as Record<string, unknown>;
  for (const name of Object.keys(accessColumns)) access[name] = values[`access_${name}`];
  return { item: partOf(row, itemColumns), access: access as unknown as AccessRow };
}

/**
 * Reads items through access rows, as every read by a user does, and deletes old rows. Callers that write
 * hold the heads of the users.
 */
export function accessTable(db: Connection) {
  return { ...accessRows(db), ...seenPages(db) } satisfies Partial<Tx>;
}

/** Access rows, by their items and users. */
function accessRows(db: Connection) {
  return {
    async access(itemIds, userIds) {
      if (userIds?.length === 0) return [];
      const readers = userIds === null ? sql`` : sql`and user_id = any(${userIds}::bigint[])`;
      const found: AccessRow[] = [];
      for (const portion of portionsOf(inOrder(itemIds))) {
        const { rows } = await sql<AccessRow>`
          select ${columnList(accessColumns)} from access
          where item_id = any(${portion}::bigint[]) ${readers}
          order by item_id, user_id`.execute(db);
        for (const row of rows) found.push(row);
      }
      return found;
    },
    async members(itemIds) {
      if (itemIds.length === 0) return [];
      // Sent as JSON, in which numbers, texts and booleans are as in columns.
      const { rows } = await sql<ItemRow & { readonly access: readonly AccessRow[] }>`
        select ${columnList(itemColumns, 'i.')}, (
          select coalesce(json_agg(${accessObject} order by a.user_id), '[]')
          from access a where a.item_id = i.id
        ) as access
        from items i
        where i.id = any(${itemIds}::bigint[]) order by i.id`.execute(db);
      return rows.map(({ access, ...item }) => ({ item, access }));
    },
    async seen(userId, itemIds) {
      if (itemIds.length === 0) return [];
      const { rows } = await sql<SeenRow>`
        select ${seenColumns} from access a join items i on i.id = a.item_id
        where a.user_id = ${userId} and a.item_id = any(${itemIds}::bigint[]) and not a.removed
        order by i.id`.execute(db);
      return rows.map(seenItem);
    },
    async assignedBy(userId, otherId, limit) {
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns, 'i.')} from items i join items root on root.id = i.root_id
        where i.assigned_to = ${userId} and ${otherId}::bigint in (i.user_id, root.user_id)
        order by i.id limit ${limit}`.execute(db);
      return rows;
    },
    async observersOf(userId) {
      const { rows } = await sql<{ readonly user_id: number }>`
        select distinct a.user_id from access a
        where a.user_id <> ${userId} and not a.removed and a.item_id in (
          select id from items where user_id = ${userId}
          union all select id from items where assigned_to = ${userId})
        order by a.user_id`.execute(db);
      return rows.map((row) => row.user_id);
    },
    async forgetRemovals(before, limit) {
      const { rows } = await sql<{ readonly forgotten: number; readonly isMore: boolean }>`
        with old as (
          -- As the index items_to_forget has it. What another transaction holds is left to the next time.
          select id, title = '' and occurrence_of is null as is_over from items
          where deleted_at < ${before} and forgotten_deletion is distinct from deleted_at
          order by deleted_at, id limit ${limit} for no key update skip locked
        ), gone as (
          delete from access where item_id = any(array(select id from old)) and removed
          returning user_id, item_id, seq
        ), over as (
          delete from ops o using gone g join old on old.id = g.item_id
          where o.user_id = g.user_id and o.item_id = g.item_id and old.is_over and o.status <> 201
        ), marked as (
          update items set forgotten_deletion = deleted_at where id = any(array(select id from old))
        ), raised as (
          update heads h set floor = greatest(h.floor, g.seq)
          from (select user_id, max(seq) as seq from gone group by user_id) g
          where h.user_id = g.user_id
        )
        select (select count(*) from gone) as forgotten,
          (select count(*) from old) = ${limit} as "isMore"`.execute(db);
      return rows[0] ?? { forgotten: 0, isMore: false };
    },
  } satisfies Partial<Tx>;
}

/** Pages of the items that a user sees. */
function seenPages(db: Connection) {
  return {
    async itemFeeds(userId, sinceByType, limit) {
      // A single statement, so that the head belongs to exactly these rows (sync.md, section 2).
      const { rows } = await sql<SeenRow & Head & { readonly asked: ItemType }>`
        select asked.type as asked, coalesce(h.head, 0) as head, coalesce(h.floor, 0) as floor, page.*
        from unnest(${[...sinceByType.keys()]}::text[], ${[...sinceByType.values()]}::bigint[])
          as asked (type, since)
        left join heads h on h.user_id = ${userId}
        left join lateral (
          select ${seenColumns} from access a join items i on i.id = a.item_id
          where a.user_id = ${userId} and a.item_type = asked.type and a.seq > asked.since
          order by a.seq limit ${limit + 1}
        ) page on true
        order by page.access_seq`.execute(db);
      const pageOf = (type: ItemType) =>
        feedPage(
          rows.filter(({ asked }) => asked === type),
          limit,
          (row) => row.access_seq,
          seenItem,
        );
      return new Map([...sinceByType.keys()].map((type) => [type, pageOf(type)]));
    },
    async pageOfItems(userId, type, page, perPage) {
      const ofType = type === null ? sql`` : sql`and a.item_type = ${type}`;
      const { rows } = await sql<SeenRow & { readonly total: number }>`
        select counted.total, page.*
        from (select count(*) as total from access a
          where a.user_id = ${userId} and not a.removed ${ofType}) counted
        left join lateral (
          select ${seenColumns} from access a join items i on i.id = a.item_id
          where a.user_id = ${userId} and not a.removed ${ofType}
          order by i.created_at desc, i.id desc
          limit ${perPage} offset ${(page - 1) * perPage}
        ) page on true
        order by page.created_at desc, page.id desc`.execute(db);
      const found = rows.filter((row) => row.id !== null);
      return { rows: found.map(seenItem), total: rows[0]?.total ?? 0 };
    },
    async search(userId, needle, limit) {
      // strpos compares literally, so the wildcards and escapes of LIKE have no special meaning.
      const { rows } = await sql<SeenRow>`
        select ${seenColumns} from access a join items i on i.id = a.item_id
        cross join lateral (
          select coalesce(i.search_folded, i.search_text) as text,
            case when i.search_folded is null then ${needle.former} else ${needle.folded} end as needle
        ) s
        where a.user_id = ${userId} and not a.removed and strpos(s.text, s.needle) > 0
        order by i.occurrence_of is not null,
          strpos(s.text, s.needle) < strpos(s.text, chr(10)) desc,
          i.updated_at desc, i.id desc
        limit ${limit}`.execute(db);
      return rows.map(seenItem);
    },
    async deletions(userId, since, after, limit) {
      const place =
        after === null
          ? sql``
          : sql`and (i.deleted_at, i.deleted_op collate "C")
              < (${after.deleted_at}::timestamptz, ${after.deleted_op}::text)`;
      const { rows } = await sql<Deletion>`
        select i.deleted_op, i.deleted_at, array_agg(i.id order by i.id) as item_ids,
          array_agg(coalesce(i.assigned_to, 0) order by i.id) as assignee_ids
        from access a join items i on i.id = a.item_id
        where a.user_id = ${userId} and a.reason = 'deleted' and a.permission = 'manage'
          and i.deleted_at >= ${since} and i.title <> '' ${place}
        group by i.deleted_at, i.deleted_op
        order by i.deleted_at desc, i.deleted_op collate "C" desc limit ${limit}`.execute(db);
      return rows;
    },
  } satisfies Partial<Tx>;
}

/** Distinct ids in ascending order, so that rows read in batches are in order. */
function inOrder(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/**
 * A page of a stream, from one row more than the limit, each with the head; a single row without a position
 * means that there are none.
 */
export function feedPage<Row extends Head, Entry>(
  rows: readonly Row[],
  limit: number,
  seqOf: (row: Row) => number | null,
  entryOf: (row: Row) => Entry,
): FeedPage<Entry> {
  const found = rows.filter((row) => seqOf(row) !== null);
  return {
    rows: found.slice(0, limit).map(entryOf),
    more: found.length > limit,
    head: rows[0]?.head ?? 0,
    floor: rows[0]?.floor ?? 0,
  };
}
