import type { ItemRow, Store } from '@foray/authority';
import type { BatchRequest, Removal } from '@foray/contract';
import type { LocalItem, Transport } from '@foray/sync';
import type { NamedMutant } from './named-mutant.ts';
import type { Profile } from './profile.ts';
import { withTx } from './server-mutants.ts';
import type { Mutant } from './world.ts';

/** The person who asks for a restore is taken for the owner of everything, and those ask who only contributed. */
export function restoreWithoutRight(): Mutant {
  const restores = new Set<string>();
  return {
    transport: (transport, profile) =>
      asking(transport, restores, (removed) =>
        removed.flatMap(({ uuid, reason }) => {
          const row = rowOf(profile, uuid);
          const isOthers = reason === 'deleted' && row !== undefined && row.permission !== 'manage';
          const url = `/api/items/${uuid}/restore`;
          return isOthers ? [{ id: profile.ids.uuid(), method: 'POST' as const, url }] : [];
        }),
      ),
    serverStore: (store) => ownedByCaller(store, restores, ({ parent_id }) => parent_id === null),
  };
}

/** Who manages another's item takes it out of its root as if it were theirs. */
function carriedOff(): Mutant {
  const moves = new Set<string>();
  const moved = new Set<string>();
  return {
    transport: (transport, profile) =>
      asking(transport, moves, () =>
        [...profile.tables.items.values()].flatMap(({ uuid, user_id, permission, parent_uuid }) => {
          const isOthers = user_id !== profile.user.id && permission === 'manage';
          if (!isOthers || parent_uuid === null || moved.has(uuid)) return [];
          moved.add(uuid);
          const url = `/api/items/${uuid}`;
          const data = { parent_id: null };
          return [{ id: profile.ids.uuid(), method: 'PATCH' as const, url, data }];
        }),
      ),
    serverStore: (store) => ownedByCaller(store, moves, ({ parent_id }) => parent_id !== null),
  };
}

/** What somebody makes in the tree of another is an import if its request says so. */
function importAnywhere(): Mutant {
  const creates = new Set<string>();
  return {
    transport: (transport) => ({
      ...transport,
      sendBatch: ({ requests }, context) => {
        const marked = requests.map((request) => {
          if (request.method !== 'POST' || request.url !== '/api/items') return request;
          creates.add(request.id);
          return { ...request, import: true };
        });
        return transport.sendBatch({ requests: marked }, context);
      },
    }),
    serverStore: (store) => ownedByCaller(store, creates, ({ parent_id }) => parent_id === null),
  };
}

/** The transport of somebody who asks for more whenever they hear of items. */
function asking(
  transport: Transport,
  asked: Set<string>,
  wishes: (removed: readonly Removal[]) => BatchRequest['requests'],
): Transport {
  return {
    ...transport,
    fetchItems: async (type, since, limit, context) => {
      const reply = await transport.fetchItems(type, since, limit, context);
      if (reply.kind !== 'answer') return reply;
      const requests = wishes(reply.body.removed);
      for (const { id } of requests) asked.add(id);
      if (requests.length > 0) await transport.sendBatch({ requests }, context);
      return reply;
    },
  };
}

/** The store, in which what these requests read is their caller's where `isOf` says so. */
function ownedByCaller(
  store: Store,
  opIds: ReadonlySet<string>,
  isOf: (row: ItemRow) => boolean,
): Store {
  return withTx(store, (tx) => {
    let callerId: number | null = null;
    const ownerOf = new Map<number, number>();
    const lie = (row: ItemRow): ItemRow => {
      if (callerId === null || !isOf(row)) return row;
      ownerOf.set(row.id, row.user_id);
      return { ...row, user_id: callerId };
    };
    return {
      lockOp: async (userId, opId) => {
        if (opIds.has(opId)) callerId = userId;
        return tx.lockOp(userId, opId);
      },
      items: async (keys) => (await tx.items(keys)).map(lie),
      takenBy: async (op) => (await tx.takenBy(op)).map(lie),
      updateItems: (rows) =>
        tx.updateItems(
          rows.map((row) => ({ ...row, user_id: ownerOf.get(row.id) ?? row.user_id })),
        ),
    };
  });
}

function rowOf({ tables }: Profile, uuid: string): LocalItem | undefined {
  return tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
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

/** What the owner of a root may count on: taken away one at a time. */
export const rootMutants: readonly NamedMutant[] = [
  {
    name: 'carried off',
    breaks: 'I19',
    steps: ['create', 'assign', 'runAll', 'create', 'runAll'],
    mutant: carriedOff,
  },
  {
    name: 'import anywhere',
    breaks: 'I22',
    steps: ['assign', 'runAll', 'status', 'create', 'runAll'],
    mutant: importAnywhere,
  },
];
