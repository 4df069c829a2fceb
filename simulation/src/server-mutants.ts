import type { Store, Tx } from '@foray/authority';
import type { BatchRequest } from '@foray/contract';
import type { Mutant } from './world.ts';

/** A create of a uuid that exists makes another item, because nobody looks for it. */
export function uuidsTwice(): Mutant {
  /** Uuids that are being made, until the server has looked for them in vain. */
  const unseen = new Set<string>();
  return {
    transport: (transport) => ({
      ...transport,
      sendBatch: (batch, context) => {
        for (const { uuid } of batch.requests.flatMap(createdIn)) unseen.add(uuid);
        return transport.sendBatch(batch, context);
      },
    }),
    serverStore: (store) =>
      withTx(store, (tx) => ({
        ...forgetful(tx),
        items: async (keys) => {
          const [uuid] = 'uuids' in keys ? keys.uuids : [];
          return uuid !== undefined && unseen.delete(uuid) ? [] : tx.items(keys);
        },
        insertItem: async (row) => {
          const id = await tx.insertItem(row);
          if (id !== null) return id;
          const another = await tx.insertItem({ ...row, uuid: `${row.uuid} twice` });
          if (another === null) return null;
          await tx.updateItems([{ ...row, id: another, root_id: row.root_id ?? another }]);
          return another;
        },
      })),
  };
}

/** Neither does the server know a request again, nor does a request say what it is based on. */
export function noMemory(): Mutant {
  return {
    transport: (transport) => ({
      ...transport,
      sendBatch: (batch, context) => {
        const requests = batch.requests.map(({ ifMatch: _, after: __, ...request }) => request);
        return transport.sendBatch({ requests }, context);
      },
    }),
    serverStore: (store) => withTx(store, forgetful),
  };
}

/** Children go out first, and the server takes a parent's word for it that it will come. */
export function childrenFirst(): Mutant {
  const parentOf = new Map<string, string>();
  return {
    transport: (transport) => ({
      ...transport,
      sendBatch: (batch, context) => {
        const requests = batch.requests.map((request) => {
          const [created] = createdIn(request);
          if (created === undefined || created.parent_id === null) return request;
          parentOf.set(created.uuid, created.parent_id);
          return { ...request, data: { ...created, parent_id: null } };
        });
        return transport.sendBatch({ requests: requests.toReversed() }, context);
      },
    }),
    serverStore: (store) =>
      withTx(store, (tx) => ({
        insertItem: async (row) => {
          const parentUuid = parentOf.get(row.uuid) ?? null;
          if (parentUuid === null) return tx.insertItem(row);
          const [parent] = await tx.items({ uuids: [parentUuid] });
          return tx.insertItem({ ...row, parent_uuid: parentUuid, parent_id: parent?.id ?? null });
        },
      })),
  };
}

/** Who loses the right to see something keeps the row that showed it. */
export const accessOutlivesRight = (): Mutant => ({
  serverStore: (store) =>
    withTx(store, (tx) => ({
      putOutcome: (outcome) =>
        tx.putOutcome({
          ...outcome,
          access: outcome.access.map((row) =>
            row.reason === 'hidden' ? { ...row, removed: false, reason: null } : row,
          ),
        }),
    })),
});

/** The record of every third request is not in the transaction of its effect, and gets lost. */
export const opOutside = (): Mutant => {
  let count = 0;
  return {
    serverStore: (store) =>
      withTx(store, (tx) => ({
        putOutcome: (outcome) => {
          count += 1;
          return tx.putOutcome(count % 3 === 0 ? { ...outcome, op: null } : outcome);
        },
      })),
  };
};

/** No request is found again, though all are written down. */
function forgetful(tx: Tx): Partial<Tx> {
  return {
    lockOp: async () => null,
    putOp: async (row) => {
      if ((await tx.op(row.user_id, row.op_id)) === null) await tx.putOp(row);
    },
    putOutcome: async (outcome) => {
      const { op } = outcome;
      const isThere = op !== null && (await tx.op(op.user_id, op.op_id)) !== null;
      return tx.putOutcome(isThere ? { ...outcome, op: null } : outcome);
    },
  };
}

/** The item that a request makes, if it makes one. */
function createdIn({ method, url, data }: BatchRequest['requests'][number]) {
  const isCreate = method === 'POST' && url === '/api/items';
  return isCreate ? [data as { readonly uuid: string; readonly parent_id: string | null }] : [];
}

/** The store with some primitives of its transactions in another's hands. */
export function withTx(store: Store, change: (tx: Tx) => Partial<Tx>): Store {
  return {
    get epoch() {
      return store.epoch;
    },
    read: (work) => store.read(work),
    tx: (work) => store.tx((tx) => work({ ...tx, ...change(tx) })),
  };
}
