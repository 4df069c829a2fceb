import type { ActivityRow, ItemRow } from '../store/rows.ts';
import type { Reads, Tx } from '../store/store.ts';
import { isExpired, isTombstone } from '../store/tombstone.ts';
import {
  byId,
  childrenByParent,
  distinct,
  rowsIn,
  type UngatedPrimitives,
  type View,
  type Writer,
} from './view.ts';

/** The tables whose rows are erased with an account, by `user_id`. */
const erased = [
  'contacts',
  'blocks',
  'access',
  'feed',
  'notifications',
  'private_rows',
  'ops',
] as const;

/** The reading primitives of what is erased: with a delete, with time, with an account. */
export function memoryErasedReads(view: View) {
  const some = rowsIn(view);
  return {
    takenBy(deletedOp) {
      return some('items', (row) => row.deleted_op === deletedOp).toSorted(byId);
    },
    expired(before, limit) {
      return some('items', (row) => isExpired(row, before))
        .toSorted(byDeletion)
        .slice(0, limit);
    },
    holdings(userId, limit) {
      const children = childrenByParent(view);
      const holdsText = (row: ItemRow): boolean =>
        !isTombstone(row) || (children.get(row.id) ?? []).some(holdsText);
      const held = some(
        'items',
        (row) =>
          row.assigned_to === userId ||
          (row.user_id === userId && (row.parent_id === null ? holdsText(row) : !isTombstone(row))),
      );
      return held.toSorted(byId).slice(0, limit);
    },
    assignedBy(userId, otherId, limit) {
      const isOthers = ({ user_id, root_id }: ItemRow): boolean =>
        user_id === otherId || view.get('items', root_id)?.user_id === otherId;
      const held = some('items', (row) => row.assigned_to === userId && isOthers(row));
      return held.toSorted(byId).slice(0, limit);
    },
    observersOf(userId) {
      const observers = some('access', (row) => {
        if (row.removed || row.user_id === userId) return false;
        const item = view.get('items', row.item_id);
        return item?.user_id === userId || item?.assigned_to === userId;
      });
      return distinct(observers.map((row) => row.user_id));
    },
  } satisfies Partial<UngatedPrimitives<Reads>>;
}

const byDeletion = (a: ItemRow, b: ItemRow) =>
  (a.deleted_at ?? '').localeCompare(b.deleted_at ?? '') || a.id - b.id;

/** The writing primitives that erase accounts and texts. */
export function memoryErasureWrites({ view, gate, put, remove }: Writer) {
  const eraseLog = (isGone: (id: number | null) => boolean): void => {
    for (const row of view.rows('activity')) {
      const isOutside = row.campaign_id === null;
      if (isGone(isOutside ? row.item_id : row.campaign_id)) remove('activity', row);
      else if (isGone(row.item_id)) put('activity', wordless(row));
    }
  };
  return {
    eraseUser: async (id, { isEnd }) => {
      await gate('eraseUser');
      for (const table of erased) {
        for (const row of view.rows(table)) if (row.user_id === id) remove(table, row);
      }
      for (const row of view.rows('blocks')) {
        if (isEnd && row.blocked_id === id) remove('blocks', row);
      }
      for (const row of view.rows('former_numbers')) {
        const { user_id, phone, is_taken_over } = row;
        if (user_id === id && (isEnd || !is_taken_over)) remove('former_numbers', row);
        if (user_id !== id || is_taken_over) continue;
        for (const user of view.rows('users')) {
          if (user.phone !== phone || user.id === id) continue;
          put('former_numbers', { user_id: user.id, phone, is_taken_over: true });
        }
      }
      const head = view.get('heads', id);
      if (head !== undefined) put('heads', { ...head, floor: head.head });
    },
    eraseActivity: async (itemIds) => {
      await gate('eraseActivity');
      const ids = new Set<number | null>(itemIds);
      eraseLog((id) => ids.has(id));
    },
    eraseActivityOfTombstones: async () => {
      await gate('eraseActivityOfTombstones');
      eraseLog((id) => {
        const item = view.get('items', id ?? 0);
        return item !== undefined && item.deleted_at !== null && isTombstone(item);
      });
      return false;
    },
  } satisfies Partial<Tx>;
}

function wordless(row: ActivityRow): ActivityRow {
  return { ...row, item_title: '', metadata: {} };
}
