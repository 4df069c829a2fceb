import type { Below, ChildCounts, ItemRow, Tx } from '@foray/authority';
import { firstPersonId, forPlainFields } from '@foray/domain';
import { sql } from 'kysely';
import { hold } from '../pool/pipelined-connection.ts';
import type { Connection } from '../tables/schema.ts';
import { assignments, columnList, portionsOf, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

/** The column type of each kind of plain field. */
const plainTypes = {
  text: 'text',
  day: 'date',
  time: 'text',
  rule: 'text',
  choice: 'text',
} as const;

/** The columns of `items`, as a row of the authority has them. */
export const itemColumns: Columns<ItemRow> = {
  id: 'bigint',
  uuid: 'uuid',
  root_id: 'bigint',
  type: 'text',
  ...forPlainFields(({ kind }) => plainTypes[kind]),
  status: 'text',
  user_id: 'bigint',
  assigned_to: 'bigint',
  parent_id: 'bigint',
  parent_uuid: 'uuid',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
  completed_at: 'timestamptz(3)',
  labels: 'text[]',
  position: 'text',
  occurrence: 'bigint',
  occurrence_of: 'uuid',
  repeat_done: 'bigint',
  resets: 'jsonb',
  version: 'bigint',
  changed_by: 'text',
  deleted_at: 'timestamptz(3)',
  deleted_op: 'text',
  search_folded: 'text',
  search_text: 'text',
};

/** Reads, locks and writes items and the items below them. */
export function itemTable(db: Connection) {
  return { ...itemRows(db), ...itemCounts(db), ...itemChanges(db) } satisfies Partial<Tx>;
}

/** Reads of rows. */
function itemRows(db: Connection) {
  return {
    async items(keys) {
      const [column, values] =
        'ids' in keys
          ? [sql`id = any(${keys.ids}::bigint[])`, keys.ids]
          : [sql`uuid = any(${keys.uuids}::uuid[])`, keys.uuids];
      if (values.length === 0) return [];
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items where ${column} order by id`.execute(db);
      return rows;
    },
    async copies(uuid, n) {
      const one = n === null ? sql`` : sql`and occurrence = ${n}`;
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items
        where occurrence_of = ${uuid} ${one} order by occurrence`.execute(db);
      return rows;
    },
    async children(parentIds) {
      if (parentIds.length === 0) return [];
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items
        where parent_id = any(${parentIds}::bigint[]) order by id`.execute(db);
      return rows;
    },
    async takenBy(deletedOp) {
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items
        where deleted_op = ${deletedOp} order by id`.execute(db);
      return rows;
    },
    async expired(before, limit) {
      // The condition of the index items_to_erase: a title is empty only in a tombstone.
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items
        where deleted_at < ${before} and title <> ''
        order by deleted_at, id limit ${limit}`.execute(db);
      return rows;
    },
    async holdings(userId, limit) {
      const { rows } = await sql<ItemRow>`
        select ${columnList(itemColumns)} from items
        where (user_id = ${userId} and (
            not (deleted_at is not null and title = '')
            or (parent_id is null and exists (
              select from items c where c.parent_id = items.id and (
                not (c.deleted_at is not null and c.title = '')
                or exists (
                  select from items g where g.parent_id = c.id
                    and not (g.deleted_at is not null and g.title = '')))))))
          or assigned_to = ${userId}
        order by id limit ${limit}`.execute(db);
      return rows;
    },
  } satisfies Partial<Tx>;
}

/** Counts of the items below other items. */
function itemCounts(db: Connection) {
  return {
    async childCounts(parentIds, viewerId) {
      if (parentIds.length === 0) return [];
      const seen =
        viewerId === null
          ? sql``
          : sql`and exists (select from access a
              where a.user_id = ${viewerId} and a.item_id = c.id and not a.removed)`;
      const { rows } = await sql<ChildCounts>`
        select p.id as item_id, c.total, c.pending, c.completed
        from (select distinct unnest(${parentIds}::bigint[]) as id) p
        cross join lateral (
          select count(*) as total,
            count(*) filter (where c.status = 'pending') as pending,
            count(*) filter (where c.status = 'completed') as completed
          from items c
          where c.parent_id = p.id and c.deleted_at is null and c.occurrence_of is null ${seen}
        ) c
        order by p.id`.execute(db);
      return rows;
    },
    async below(itemIds) {
      if (itemIds.length === 0) return [];
      // OFFSET 0 makes each step use the index of parents: a plan that was made while the table was small,
      // and is kept, otherwise scans the whole table at every step.
      const { rows } = await sql<Below>`
        with recursive top as (select distinct unnest(${itemIds}::bigint[]) as id),
        tree as (
          select top.id as top_id, true as is_child,
            i.id, i.type, i.status, i.assigned_to, i.deleted_at, i.occurrence_of
          from top cross join lateral (
            select * from items c where c.parent_id = top.id
              and (c.deleted_at is null or c.type <> 'todo') offset 0
          ) i
          union all
          select tree.top_id, false,
            i.id, i.type, i.status, i.assigned_to, i.deleted_at, i.occurrence_of
          from tree cross join lateral (
            select * from items c where c.parent_id = tree.id
              and (c.deleted_at is null or c.type <> 'todo') offset 0
          ) i
          -- What can have no children is not asked for them: most of a large campaign.
          where tree.type <> 'todo'
        )
        select top.id as item_id, count(tree.id) filter (where tree.occurrence_of is null) as items,
          count(tree.id) filter (where is_child and tree.occurrence_of is null) as total,
          count(tree.id) filter (
            where is_child and tree.occurrence_of is null and tree.status = 'pending'
          ) as pending,
          count(tree.id) filter (
            where is_child and tree.occurrence_of is null and tree.status = 'completed'
          ) as completed,
          coalesce(array_agg(distinct tree.assigned_to order by tree.assigned_to)
            filter (where tree.assigned_to >= ${firstPersonId}), '{}') as people
        from top left join tree on tree.top_id = top.id and tree.deleted_at is null
        group by top.id order by top.id`.execute(db);
      return rows;
    },
  } satisfies Partial<Tx>;
}

/** Locks and writes. */
function itemChanges(db: Connection) {
  return {
    async lockRoots(rootIds) {
      if (rootIds.length === 0) return;
      // Weaker than FOR UPDATE: children of the root may be inserted elsewhere (foreign keys).
      const lock = sql`
        select from items where id = any(${rootIds}::bigint[]) order by id for no key update`;
      await hold(lock, db);
    },
    async insertItem(row) {
      const given = sql`(values (nextval(pg_get_serial_sequence('items', 'id')))) as n (id)`;
      const { id: _, root_id: __, ...columns } = itemColumns;
      const { rows } = await sql<{ id: number }>`
        insert into items (id, root_id, ${columnList(columns)})
        select n.id, coalesce(r.root_id, n.id), ${columnList(columns, 'r.')}
        from ${given}, ${recordSet([row], { root_id: 'bigint', ...columns }, 'r')}
        on conflict (uuid) do nothing
        returning id`.execute(db);
      return rows[0]?.id ?? null;
    },
    async updateItems(rows) {
      for (const portion of portionsOf(rows)) {
        const update = sql`
          update items set ${assignments(itemColumns, ['id', 'uuid'], 'r')}
          from ${recordSet(portion, itemColumns, 'r')} where items.id = r.id`;
        await hold(update, db);
      }
    },
  } satisfies Partial<Tx>;
}
