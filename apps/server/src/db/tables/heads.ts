import { namedRuns } from '@foray/authority';
import type { HeadAfter, HeadStep, Standing, Tx, UserRow } from '@foray/authority';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection } from './schema.ts';
import { recordSet } from './record-set.ts';
import type { Columns } from './record-set.ts';
import { RunUnknown, isPresent } from './witness.ts';

/** A head that was moved, and the name of the run in which it moved. */
export interface MovedHead extends HeadAfter {
  readonly user_id: number;
  readonly run: string;
  /** The user's account was deleted. */
  readonly ended: boolean;
  readonly life: number;
}

/** A user's position as the database returns it, with the id of the current run. */
export interface StandingRow extends Omit<Standing, 'isEnded'> {
  readonly ended: boolean;
  readonly life: number;
  readonly present: string;
}

/**
 * The caller and their position in a transaction, as another statement returned them, so that reading them
 * costs no statement. A head that the transaction has moved is valid until its end; any other position is
 * used once.
 */
export class NotedStanding {
  #last: { readonly userId: number; readonly row: StandingRow } | null = null;
  /** once: for the next call of `take`. held: until the end of the transaction. */
  #use: 'once' | 'held' | null = null;
  #run: string | null = null;
  #user: UserRow | null = null;

  /** The run in which the transaction began; null until it was read. */
  get run(): string | null {
    return this.#run;
  }

  /** The caller when the transaction began; null until a statement has returned them. */
  get user(): UserRow | null {
    return this.#user;
  }

  /** Records that a statement has returned the caller. */
  hasMet(user: UserRow): void {
    this.#user = user;
  }

  /** Records that a statement has found this to be the current run. */
  hasBegunIn(run: string): void {
    this.#run = run;
  }

  /** The user's position, if it is known without a statement. */
  take(userId: number): Standing | null {
    if (this.#last?.userId !== userId || this.#use === null) return null;
    if (this.#use === 'once') this.#use = null;
    return standingOf(this.#last.row);
  }

  /** Records a position that a statement returned, for the next call of `take`. */
  note(userId: number, row: StandingRow): void {
    this.hasRead(userId, row);
    this.#use = 'once';
  }

  /** Records that the position was read for a caller. */
  hasRead(userId: number, row: StandingRow): void {
    this.#last = { userId, row };
    this.#use = null;
    this.#run = row.present;
  }

  /** Records that a statement has moved heads, which stay locked. */
  hasMoved(heads: readonly MovedHead[]): void {
    const last = this.#last;
    const own = heads.find(({ user_id }) => user_id === last?.userId);
    if (last === null || own === undefined) return;
    const { run, head, ended, life } = own;
    this.#last = { userId: last.userId, row: { ...last.row, run, head, ended, life } };
    this.#use = 'held';
  }
}

function standingOf({ run, head, epoch, life, ended }: StandingRow): Standing {
  return { run, head, epoch, life, ...(ended && { isEnded: true }) };
}

/** The position of a user's feed, and the epoch of their devices, from {@link positionTables}. */
export const positionColumns: RawBuilder<unknown> = sql`
  coalesce(h.head, 0) as head, r.id || coalesce(h.run_before, '') as run, coalesce(u.epoch, m.value) as epoch`;

/** Joins the tables of a user's position to the row `w` of `witness`. */
export function positionTables(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join heads h on h.user_id = ${userId}
    join runs r on r.number = coalesce(h.run, w.run)
    left join users u on u.id = ${userId}
    join meta m on m.key = 'epoch'`;
}

/** The columns of a user's position, from {@link standingTables}. */
export const standingColumns: RawBuilder<unknown> = sql`
  ${positionColumns}, coalesce(h.ended, false) as ended, coalesce(h.life, 0) as life, p.id as present`;

/** One row, or none if the current run is not registered. */
export function standingTables(userId: number): RawBuilder<unknown> {
  return sql`witness w ${positionTables(sql`${userId}`)}
    join runs p on p.number = w.run`;
}

/** Reads feed positions, where the row `w` of `witness` fulfils `isThere`, and renews epochs. */
export function standingTable(db: Connection, noted: NotedStanding, isThere = isPresent) {
  return {
    async standing(userId) {
      const known = noted.take(userId);
      if (known !== null) return known;
      const { rows } = await sql<StandingRow>`
        select ${standingColumns} from ${standingTables(userId)} where ${isThere}`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new RunUnknown();
      noted.hasRead(userId, row);
      return standingOf(row);
    },
    async lives(userIds) {
      if (userIds.length === 0) return new Map();
      const { rows } = await sql<{ readonly user_id: number; readonly life: number }>`
        select user_id, life from heads where user_id = any(${userIds}::bigint[])`.execute(db);
      return new Map(rows.map(({ user_id, life }) => [user_id, life]));
    },
    async runEnds(userId, runs) {
      // In a later run than its own the head has not moved, nor in any run that has ended since.
      const { rows } = await sql<{ readonly id: string; readonly head: number }>`
        select r.id, coalesce(
          case when h.run is null or r.number >= h.run then h.head else (
            select e.head from run_ends e where e.user_id = ${userId} and e.run <= r.number
            order by e.run desc limit 1) end, 0) as head
        from runs r left join heads h on h.user_id = ${userId}
        where r.id = any(${runs}::text[])`.execute(db);
      return new Map(rows.map(({ id, head }) => [id, head]));
    },
    async renewEpoch(userId, epoch) {
      await sql`
        update users set epoch = gen_random_uuid()::text where id = ${userId}
          and coalesce(epoch, (select value from meta where key = 'epoch')) = ${epoch}`.execute(db);
    },
  } satisfies Partial<Tx>;
}

/** The earlier runs in a name: the one that ends now, a row of `older`, and those before it. */
const runsBefore: RawBuilder<string> = sql`(
  select string_agg('-' || r.id || '-' || past.head, '' order by past.run desc)
  from (
    select ends.run, ends.head, row_number() over (order by ends.run desc) as place
    from (
      select o.run, o.head where o.run is not null
      union all
      (select e.run, e.head from run_ends e where e.user_id = o.user_id
        order by e.run desc limit ${sql.lit(Math.max(...namedRuns))})
    ) ends
  ) past
  join runs r on r.number = past.run
  where past.place in (${sql.join(namedRuns.map((place) => sql.lit(place)))}))`;

const stepColumns: Columns<HeadStep> = {
  user_id: 'bigint',
  by: 'bigint',
  items: 'bigint',
  bytes: 'bigint',
};

/**
 * Common table expressions that move heads. `moved` has a row for each user of `steps`, or none if the
 * current run is not registered or differs from the run in which the transaction began. The heads are locked
 * in ascending order of user, like SELECT … ORDER BY user_id FOR UPDATE; a user's first row is made on the
 * way. A head that last moved in an earlier run is first stored as that run's end: `moved` waits for `ended`.
 * That locks all heads, even those that have moved in the current run, because locking some of them first
 * would be another order.
 */
export function movingHeads(steps: readonly HeadStep[], noted: NotedStanding): RawBuilder<unknown> {
  return sql`present as (
      select w.run, r.id from witness w join runs r on r.number = w.run
      where ${isPresent} and r.id = coalesce(${noted.run}::text, r.id)
    ), steps as (
      select r.user_id, sum(r.by)::bigint as by,
        coalesce(sum(r.items), 0)::bigint as items, coalesce(sum(r.bytes), 0)::bigint as bytes
      from ${recordSet(steps, stepColumns, 'r')} group by r.user_id
    ), locked as (
      select h.user_id, h.run, h.head from heads h
      where h.user_id in (select user_id from steps) and exists (
        select from heads o, present p
        where o.user_id in (select user_id from steps) and o.run <> p.run)
      order by h.user_id for update of h
    ), older as (
      select h.user_id, h.run, h.head from locked h, present p where h.run <> p.run
    ), ended as (
      insert into run_ends (user_id, run, head) select user_id, run, head from older
      on conflict do nothing returning user_id
    ), moved as (
      insert into heads (user_id, head, items, bytes, run, run_before)
      select s.user_id, s.by, s.items, s.bytes, p.run, coalesce(${runsBefore}, '')
      from steps s cross join present p left join older o on o.user_id = s.user_id
      where (select count(*) from ended) >= 0
      order by s.user_id
      on conflict (user_id) do update set head = heads.head + excluded.head,
        items = heads.items + excluded.items, bytes = heads.bytes + excluded.bytes, run = excluded.run,
        run_before = case when heads.run = excluded.run then heads.run_before
          else excluded.run_before end
      returning user_id, head, items, bytes, ended, life, (select id from present) || run_before as run
    )`;
}
