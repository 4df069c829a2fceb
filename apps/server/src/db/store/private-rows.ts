import type { PrivateRowOfUser, Tx } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../tables/schema.ts';
import { assignments, columnList, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';

const newColumns: Columns<Omit<PrivateRowOfUser, 'id'>> = {
  user_id: 'bigint',
  kind: 'text',
  name: 'text',
  value: 'text',
  changed_at: 'timestamptz(3)',
};
const columns: Columns<PrivateRowOfUser> = { id: 'bigint', ...newColumns };

/** Reads and writes private rows. The caller of a write holds the user's head. */
export function privateRowTable(db: Connection) {
  return {
    async privateRows(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<PrivateRowOfUser>`
        select ${columnList(columns)} from private_rows
        where id = any(${ids}::bigint[]) order by id`.execute(db);
      return rows;
    },
    async privateRowsOf(userId, keys) {
      const { rows } = await sql<PrivateRowOfUser>`
        select ${columnList(columns, 'p.')} from private_rows p
        join unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ name }) => name)}::text[])
          as k (kind, name) on k.kind = p.kind and k.name = p.name
        where p.user_id = ${userId}
        group by p.id order by p.id`.execute(db);
      return rows;
    },
    async privateRowCount(userId) {
      const { rows } = await sql<{ readonly count: number }>`
        select count(*) as count from private_rows
        where user_id = ${userId} and value is not null`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async putPrivateRows(userId, changed) {
      const all = changed.map((row) => ({ ...row, user_id: userId }));
      const { rows } = await sql<{ readonly id: number }>`
        with records as (
          select * from ${recordSet(all, newColumns, 'r')}
        ), put as (
          insert into private_rows (${columnList(newColumns)})
          select ${columnList(newColumns)} from records order by ordinal
          on conflict (user_id, kind, name) do update
          set ${assignments(newColumns, ['user_id', 'kind', 'name'], 'excluded')}
          returning id, kind, name
        )
        select p.id from put p join records r on r.kind = p.kind and r.name = p.name
        order by r.ordinal`.execute(db);
      return rows.map(({ id }) => id);
    },
    async forgetPrivateRows(before, limit) {
      // A trigger deletes each row with its place.
      const { rows } = await sql<{ readonly count: number }>`
        with old as (
          select id, user_id from private_rows
          where value is null and changed_at < ${before} order by changed_at limit ${limit}
        ), locked as (
          select h.user_id from heads h where h.user_id in (select user_id from old)
          order by h.user_id for update
        ), gone as (
          delete from feed f using old o, locked l
          where f.user_id = o.user_id and l.user_id = o.user_id and f.kind = 'private'
            and f.ref_id = o.id and f.removed
          returning f.user_id, f.seq
        ), raised as (
          update heads h set floor = greatest(h.floor, g.seq)
          from (select user_id, max(seq) as seq from gone group by user_id) g
          where h.user_id = g.user_id
        )
        select count(*) as count from gone`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async limitRemovedRows(userId, newest) {
      await sql`
        with gone as (
          delete from feed where user_id = ${userId} and kind = 'private' and ref_id = any(array(
            select id from private_rows where user_id = ${userId} and value is null
            order by changed_at desc, id desc offset ${newest}))
          returning seq
        )
        update heads set floor = greatest(floor, (select max(seq) from gone))
        where user_id = ${userId} and exists (select from gone)`.execute(db);
    },
  } satisfies Partial<Tx>;
}
