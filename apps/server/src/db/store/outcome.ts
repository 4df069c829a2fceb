import { RetryTransaction, headsToLock, readableIn } from '@foray/authority';
import type { Outcome, PlacedAccess, Tx } from '@foray/authority';
import { sql } from 'kysely';
import { accessColumns } from './access.ts';
import { newActivityColumns } from './activity.ts';
import type { Connection } from '../tables/schema.ts';
import { movingHeads } from '../tables/heads.ts';
import type { MovedHead, NotedStanding } from '../tables/heads.ts';
import { opColumns } from './ops.ts';
import { assignments, columnList, portionsOf, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';
import { RunUnknown } from '../tables/witness.ts';

const placedColumns: Columns<PlacedAccess> = { ...accessColumns, behind: 'bigint' };
const { seq: _, ...placelessColumns } = accessColumns;

/**
 * Writes the results of a change besides the items, in one statement and one round trip, or as many as its
 * rows need. The first statement moves all heads, so that the following ones know every place.
 */
export function outcomeTable(db: Connection, noted: NotedStanding) {
  return {
    async putOp(op) {
      await putPortion(db, noted, {
        op,
        entries: [],
        steps: headsToLock({ op, access: [] }),
        access: [],
      });
    },
    async putOutcome({ op, entries, steps: moves, access }) {
      const steps = [...moves, ...headsToLock({ op, access })];
      const [firstEntries = [], ...laterEntries] = portionsOf(readableIn(entries));
      const [firstAccess = [], ...laterAccess] = portionsOf(access);
      const first = { op, entries: firstEntries, steps, access: firstAccess };
      const moved = await putPortion(db, noted, first);
      const ended = new Set(moved.filter((row) => row.ended).map((row) => row.user_id));
      if (access.some((row) => !row.removed && ended.has(row.user_id))) {
        throw new RetryTransaction();
      }
      const heads = new Map(moved.map((row) => [row.user_id, row]));
      const rest = Math.max(laterEntries.length, laterAccess.length);
      for (let index = 0; index < rest; index += 1) {
        const living = (laterAccess[index] ?? []).filter((row) => !ended.has(row.user_id));
        const placed = living.map((row) => placedBy(heads, row));
        const portion = { entries: laterEntries[index] ?? [], access: placed };
        await putPortion(db, noted, { op: null, steps: [], ...portion });
      }
      return heads;
    },
  } satisfies Partial<Tx>;
}

/** The row with the seq that its moved head gives it. */
function placedBy(heads: ReadonlyMap<number, MovedHead>, row: PlacedAccess): PlacedAccess {
  if (row.behind === null) return row;
  const head = heads.get(row.user_id)?.head;
  if (head === undefined) throw new Error(`the head of user ${row.user_id} has not moved`);
  return { ...row, seq: head - row.behind, behind: null };
}

async function putPortion(
  db: Connection,
  noted: NotedStanding,
  { op, entries, steps, access }: Outcome,
): Promise<readonly MovedHead[]> {
  // The heads are locked in this order, as in `advanceHeads`; access rows wait for them.
  const { rows } = await sql<MovedHead>`
    with recorded as (
      insert into ops (${columnList(opColumns)})
      select ${columnList(opColumns)}
      from ${recordSet(op === null ? [] : [op], opColumns, 'r')}
    ), logged as (
      insert into activity (${columnList(newActivityColumns)})
      select ${columnList(newActivityColumns)}
      from ${recordSet(entries, newActivityColumns, 'r')}
      order by r.ordinal
    ), ${movingHeads(steps, noted)}, placed as (
      insert into access (${columnList(placelessColumns)}, seq, item_type)
      select ${columnList(placelessColumns, 'r.')},
        case when r.behind is null then r.seq else m.head - r.behind end, i.type
      from ${recordSet(access, placedColumns, 'r')}
      join items i on i.id = r.item_id
      left join moved m on m.user_id = r.user_id
      where (r.behind is null or m.user_id is not null) and m.ended is not true
      order by r.user_id, r.item_id
      on conflict (user_id, item_id) do update
      set ${assignments(accessColumns, ['user_id', 'item_id'], 'excluded')}
    )
    select * from moved`.execute(db);
  if (rows.length === 0 && steps.length > 0) throw new RunUnknown();
  noted.hasMoved(rows);
  return rows;
}
