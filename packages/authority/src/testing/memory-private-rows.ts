import type { PrivateRowOfUser } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import type { Writer } from './view.ts';

/** The writing primitives about private rows. */
export function memoryPrivateRowWrites({ view, gate, put, remove, lock, takeId }: Writer) {
  const removed = () => [...view.rows('private_rows')].filter((row) => row.value === null);
  const forget = (rows: readonly PrivateRowOfUser[]): void => {
    for (const row of rows) {
      const place = view.get('feed', `${row.user_id} private ${row.id}`);
      const head = view.get('heads', row.user_id);
      if (place === undefined || head === undefined) throw new Error('a row without a place');
      put('heads', { ...head, floor: Math.max(head.floor, place.seq) });
      remove('feed', place);
      remove('private_rows', row);
    }
  };
  return {
    putPrivateRows: async (userId, rows) => {
      await gate('putPrivateRows');
      return rows.map((row) => {
        const before = [...view.rows('private_rows')].find(
          ({ user_id, kind, name }) => user_id === userId && kind === row.kind && name === row.name,
        );
        const id = before?.id ?? takeId('private_rows');
        put('private_rows', { ...row, id, user_id: userId });
        return id;
      });
    },
    forgetPrivateRows: async (before, limit) => {
      await gate('forgetPrivateRows');
      const find = () =>
        removed()
          .filter((row) => row.changed_at < before)
          .toSorted((a, b) => a.changed_at.localeCompare(b.changed_at) || a.id - b.id);
      const owners = new Set(find().map((row) => row.user_id));
      for (const id of [...owners].toSorted((a, b) => a - b)) await lock(`head ${id}`);
      const gone = find().slice(0, limit);
      forget(gone);
      return gone.length;
    },
    limitRemovedRows: async (userId, newest) => {
      await gate('limitRemovedRows');
      const own = removed().filter((row) => row.user_id === userId);
      const latestFirst = own.toSorted(
        (a, b) => b.changed_at.localeCompare(a.changed_at) || b.id - a.id,
      );
      forget(latestFirst.slice(newest));
    },
  } satisfies Partial<Tx>;
}
