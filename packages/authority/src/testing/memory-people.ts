import { RetryTransaction } from '../store/store-errors.ts';
import type { Tx } from '../store/store.ts';
import type { Writer } from './view.ts';
import { memoryErasureWrites } from './memory-erasure.ts';
import { memoryNotificationWrites } from './memory-notifications.ts';
import { memoryPrivateRowWrites } from './memory-private-rows.ts';
import { keyOf } from './tables.ts';

/** The writing primitives about people and their notifications. */
export function memoryPeopleWrites(writer: Writer) {
  const { view, gate, put, remove, lock, takeId } = writer;
  return {
    ...memoryNotificationWrites(writer),
    ...memoryPrivateRowWrites(writer),
    ...memoryErasureWrites(writer),
    insertUser: async (row) => {
      await gate('insertUser');
      await lock(`phone ${row.phone}`);
      for (const user of view.rows('users')) if (user.phone === row.phone) return null;
      const id = takeId('users');
      put('users', { ...row, id });
      return id;
    },
    lockUsers: async (ids) => {
      await gate('lockUsers');
      const ascending = [...new Set(ids)].toSorted((a, b) => a - b);
      for (const id of ascending) await lock(`user ${id}`);
      return ascending.flatMap((id) => view.get('users', id) ?? []);
    },
    lockNumbers: async () => {
      await gate('lockNumbers');
      await lock('numbers');
    },
    putContacts: async (rows) => {
      await gate('putContacts');
      for (const row of rows) {
        if (view.get('contacts', keyOf.contacts(row)) === undefined) put('contacts', row);
      }
    },
    removeContacts: async (userIds, phone) => {
      await gate('removeContacts');
      for (const id of userIds) {
        const row = view.get('contacts', `${id} ${phone}`);
        if (row !== undefined) remove('contacts', row);
      }
    },
    putBlock: async (row) => {
      await gate('putBlock');
      if (view.get('blocks', keyOf.blocks(row)) === undefined) put('blocks', row);
    },
    removeBlock: async (userId, blockedId) => {
      await gate('removeBlock');
      const row = view.get('blocks', `${userId} ${blockedId}`);
      if (row !== undefined) remove('blocks', row);
      return row !== undefined;
    },
    putReport: async (row) => {
      await gate('putReport');
      put('reports', { ...row, id: takeId('reports') });
    },
    renewContacts: () => gate('renewContacts'),
    changeNumber: async (row, phone) => {
      await gate('changeNumber');
      await lock(`phone ${row.phone}`);
      for (const user of view.rows('users')) {
        if (user.phone === row.phone) throw new RetryTransaction();
      }
      for (const former of view.rows('former_numbers')) {
        if (former.user_id === row.id && former.is_taken_over) remove('former_numbers', former);
      }
      put('former_numbers', { user_id: row.id, phone, is_taken_over: false });
      put('users', row);
    },
    updateUser: async (row) => {
      await gate('updateUser');
      put('users', row);
    },
    putSecurityEvent: async () => undefined,
    endOtherSessions: async () => undefined,
  } satisfies Partial<Tx>;
}
