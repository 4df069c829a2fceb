import type { FeedRow, Tx } from '@foray/authority';
import type { Tally } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { sql } from 'kysely';
import { feedPage } from './access.ts';
import type { Head } from './access.ts';
import type { Connection } from '../tables/schema.ts';
import { movingHeads } from '../tables/heads.ts';
import type { MovedHead, NotedStanding } from '../tables/heads.ts';
import { assignments, columnList, portionsOf, recordSet } from '../tables/record-set.ts';
import type { Columns } from '../tables/record-set.ts';
import { RunUnknown } from '../tables/witness.ts';

const feedColumns: Columns<FeedRow> = {
  user_id: 'bigint',
  kind: 'text',
  ref_id: 'bigint',
  seq: 'bigint',
  removed: 'boolean',
};

interface TallyRow extends Tally {
  readonly kind: ItemType | 'head' | 'mutual' | 'notification' | 'private';
  /** The kind of private rows; empty for everything else. */
  readonly part: string;
}

/** Moves heads, and reads and writes the parts of the feed that are not items. */
export function feedTable(db: Connection, noted: NotedStanding) {
  return {
    async tallies(userId, notificationsMost) {
      const { rows } = await sql<TallyRow>`
        select 'head' as kind, '' as part, 0 as count, coalesce(max(head), 0) as sum
          from heads where user_id = ${userId}
        union all
        select item_type, '', count(*), sum(seq)::bigint
          from access where user_id = ${userId} and not removed group by item_type
        union all
        select 'mutual', '', count(*), coalesce(sum(ref_id), 0)::bigint
          from feed where user_id = ${userId} and kind = 'mutual' and not removed
        union all
        select 'private', p.kind, count(*), sum(f.seq)::bigint
          from feed f join private_rows p on p.id = f.ref_id
          where f.user_id = ${userId} and f.kind = 'private' and not f.removed group by p.kind
        union all
        select 'notification', '', count(*), coalesce(sum(seq), 0)::bigint from (
          select seq from feed
          where user_id = ${userId} and kind = 'notification' and not removed
          order by ref_id desc limit ${notificationsMost}) newest`.execute(db);
      const of = (kind: TallyRow['kind']): Tally => {
        const row = rows.find((one) => one.kind === kind);
        return { count: row?.count ?? 0, sum: row?.sum ?? 0 };
      };
      return {
        head: of('head').sum,
        items: { campaign: of('campaign'), task: of('task'), todo: of('todo') },
        mutuals: of('mutual'),
        notifications: of('notification'),
        privateRows: Object.fromEntries(
          rows
            .filter(({ kind }) => kind === 'private')
            .map(({ part, count, sum }) => [part, { count, sum }]),
        ),
      };
    },
    async feed(userId, since, limit) {
      const { rows } = await sql<FeedRow & Head>`
        select coalesce(h.head, 0) as head, coalesce(h.floor, 0) as floor, page.*
        from (values (${userId}::bigint)) as reader (id)
        left join heads h on h.user_id = reader.id
        left join lateral (
          select ${columnList(feedColumns)} from feed f
          where f.user_id = reader.id and f.seq > ${since}
          order by f.seq limit ${limit + 1}
        ) page on true
        order by page.seq`.execute(db);
      return feedPage(
        rows,
        limit,
        (row) => row.seq,
        ({ head: _, floor: __, ...row }) => row,
      );
    },
    async advanceHeads(steps) {
      if (steps.length === 0) return new Map();
      const { rows } = await sql<MovedHead>`
        with ${movingHeads(steps, noted)} select * from moved`.execute(db);
      if (rows.length === 0) throw new RunUnknown();
      noted.hasMoved(rows);
      return new Map(rows.map((row) => [row.user_id, row.head]));
    },
    async putFeed(rows) {
      for (const portion of portionsOf(rows)) {
        await sql`
          insert into feed (${columnList(feedColumns)})
          select ${columnList(feedColumns, 'r.')} from ${recordSet(portion, feedColumns, 'r')}
          where not exists (select from heads h where h.user_id = r.user_id and h.ended)
          order by r.user_id, r.kind, r.ref_id
          on conflict (user_id, kind, ref_id) do update
          set ${assignments(feedColumns, ['user_id', 'kind', 'ref_id'], 'excluded')}`.execute(db);
      }
    },
  } satisfies Partial<Tx>;
}
