import { headsToLock, readableIn, type ChangeOutcome } from '../store/outcome.ts';
import type { HeadAfter } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Tx } from '../store/store.ts';
import { isTombstone } from '../store/tombstone.ts';
import { keyOf, type TableRows } from './tables.ts';
import { isEnded, type Writer } from './view.ts';

/** The writing primitives that move heads and fill feeds. */
export function memoryFeedWrites(writer: Writer) {
  const { view, gate, put, remove, lock, takeId, movedHeads, logsEverything } = writer;
  const insertOp = (row: TableRows['ops']): void => {
    const key = keyOf.ops(row);
    if (view.get('ops', key) !== undefined) throw new Error(`op ${key} is there already`);
    put('ops', row);
  };
  const advance = async (steps: Parameters<Tx['advanceHeads']>[0]) => {
    const heads = new Map<number, HeadAfter>();
    const inOrder = steps.toSorted((a, b) => a.user_id - b.user_id);
    for (const { user_id, by, items = 0, bytes = 0 } of inOrder) {
      await lock(`head ${user_id}`);
      const before = view.get('heads', user_id);
      const head = (before?.head ?? 0) + by;
      if (!movedHeads.has(user_id)) movedHeads.set(user_id, before?.head ?? 0);
      const usage = { items: (before?.items ?? 0) + items, bytes: (before?.bytes ?? 0) + bytes };
      put('heads', { user_id, head, floor: before?.floor ?? 0, ...usage });
      heads.set(user_id, { head, ...usage });
    }
    return heads;
  };

  const leave = async ({ op, entries, steps, access }: ChangeOutcome) => {
    if (op !== null) insertOp(op);
    for (const row of logsEverything ? entries : readableIn(entries)) {
      put('activity', { ...row, id: takeId('activity') });
    }
    const heads = await advance([...steps, ...headsToLock({ op, access })]);
    if (access.some((row) => !row.removed && isEnded(view, row.user_id))) {
      throw new RetryTransaction();
    }
    for (const { behind, ...row } of access) {
      if (isEnded(view, row.user_id)) continue;
      const seq = behind === null ? row.seq : (heads.get(row.user_id)?.head ?? 0) - behind;
      put('access', { ...row, seq });
    }
    writer.endPart();
    return heads;
  };

  return {
    putOp: async (op) => {
      await gate('putOp');
      await leave({ op, entries: [], steps: [], access: [] });
    },
    advanceHeads: async (steps) => {
      await gate('advanceHeads');
      return new Map([...(await advance(steps))].map(([userId, { head }]) => [userId, head]));
    },
    putOutcome: async (outcome) => {
      await gate('putOutcome');
      return leave(outcome);
    },
    forgetRemovals: async (before, limit) => {
      await gate('forgetRemovals');
      const old = [...view.rows('access')].filter((row) => {
        const deletedAt = view.get('items', row.item_id)?.deleted_at ?? null;
        return row.removed && deletedAt !== null && deletedAt < before;
      });
      const ids = [...new Set(old.map((row) => row.item_id))].toSorted((a, b) => a - b);
      const some = new Set(ids.slice(0, limit));
      const gone = old
        .filter((row) => some.has(row.item_id))
        .toSorted((a, b) => a.user_id - b.user_id || a.seq - b.seq);
      for (const row of gone) {
        await lock(`head ${row.user_id}`);
        const head = view.get('heads', row.user_id);
        if (head === undefined) throw new Error(`user ${row.user_id} has access and no head`);
        put('heads', { ...head, floor: Math.max(head.floor, row.seq) });
        remove('access', row);
        const item = view.get('items', row.item_id);
        if (item === undefined || !isTombstone(item) || item.occurrence_of !== null) continue;
        const isOver = (op: TableRows['ops']): boolean =>
          op.user_id === row.user_id && op.item_id === row.item_id && op.status !== 201;
        for (const op of [...view.rows('ops')].filter(isOver)) remove('ops', op);
      }
      return { forgotten: gone.length, isMore: some.size === limit };
    },
    putFeed: async (rows) => {
      await gate('putFeed');
      for (const row of rows) if (!isEnded(view, row.user_id)) put('feed', row);
    },
  } satisfies Partial<Tx>;
}
