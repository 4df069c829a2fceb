import type { ItemRow } from '@foray/authority';
import { withTx } from './server-mutants.ts';
import type { Mutant } from './world.ts';

/** Whoever asks for a restore is taken for the owner of everything, and those ask who only contributed. */
export function restoreWithoutRight(): Mutant {
  const restores = new Set<string>();
  return {
    transport: (transport, { ids, tables }) => ({
      ...transport,
      fetchItems: async (type, since, limit, context) => {
        const reply = await transport.fetchItems(type, since, limit, context);
        if (reply.kind !== 'answer') return reply;
        const others = reply.body.removed.filter(({ uuid, reason }) => {
          const row = tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
          return reason === 'deleted' && row !== undefined && row.permission !== 'manage';
        });
        const requests = others.map(({ uuid }) => {
          const url = `/api/items/${uuid}/restore`;
          return { id: ids.uuid(), method: 'POST' as const, url };
        });
        for (const { id } of requests) restores.add(id);
        if (requests.length > 0) await transport.sendBatch({ requests }, context);
        return reply;
      },
    }),
    serverStore: (store) =>
      withTx(store, (tx) => {
        let callerId: number | null = null;
        const ownerOf = new Map<number, number>();
        const lie = (row: ItemRow): ItemRow => {
          if (callerId === null || row.parent_id !== null) return row;
          ownerOf.set(row.id, row.user_id);
          return { ...row, user_id: callerId };
        };
        return {
          lockOp: async (userId, opId) => {
            if (restores.has(opId)) callerId = userId;
            return tx.lockOp(userId, opId);
          },
          items: async (keys) => (await tx.items(keys)).map(lie),
          takenBy: async (op) => (await tx.takenBy(op)).map(lie),
          updateItems: (rows) =>
            tx.updateItems(
              rows.map((row) => ({ ...row, user_id: ownerOf.get(row.id) ?? row.user_id })),
            ),
        };
      }),
  };
}

/** What is left where somebody deletes their account goes to nobody who works here. */
export const passedToNobody = (): Mutant => ({
  serverStore: (store) =>
    withTx(store, (tx) => {
      let isEnd = false;
      const pass = (row: ItemRow): ItemRow => ({
        ...row,
        user_id: row.title === '' ? row.user_id : 1,
      });
      return {
        holdings: (userId, limit) => {
          isEnd = true;
          return tx.holdings(userId, limit);
        },
        updateItems: (rows) => tx.updateItems(isEnd ? rows.map(pass) : rows),
      };
    }),
});
