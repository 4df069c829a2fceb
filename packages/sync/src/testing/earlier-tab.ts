import { protocol } from '@foray/contract';
import { addedFieldNames, instantOf, type Result } from '@foray/domain';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { newRequest } from '../queue/mutation-queue.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { MemoryTables } from '../memory/memory-tables.ts';
import type { MetaKind, MetaValues, StreamCursor } from '../store/meta.ts';
import type { ReadTransaction, StoreFailure, WriteTransaction } from '../store/ports.ts';
import { isBlocked, type QueuedRequest } from '../store/queued-request.ts';
import { storedFromRequest } from '../store/stored-request.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { tryUnit, writeUnit } from '../store/unit-of-work.ts';

/**
 * Changes a queue like a cycle of the release 0.2.0 in another tab: it mistakes completions of occurrences
 * for creates of their items, which it has received, and drops those that were never sent. The copies stay
 * unchanged; those that other requests change, and items in conflict, are left out. Returns the ids of the
 * requests; none if the write fails.
 */
export async function dropAsRepeatedCreates(device: SyncContext): Promise<readonly string[]> {
  const dropped = await writeUnit(device, async (unit) => {
    const queue = await unit.tx.queue();
    const asked = new Set((await unit.tx.metaOf('conflict')).map(({ id }) => id));
    const rows = await unit.tx.allItems();
    const received = new Set(
      rows.filter((row) => lastServerRowOf(row) !== null).map(({ uuid }) => uuid),
    );
    const isTaken = ({ id, method, copy, sent, itemUuid }: QueuedRequest): boolean =>
      method === 'POST' &&
      copy !== undefined &&
      !sent &&
      received.has(itemUuid ?? '') &&
      !asked.has(itemUuid ?? '') &&
      queue.every((one) => one.id === id || !one.touches.includes(copy.uuid));
    const taken = queue.filter(isTaken);
    for (const { id } of taken) await unit.dropRequest(id);
    for (const uuid of new Set(taken.flatMap(({ touches }) => touches))) {
      const row = await unit.item(uuid);
      if (row?.occurrence_of === null) await recomputeRow(unit, row);
      else if (row !== undefined) unit.put({ ...row, _syncStatus: 'synced' });
    }
    return taken.map(({ id }) => id);
  });
  return dropped.ok ? dropped.value : [];
}

/**
 * Renames an item like a tab of the release 0.2.0, beside tabs of this one. It merges into the newest request
 * about the item if possible, and writes back only the fields that it knows; the rest of the row stays.
 */
export function renameAsEarlier(
  device: SyncContext,
  uuid: string,
  title: string,
): Promise<Result<void, 'not_found' | StoreFailure>> {
  const timestamp = instantOf(device.clock.nowMs());
  return tryUnit(device, async (unit) => {
    const row = await unit.item(uuid);
    const chain = await unit.tx.queueOf(uuid);
    const isBusy = chain.some(({ sent, state }) => sent || isBlocked(state));
    if (row === undefined || row._deleted || isBusy) return 'not_found';
    const last = chain.map(storedFromRequest).findLast(({ itemUuid }) => itemUuid === uuid);
    if (last?.method === 'PATCH' && last.id === chain.at(-1)?.id && !last.isImport) {
      const known = Object.entries(last.data ?? {}).filter(([name]) => !isAdded(name));
      const data = { ...Object.fromEntries(known), title };
      await unit.putRequest({ ...last, data, timestamp });
    } else {
      if (last === undefined || last.method !== 'PATCH') return 'not_found';
      const change = { kind: 'patch', uuid, change: { title }, completedAt: null } as const;
      const { setAt: _, ...request }: QueuedRequest = newRequest(unit, change, { after: last.id });
      await unit.putRequest({ ...request, timestamp });
    }
    const shown: LocalItem = await recomputeRow(unit, row);
    const unknown = Object.fromEntries(addedFieldNames.map((name) => [name, row[name]]));
    unit.put({ ...shown, ...unknown });
    return null;
  });
}

function isAdded(name: string): boolean {
  return addedFieldNames.some((added) => added === name);
}

/** The fields of a row that an earlier release does not know. */
export const laterFieldNames = [
  'labels',
  'position',
  'occurrence',
  'occurrence_of',
  'repeat_done',
  ...addedFieldNames,
] as const;

/**
 * A device as used by a tab of an earlier release: its writes leave the fields that it does not know as they
 * are in `tables`, and a row that it is the first to write lacks them. It sends its rows to other tabs as it
 * writes them.
 */
export function asEarlierTab(device: SyncContext, tables: MemoryTables): SyncContext {
  const read = <T extends ReadTransaction>(tx: T): T => {
    const methods: Partial<ReadTransaction> = {
      // It does not know private rows, and reads on from wherever the changes were read to.
      meta: async (kind, id) => {
        const value = kind === 'private' ? undefined : await tx.meta(kind, id);
        return kind === 'cursor' && value !== undefined ? { ...value, protocol } : value;
      },
      metaOf: async (kind) => (kind === 'private' ? [] : tx.metaOf(kind)),
    };
    return withMethods(tx, methods as Partial<T>);
  };
  const write = <T>(tx: WriteTransaction, work: (tx: WriteTransaction) => Promise<T>) =>
    work(
      withMethods(read(tx), {
        putItems: (rows) => tx.putItems(rows.map(written)),
        putMeta: (kind, id, value) => tx.putMeta(kind, id, asEarlierMeta(kind, value)),
      }),
    );
  const written = (row: LocalItem): LocalItem => {
    const held: Partial<LocalItem> = tables.items.get(tables.idOfUuid.get(row.uuid) ?? -1) ?? {};
    const later = new Set<string>(laterFieldNames);
    const known = Object.entries(row).filter(([name]) => !later.has(name));
    const left = Object.entries(held).filter(([name]) => later.has(name));
    return Object.fromEntries([...known, ...left]) as unknown as LocalItem;
  };
  const asStored = (row: LocalItem): LocalItem => {
    const stored = tables.items.get(row.id);
    return stored?._localVersion === row._localVersion ? stored : written(row);
  };
  const { store, changes } = device;
  return {
    ...device,
    store: withMethods(store, {
      read: (work) => store.read((tx) => work(read(tx))),
      write: (work) => store.write((tx) => write(tx, work)),
      writeBulk: (work) => store.writeBulk((tx) => write(tx, work)),
    }),
    changes: {
      publish: (change) => changes.publish({ ...change, rows: change.rows.map(asStored) }),
    },
  };
}

function asEarlierMeta<K extends MetaKind>(kind: K, value: MetaValues[K]): MetaValues[K] {
  if (kind !== 'cursor') return value;
  const { protocol: _, ...cursor } = value as StreamCursor;
  return cursor as MetaValues[K];
}

function withMethods<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      const own: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });
}
