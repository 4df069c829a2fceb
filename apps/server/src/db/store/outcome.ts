import type { PlacedAccess, Tx } from '@foray/authority';
import { sql } from 'kysely';
import { accessColumns } from './access.ts';
import { newActivityColumns } from './activity.ts';
import type { Connection } from './connection.ts';
import { opColumns } from './ops.ts';
import { assignments, columnList, recordSet } from './record-set.ts';
import type { Columns } from './record-set.ts';

const placedColumns: Columns<PlacedAccess> = { ...accessColumns, behind: 'bigint' };
const { seq: _, ...placelessColumns } = accessColumns;

/** How the authority writes what a change leaves besides the items: one statement, one round trip. */
export function outcomeWrites(db: Connection): Pick<Tx, 'putOutcome'> {
  return {
    async putOutcome({ op, entries, steps, access }) {
      // The heads are locked in this order, as `advanceHeads` locks them; access rows wait for them.
      const { rows } = await sql<{ readonly user_id: number; readonly head: number }>`
        with recorded as (
          insert into ops (${columnList(opColumns)})
          select ${columnList(opColumns)}
          from ${recordSet(op === null ? [] : [op], opColumns, 'r')}
        ), logged as (
          insert into activity (${columnList(newActivityColumns)})
          select ${columnList(newActivityColumns)}
          from ${recordSet(entries, newActivityColumns, 'r')}
          order by r.ordinal
        ), moved as (
          insert into heads (user_id, head)
          select r.user_id, sum(r.by)
          from ${recordSet(steps, { user_id: 'bigint', by: 'bigint' }, 'r')}
          group by r.user_id order by r.user_id
          on conflict (user_id) do update set head = heads.head + excluded.head
          returning user_id, head
        ), told as (
          insert into access (${columnList(placelessColumns)}, seq, item_type)
          select ${columnList(placelessColumns, 'r.')},
            case when r.behind is null then r.seq else m.head - r.behind end, i.type
          from ${recordSet(access, placedColumns, 'r')}
          join items i on i.id = r.item_id
          left join moved m on m.user_id = r.user_id
          order by r.user_id, r.item_id
          on conflict (user_id, item_id) do update
          set ${assignments(accessColumns, ['user_id', 'item_id'], 'excluded')}
        )
        select user_id, head from moved`.execute(db);
      return new Map(rows.map((row) => [row.user_id, row.head]));
    },
  };
}
