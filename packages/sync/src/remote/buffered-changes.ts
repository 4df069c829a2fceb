import type { Removal } from '@foray/contract';
import { canKeepBoth, changedFields, classifyRemote } from '@foray/domain';
import type { Item } from '@foray/domain';
import type { Conflict, RemoteChange } from '../store/meta.ts';
import {
  operationsOf,
  optimisticOf,
  recomputeRow,
  updateChildLinks,
} from '../optimistic/recompute-row.ts';
import { lastServerRowOf, setByPeople, withoutDelete } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { applyRemoteChanges, freeNumber, identityOf } from './apply-remote.ts';
import { rebaseQueue } from '../queue/mutation-queue.ts';
import { unblockDependents } from '../queue/block.ts';
import { detachedBy } from '../queue/detached.ts';
import { isOutsideConflicts, isOccurrenceRequest, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { storedName } from '../store/stored-names.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Whether any change waits for a decision, since requests about its item are queued. */
export async function hasBuffered(tx: ReadTransaction): Promise<boolean> {
  return (await tx.metaOf(storedName.buffered)).length > 0;
}

/**
 * The row from which both sides of a conflict about the item started; null if it is lost. A row that the
 * server may have lost has version 0, since in the current history another row can have its number.
 */
export function commonBase(row: LocalItem, before: Conflict | undefined): LocalItem['base'] {
  if (row.base === null) {
    const base = row.former?.isUnseen === true ? null : lastServerRowOf(row);
    return base !== null && row.former?.isLost ? { ...base, version: 0 } : base;
  }
  // The row below a conflict has the server's side, which the user has not accepted.
  return before === undefined ? row.base : before.base;
}

/**
 * Puts a newer server row under the local changes, which stay unchanged. If the item has a conflict, the row
 * becomes its server side, or ends it if nothing is left to ask about. With `isAsked` the caller is about to
 * store a conflict.
 */
export async function rebase(
  unit: UnitOfWork,
  row: LocalItem,
  base: NonNullable<LocalItem['base']>,
  isAsked = false,
): Promise<LocalItem> {
  const { _conflictType: type, ...plain } = row;
  const conflict = type === undefined ? undefined : await unit.tx.meta('conflict', row.uuid);
  const isNewer = conflict !== undefined && conflict.rev < base.rev;
  const isOver = isNewer && (await endsConflict(unit, row, conflict, base));
  const rest = conflict === undefined || isOver ? plain : row;
  if (isOver) await unit.tx.deleteMeta('conflict', row.uuid);
  else if (isNewer)
    await unit.tx.putMeta('conflict', row.uuid, { ...conflict, server: base, rev: base.rev });
  if (isNewer) unit.touchQueue();
  if (row.id !== base.id) await freeNumber(unit, row.uuid, base.id);
  const next = await recomputeRow(unit, { ...withoutFormer(rest), base, id: base.id });
  if (row.id !== base.id) await updateChildLinks(unit, next);
  await rebaseQueue(unit, next, isAsked);
  return next;
}

/**
 * Whether a row, the conflict's own or a newer one, leaves nothing to ask about: the item is back, the others
 * reverted their side, or both sides agree.
 */
async function endsConflict(
  unit: UnitOfWork,
  row: LocalItem,
  { base, server }: Conflict,
  item: NonNullable<LocalItem['base']>,
): Promise<boolean> {
  if (server === null) return true;
  const queued = operationsOf(unit, row, await unit.tx.queueOf(row.uuid));
  // Both sides may start from another history, whose numbers do not say which row is newer.
  const comparable = base === null ? null : { ...base, rev: 0 };
  const decision = classifyRemote(
    { base: comparable, queued, isAsked: true },
    { kind: 'row', item },
  );
  return decision.kind === 'keepLocal';
}

function withoutFormer(row: LocalItem): LocalItem {
  const { former: _, ...plain } = row;
  return plain;
}

/**
 * Removes an item's own requests from the queue, with those about copies that only they would create. Other
 * requests stay, and no longer wait for them.
 */
export async function dropOwnRequests(
  unit: UnitOfWork,
  uuid: string,
  requests: readonly QueuedRequest[],
): Promise<void> {
  const own = requests.filter(({ itemUuid }) => itemUuid === uuid);
  const ofCopies: QueuedRequest[] = [];
  for (const one of own.filter(isOccurrenceRequest)) {
    ofCopies.push(...(await detachedBy(unit.tx, one)).dropped);
  }
  const left = [...own, ...ofCopies];
  for (const { id } of left) await unit.dropRequest(id);
  for (const copy of new Set(ofCopies.flatMap(({ touches }) => touches))) {
    const row = await unit.item(copy);
    if (row !== undefined) await recomputeRow(unit, row);
  }
  await unblockDependents(unit, left);
}

/**
 * Recomputes the items that an item's dropped requests affected (for a delete, its children): without the
 * requests they are no longer pending, and alive unless another request deletes them.
 */
export async function recomputeOthersTouched(
  unit: UnitOfWork,
  uuid: string,
  dropped: readonly QueuedRequest[],
): Promise<void> {
  const own = dropped.filter((request) => request.itemUuid === uuid);
  for (const deleted of new Set(own.flatMap(({ touches }) => touches.slice(1)))) {
    const row = await unit.item(deleted);
    if (row === undefined) continue;
    const isDeleterGone = own.some(({ id }) => id === row.deletedBy);
    await rebaseQueue(unit, await recomputeRow(unit, isDeleterGone ? withoutDelete(row) : row));
    await endIdleConflict(unit, deleted);
  }
}

/**
 * Ends a conflict about an item for which only label and occurrence requests are queued: the conflict's
 * server side is applied. Call it wherever requests leave the queue.
 */
export async function endIdleConflict(unit: UnitOfWork, uuid: string): Promise<void> {
  const conflict = await unit.tx.meta('conflict', uuid);
  const row = await unit.item(uuid);
  if (conflict === undefined || row === undefined) return;
  if (!(await unit.tx.queueOf(uuid)).every(isOutsideConflicts)) return;
  await unit.tx.deleteMeta('conflict', uuid);
  unit.touchQueue();
  const { _conflictType: _, ...plain } = row;
  unit.put(plain);
  const { server, removal, rev } = conflict;
  if (server !== null) return applyRemoteChanges(unit, [{ kind: 'row', row: server }]);
  const hidden = { id: row.id, uuid, reason: removal ?? 'hidden', rev } as const;
  return applyRemoteChanges(unit, [{ kind: 'removal', removal: hidden }]);
}

/**
 * Ends a conflict whose sides a local change has made equal: queued changes are applied over the server's
 * side. Returns whether it did. It does not while a request is in flight, whose outcome is unknown.
 */
export async function endAgreedConflict(unit: UnitOfWork, uuid: string): Promise<boolean> {
  const conflict = await unit.tx.meta('conflict', uuid);
  const row = await unit.item(uuid);
  if (conflict?.kind !== 'update' || conflict.server === null || row === undefined) return false;
  const queue = await unit.tx.queueOf(uuid);
  if (queue.some(({ sent, state }) => sent && state.kind === 'queued')) return false;
  const isAgreed =
    (await endsConflict(unit, row, conflict, conflict.server)) ||
    (await dropOutdatedChanges(unit, row, conflict.server));
  if (!isAgreed) return false;
  await unit.tx.deleteMeta('conflict', uuid);
  unit.touchQueue();
  const { _conflictType: _, ...plain } = row;
  await rebase(unit, plain, conflict.server);
  return true;
}

/**
 * Drops an item's changes that later occurrences have passed, and returns whether it did: with the
 * occurrences that were completed or skipped after them, the item is as on the server. Over the server's next
 * occurrence the changes would repeat what was meant for a former one.
 */
export async function dropOutdatedChanges(
  unit: UnitOfWork,
  row: LocalItem,
  server: Item,
): Promise<boolean> {
  const requests = await unit.tx.queueOf(row.uuid);
  const changes = requests.filter((one) => one.itemUuid === row.uuid && !isOutsideConflicts(one));
  const isPlain = changes.every((one) => ['patch', 'assign'].includes(kindOf(one) ?? ''));
  if (!isPlain || !requests.some(isOccurrenceRequest)) return false;
  const shown = optimisticOf(unit, row, requests);
  if (shown.deleted || changedFields(shown, server).length > 0) return false;
  await dropOwnRequests(unit, row.uuid, changes);
  return true;
}

function deletionOf({ deleted_at: at, deleted_by: by }: Removal): Pick<Conflict, 'deletion'> {
  return at === undefined ? {} : { deletion: { at, by: by ?? null } };
}

/**
 * Stores the conflict of a decision, or a newer state of it. `base` replaces the one that follows from the
 * row or the earlier conflict.
 */
export async function storeConflict(
  unit: UnitOfWork,
  row: LocalItem,
  change: RemoteChange,
  kind: Conflict['kind'],
  base?: Conflict['base'],
): Promise<void> {
  const before = await unit.tx.meta('conflict', row.uuid);
  const started = base === undefined ? commonBase(row, before) : base;
  const server = change.kind === 'row' ? change.row : null;
  const isBetweenRows = kind === 'update' && started !== null && server !== null;
  const conflict: Conflict = {
    uuid: row.uuid,
    kind,
    base: started,
    server,
    removal: change.kind === 'removal' ? change.removal.reason : null,
    ...(change.kind === 'removal' ? deletionOf(change.removal) : {}),
    canKeepBoth: isBetweenRows && canKeepBoth(started, setByPeople(row), server),
    rev: identityOf(change).rev,
    isAside: before?.isAside ?? false,
    foundAt: before?.foundAt ?? unit.deviceNow(),
  };
  await unit.tx.putMeta('conflict', row.uuid, conflict);
  unit.put({ ...row, _conflictType: kind === 'delete' ? 'delete' : 'update' });
  unit.touchQueue();
}
