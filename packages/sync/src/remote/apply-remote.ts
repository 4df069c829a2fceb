import { storedName } from '../store/stored-names.ts';
import type { DeltaItem, ItemsDelta, Removal } from '@foray/contract';
import { localIdFloor } from '@foray/domain';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { lastServerRowOf, localItemOf, sortKeyOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { leaveTrash, noteKnownDelete } from './leave-trash.ts';
import { updateFamilyRights, rightOn } from '../optimistic/local-rights.ts';
import type { BufferedRow } from '../store/meta.ts';
import { isUndone } from '../store/undone-copy.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Applies pulled rows and removals. Those of items with queued requests are buffered until conflicts are
 * detected; for the others the newer revision wins, so that no row is replaced by an older one. In a full
 * fetch that began at the localSeq `fullSince`, known rows are stamped too, since unstamped rows are removed
 * at its end.
 */
export async function applyRemote(
  unit: UnitOfWork,
  entries: readonly BufferedRow[],
  fullSince: number | null = null,
): Promise<void> {
  const isRefetch = fullSince !== null;
  const subjects = entries.map(subjectOf);
  const parents = parentsOf(entries).filter(({ uuid }) => !unit.knows(uuid));
  // Read at once: on a first sync the round trips to the store are most of a page's cost.
  const [queueSize, deleting, restoring, buffered, trash, unnumbered, found, above] =
    await Promise.all([
      unit.tx.queueSize(),
      unit.tx.metaOf('deleting'),
      unit.tx.metaOf('restoring'),
      unit.tx.metaOf(storedName.buffered),
      unit.tx.metaOf('trash'),
      unit.tx.itemsFrom(localIdFloor, 1),
      unit.tx.itemsById(subjects.map(({ id }) => id)),
      unit.tx.itemsById(parents.map(({ id }) => id)),
    ]);
  const hasQueue = queueSize > 0;
  // A row may have another number here only if any of these exist.
  const isAnyMarked = [deleting, restoring, buffered, unnumbered].some(({ length }) => length > 0);
  const mayDiffer = hasQueue || isRefetch || isAnyMarked;
  await cachePageRows(unit, subjects, found, mayDiffer);
  takeParents(unit, parents, above, hasQueue);
  const trashed = new Set(trash.map(({ id }) => id));
  const changedParents: LocalItem[] = [];
  for (const entry of entries) {
    const { uuid } = subjectOf(entry);
    if (isRefetch) await leaveFalseBase(unit, entry, fullSince);
    const changed =
      entry.kind === 'row'
        ? await mergeRow(unit, entry.row, isRefetch, hasQueue)
        : await mergeRemoval(unit, entry.removal, isRefetch);
    if (changed !== null) changedParents.push(changed);
    if (!trashed.has(uuid)) continue;
    await (entry.kind === 'row' ? leaveTrash(unit, uuid) : noteKnownDelete(unit, uuid));
  }
  await updateChildLinks(unit, ...changedParents);
}

/** The rows of a page, then its removals. */
export function entriesOf({ data, removed }: ItemsDelta): BufferedRow[] {
  return [
    ...data.map((row) => ({ kind: 'row', row }) as const),
    ...removed.map((removal) => ({ kind: 'removal', removal }) as const),
  ];
}

/** The identity and revision of a buffered row or removal. */
export function subjectOf(entry: BufferedRow): {
  readonly id: number;
  readonly uuid: string;
  readonly rev: number;
} {
  return entry.kind === 'row' ? entry.row : entry.removal;
}

/** Buffers a remote change, unless a newer one is buffered already. */
export async function bufferChange(unit: UnitOfWork, entry: BufferedRow): Promise<void> {
  const { uuid, rev } = subjectOf(entry);
  const waiting = await unit.tx.meta(storedName.buffered, uuid);
  if (waiting !== undefined && subjectOf(waiting).rev > rev) return;
  await unit.tx.putMeta(storedName.buffered, uuid, entry);
}

/** Drops an item's buffered change, unless it is newer than `rev`. */
export async function dropBuffered(unit: UnitOfWork, uuid: string, rev: number): Promise<void> {
  const waiting = await unit.tx.meta(storedName.buffered, uuid);
  if (waiting === undefined || subjectOf(waiting).rev > rev) return;
  await unit.tx.deleteMeta(storedName.buffered, uuid);
}

/** The row of a held item without queued requests on a newer base; what is shown over the base stays. */
function onNewBase(held: LocalItem, base: DeltaItem): LocalItem {
  const fresh = localItemOf(base);
  const shown = {
    ...fresh,
    ...(held._deleted ? null : held.rolled),
    rolled: held.rolled,
    _deleted: held._deleted,
    deletedBy: held.deletedBy,
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
 * Drops the base of a row that a full fetch returns with a lower revision: the fetch started after all local
 * rows were received, so the base belongs to no history that the server has.
 */
async function leaveFalseBase(
  unit: UnitOfWork,
  entry: BufferedRow,
  fullSince: number,
): Promise<void> {
  const { uuid, rev } = subjectOf(entry);
  const held = await unit.item(uuid);
  if (held?.base == null || held._localVersion > fullSince || rev >= held.base.rev) return;
  unit.put({ ...held, base: null, former: { base: held.base, isLost: false } });
}

async function mergeRow(
  unit: UnitOfWork,
  row: DeltaItem,
  isRefetch: boolean,
  hasQueue: boolean,
): Promise<LocalItem | null> {
  const held = await unit.item(row.uuid);
  if (held?._syncStatus === 'pending' || held?.former?.isLost) {
    await bufferChange(unit, { kind: 'row', row });
    if (isRefetch) unit.put(held);
    return null;
  }
  if (held?.base != null && row.rev <= held.base.rev) {
    if (isRefetch) unit.put(held);
    return null;
  }
  const parent = row.parent_uuid === null ? undefined : await unit.item(row.parent_uuid);
  const pulled = held === undefined ? localItemOf(row) : onNewBase(held, row);
  const next = hasQueue ? { ...pulled, permission: await rightOn(unit, pulled) } : pulled;
  unit.put({ ...next, top: parent === undefined || parent._deleted ? 1 : 0 });
  if (hasQueue) await updateFamilyRights(unit, held, next);
  // A queued delete may name the item that came back.
  const isNamed = hasQueue && held === undefined && (await unit.tx.queueOf(row.uuid)).length > 0;
  if (isNamed) return recomputeRow(unit, next);
  return held === undefined || held.id !== row.id ? next : null;
}

async function mergeRemoval(
  unit: UnitOfWork,
  removal: Removal,
  isRefetch: boolean,
): Promise<LocalItem | null> {
  const held = await unit.item(removal.uuid);
  if (removal.reason === 'hidden') await unit.tx.deleteMeta('trash', removal.uuid);
  if (held === undefined) {
    // A buffered row of an erased item would restore it.
    await dropBuffered(unit, removal.uuid, removal.rev);
    return null;
  }
  if (held._syncStatus === 'pending') {
    await bufferChange(unit, { kind: 'removal', removal });
    if (isRefetch) unit.put(held);
    return null;
  }
  // Without a base the item was made here and gone before its create was answered.
  if (held.base !== null && removal.rev <= held.base.rev) return null;
  await eraseItem(unit, held, removal);
  return held;
}

/**
 * Call it before an item takes a number from the server: after a restored backup another item may have that
 * number here, and moves to a local one.
 */
export async function freeNumber(unit: UnitOfWork, uuid: string, id: number): Promise<void> {
  const holder = await unit.tx.itemById(id);
  if (holder !== undefined && holder.uuid !== uuid) await resolveIdCollision(unit, holder);
}

/**
 * Moves an item to a local number because another item has its number. The item may have changed in this
 * write already, and moved.
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
  subjects: readonly { readonly uuid: string }[],
  found: readonly (LocalItem | undefined)[],
  mayDiffer: boolean,
): Promise<void> {
  const missing: string[] = [];
  for (const [at, { uuid }] of subjects.entries()) {
    const row = found[at];
    if (row?.uuid === uuid) unit.cache([row]);
    else missing.push(uuid);
    if (row !== undefined && row.uuid !== uuid) await resolveIdCollision(unit, row);
  }
  if (mayDiffer) await unit.cacheByUuid(missing);
  else unit.cache([], missing);
}

/** The parents of the page's rows, each once. */
function parentsOf(entries: readonly BufferedRow[]): readonly { id: number; uuid: string }[] {
  const parents = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'removal') continue;
    const { parent_id: id, parent_uuid: uuid } = entry.row;
    if (id !== null && uuid !== null) parents.set(id, uuid);
  }
  return [...parents].map(([id, uuid]) => ({ id, uuid }));
}

function takeParents(
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
