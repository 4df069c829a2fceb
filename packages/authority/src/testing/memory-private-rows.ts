import type { Tx } from '../store/store.ts';
import type { Writer } from './view.ts';

/** The writing primitives about private rows. */
export function memoryPrivateRowWrites({ view, gate, put, remove, lock, takeId }: Writer) {
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
        [...view.rows('private_rows')]
          .filter((row) => row.value === null && row.changed_at < before)
          .toSorted((a, b) => a.id - b.id);
      const owners = new Set(find().map((row) => row.user_id));
      for (const id of [...owners].toSorted((a, b) => a - b)) await lock(`head ${id}`);
      const gone = find().slice(0, limit);
      for (const row of gone) {
        const place = view.get('feed', `${row.user_id} private ${row.id}`);
        const head = view.get('heads', row.user_id);
        if (place === undefined || head === undefined) throw new Error('a row without a place');
        put('heads', { ...head, floor: Math.max(head.floor, place.seq) });
        remove('feed', place);
        remove('private_rows', row);
      }
      return gone.length;
    },
  } satisfies Partial<Tx>;
}
