import { storedName } from '../store/stored-names.ts';
import type { DeltaItem, ItemsDelta, Removal } from '@foray/contract';
import { localIdFloor } from '@foray/domain';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { lastServerRowOf, localItemOf, sortKeyOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { keepLostTitle } from './lost-title.ts';
import { leaveTrash, recordKnownDelete } from './leave-trash.ts';
import { updateFamilyRights, permissionOn } from '../optimistic/local-rights.ts';
import type { RemoteChange } from '../store/meta.ts';
import { isUndone } from '../store/copies.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Applies pulled rows and removals. Those of items with queued requests are buffered until conflicts are
 * detected; for the others the greater rev wins, so that no row is replaced by an older one. In a full fetch
 * that began at the localSeq `fullSince`, known rows are stamped too, since unstamped rows are removed at its
 * end.
 */
export async function applyRemoteChanges(
  unit: UnitOfWork,
  changes: readonly RemoteChange[],
  fullSince: number | null = null,
): Promise<void> {
  const isRefetch = fullSince !== null;
  const identities = changes.map(identityOf);
  const parents = parentsOf(changes).filter(({ uuid }) => !unit.knows(uuid));
  // Read at once, because in a first sync the round trips to the store are most of a page's cost.
  const [queueSize, deleting, restoring, buffered, trash, unnumbered, found, above] =
    await Promise.all([
      unit.tx.queueSize(),
      unit.tx.metaOf('deleting'),
      unit.tx.metaOf('restoring'),
      unit.tx.metaOf(storedName.buffered),
      unit.tx.metaOf('trash'),
      unit.tx.itemsFrom(localIdFloor, 1),
      unit.tx.itemsById(identities.map(({ id }) => id)),
      unit.tx.itemsById(parents.map(({ id }) => id)),
    ]);
  const hasQueue = queueSize > 0;
  // A row may have another number here only if any of these exist.
  const isAnyMarked = [deleting, restoring, buffered, unnumbered].some(({ length }) => length > 0);
  const mayDiffer = hasQueue || isRefetch || isAnyMarked;
  await cachePageRows(unit, identities, found, mayDiffer);
  cacheParents(unit, parents, above, hasQueue);
  const trashed = new Set(trash.map(({ id }) => id));
  const changedParents: LocalItem[] = [];
  for (const change of changes) {
    const { uuid } = identityOf(change);
    if (isRefetch) await dropFalseBase(unit, change, fullSince);
    const changed =
      change.kind === 'row'
        ? await applyRow(unit, change.row, isRefetch, hasQueue)
        : await mergeRemoval(unit, change.removal, isRefetch);
    if (changed !== null) changedParents.push(changed);
    if (!trashed.has(uuid)) continue;
    await (change.kind === 'row' ? leaveTrash(unit, uuid) : recordKnownDelete(unit, uuid));
  }
  await updateChildLinks(unit, ...changedParents);
}

/** The rows of a page, then its removals. */
export function changesIn({ data, removed }: ItemsDelta): RemoteChange[] {
  return [
    ...data.map((row) => ({ kind: 'row', row }) as const),
    ...removed.map((removal) => ({ kind: 'removal', removal }) as const),
  ];
}

/** The identity and rev of a buffered row or removal. */
export function identityOf(change: RemoteChange): {
  readonly id: number;
  readonly uuid: string;
  readonly rev: number;
} {
  return change.kind === 'row' ? change.row : change.removal;
}

/** Buffers a remote change, unless a newer one is buffered already. */
export async function bufferChange(unit: UnitOfWork, change: RemoteChange): Promise<void> {
  const { uuid, rev } = identityOf(change);
  const waiting = await unit.tx.meta(storedName.buffered, uuid);
  if (waiting !== undefined && identityOf(waiting).rev > rev) return;
  await unit.tx.putMeta(storedName.buffered, uuid, change);
}

/** Drops an item's buffered change, unless it is newer than `rev`. */
export async function dropBuffered(unit: UnitOfWork, uuid: string, rev: number): Promise<void> {
  const waiting = await unit.tx.meta(storedName.buffered, uuid);
  if (waiting === undefined || identityOf(waiting).rev > rev) return;
  await unit.tx.deleteMeta(storedName.buffered, uuid);
}

/** The row of a local item without queued requests on a newer base; values displayed over the base stay. */
function onNewBase(local: LocalItem, base: DeltaItem): LocalItem {
  const fresh = localItemOf(base);
  const shown = {
    ...fresh,
    ...(local._deleted ? null : local.rolled),
    rolled: local.rolled,
    _deleted: local._deleted,
    deletedBy: local.deletedBy,
  };
  return { ...shown, sortKey: sortKeyOf(shown) };
}

/**
 * Removes an item from the device, and keeps it restorable if it was deleted here. A buffered change is
 * removed too unless it is newer than the removal.
 */
export async function eraseItem(
  unit: UnitOfWork,
  row: LocalItem,
  { reason, rev }: Pick<Removal, 'reason' | 'rev'>,
): Promise<void> {
  if (reason === 'hidden') await keepLostTitle(unit, row);
  unit.remove(row);
  await updateFamilyRights(unit, row, undefined);
  const mark = await unit.tx.meta('deleting', row.uuid);
  const isGone = await isUndone(unit.tx, row);
  await dropBuffered(unit, row.uuid, rev);
  await Promise.all([
    unit.tx.deleteMeta('deleting', row.uuid),
    unit.tx.deleteMeta('rolled', row.uuid),
    unit.tx.deleteMeta('replaced', row.uuid),
    unit.tx.deleteMeta('conflict', row.uuid),
    unit.tx.deleteMeta('restoring', row.uuid),
    unit.tx.deleteMeta('unassigned', row.uuid),
    unit.tx.deleteMeta('restoredWith', row.uuid),
  ]);
  const item = lastServerRowOf(row);
  if (reason === 'hidden' || row.deletedBy === null || item === null || isGone) {
    // An earlier, restored delete of the item is unrelated to this one.
    return unit.tx.deleteMeta('trash', row.uuid);
  }
  const deletedAt = mark?.deletedAt ?? row.updated_at;
  const { base: _, ...history } = row.former ?? {};
  await unit.tx.putMeta('trash', row.uuid, {
    item,
    requestId: row.deletedBy,
    deletedAt,
    ...(row.base === null ? history : {}),
  });
}

/**
 * Drops the base of a row that a full fetch returns with a lower rev: the fetch started after all local rows
 * were received, so the base belongs to no history that the server has.
 */
async function dropFalseBase(
  unit: UnitOfWork,
  change: RemoteChange,
  fullSince: number,
): Promise<void> {
  const { uuid, rev } = identityOf(change);
  const local = await unit.item(uuid);
  if (local?.base == null || local._localVersion > fullSince || rev >= local.base.rev) return;
  unit.put({ ...local, base: null, former: { base: local.base, isLost: false } });
}

async function applyRow(
  unit: UnitOfWork,
  row: DeltaItem,
  isRefetch: boolean,
  hasQueue: boolean,
): Promise<LocalItem | null> {
  const local = await unit.item(row.uuid);
  if (local?._syncStatus === 'pending' || local?.former?.isLost) {
    await bufferChange(unit, { kind: 'row', row });
    if (isRefetch) unit.put(local);
    return null;
  }
  if (local?.base != null && row.rev <= local.base.rev) {
    if (isRefetch) unit.put(local);
    return null;
  }
  const parent = row.parent_uuid === null ? undefined : await unit.item(row.parent_uuid);
  const pulled = local === undefined ? localItemOf(row) : onNewBase(local, row);
  const next = hasQueue ? { ...pulled, permission: await permissionOn(unit, pulled) } : pulled;
  unit.put({ ...next, top: parent === undefined || parent._deleted ? 1 : 0 });
  if (hasQueue) await updateFamilyRights(unit, local, next);
  // A queued delete may name the item that came back.
  const isNamed = hasQueue && local === undefined && (await unit.tx.queueOf(row.uuid)).length > 0;
  if (isNamed) return recomputeRow(unit, next);
  return local === undefined || local.id !== row.id ? next : null;
}

async function mergeRemoval(
  unit: UnitOfWork,
  removal: Removal,
  isRefetch: boolean,
): Promise<LocalItem | null> {
  const local = await unit.item(removal.uuid);
  if (removal.reason === 'hidden') await unit.tx.deleteMeta('trash', removal.uuid);
  if (local === undefined) {
    // A buffered row of an erased item would restore it.
    await dropBuffered(unit, removal.uuid, removal.rev);
    return null;
  }
  if (local._syncStatus === 'pending') {
    await bufferChange(unit, { kind: 'removal', removal });
    if (isRefetch) unit.put(local);
    return null;
  }
  // Without a base the item was created here and gone before its create was answered.
  if (local.base !== null && removal.rev <= local.base.rev) return null;
  await eraseItem(unit, local, removal);
  return local;
}

/**
 * Call it before an item gets a number from the server: after a restored backup another item may have that
 * number here, and moves to a local one.
 */
export async function freeNumber(unit: UnitOfWork, uuid: string, id: number): Promise<void> {
  const holder = await unit.tx.itemById(id);
  if (holder !== undefined && holder.uuid !== uuid) await resolveIdCollision(unit, holder);
}

/**
 * Moves an item to a local number because another item has its number. The item may already have changed in
 * this write, and moved.
 */
export async function resolveIdCollision(unit: UnitOfWork, stored: LocalItem): Promise<void> {
  unit.cache([stored]);
  const holder = await unit.item(stored.uuid);
  if (holder === undefined || holder.id !== stored.id) return;
  const moved = { ...holder, id: unit.takeLocalId() };
  unit.put(moved);
  await updateChildLinks(unit, moved);
}

/** Caches the page's rows: by number, and by uuid if they may be here under another number. */
async function cachePageRows(
  unit: UnitOfWork,
  identities: readonly { readonly uuid: string }[],
  found: readonly (LocalItem | undefined)[],
  mayDiffer: boolean,
): Promise<void> {
  const missing: string[] = [];
  for (const [at, { uuid }] of identities.entries()) {
    const row = found[at];
    if (row?.uuid === uuid) unit.cache([row]);
    else missing.push(uuid);
    if (row !== undefined && row.uuid !== uuid) await resolveIdCollision(unit, row);
  }
  if (mayDiffer) await unit.cacheByUuid(missing);
  else unit.cache([], missing);
}

/** The parents of the page's rows, each once. */
function parentsOf(changes: readonly RemoteChange[]): readonly { id: number; uuid: string }[] {
  const parents = new Map<number, string>();
  for (const change of changes) {
    if (change.kind === 'removal') continue;
    const { parent_id: id, parent_uuid: uuid } = change.row;
    if (id !== null && uuid !== null) parents.set(id, uuid);
  }
  return [...parents].map(([id, uuid]) => ({ id, uuid }));
}

function cacheParents(
  unit: UnitOfWork,
  parents: readonly { readonly uuid: string }[],
  found: readonly (LocalItem | undefined)[],
  hasQueue: boolean,
): void {
  for (const [at, { uuid }] of parents.entries()) {
    const row = found[at];
    if (row?.uuid === uuid) unit.cache([row]);
    // While something is queued, the parent may be here under another number.
    else if (!hasQueue) unit.cache([], [uuid]);
  }
}
