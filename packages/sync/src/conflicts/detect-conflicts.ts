import { storedName } from '../store/stored-names.ts';
import type { Removal } from '@foray/contract';
import { classifyRemote, itemTypes } from '@foray/domain';
import type { Operation, Remote } from '@foray/domain';
import type { Conflict, MetaRow, RemoteChange } from '../store/meta.ts';
import { operationsOf, recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { decideAbsent, decideLost, dropRepeatedCreate } from './conflict-subject.ts';
import type { ConflictSubject } from './conflict-subject.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { eraseItem, applyRemoteChanges, identityOf } from '../remote/apply-remote.ts';
import { ownTextOf } from '../optimistic/own-text.ts';
import { recordReplaced } from './replaced-values.ts';
import {
  dropOwnRequests,
  dropOutdatedChanges,
  rebase,
  recomputeOthersTouched,
  commonBase,
  storeConflict,
} from '../remote/buffered-changes.ts';
import { copyMadeBy } from '../queue/detached.ts';
import { isOutsideConflicts, isOccurrenceRequest } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { deleteFamilyAlone } from '../remote/repeat-deletes.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

const conflictKinds = {
  updateConflict: 'update',
  deleteConflict: 'delete',
  removedConflict: 'removed',
} as const;

/** A correct clock may appear this far ahead, since its offset is only measured. */
const clockSlackMs = 60_000;

/**
 * Processes every buffered row without in-flight requests, or only those of `uuids`: rebases the local
 * changes onto it, removes the item if both sides deleted it, or stores a conflict (the rule itself is in
 * packages/domain). A row with an in-flight request stays buffered for the next cycle.
 */
export async function detectConflicts(
  unit: UnitOfWork,
  uuids?: ReadonlySet<string>,
): Promise<void> {
  for (const { id: uuid, value: entry } of await readBuffered(unit)) {
    if (uuids?.has(uuid) === false) continue;
    const row = await unit.item(uuid);
    const requests = await unit.tx.queueOf(uuid);
    if (requests.some((request) => request.sent && request.state.kind === 'queued')) continue;
    await unit.tx.deleteMeta(storedName.buffered, uuid);
    if (row !== undefined && (requests.length > 0 || row.former?.isLost)) {
      await decideChange(unit, { row, requests }, entry);
      continue;
    }
    // The row is pending without a readable request, so it waits for nothing.
    if (row?._syncStatus === 'pending') await recomputeRow(unit, row);
    await applyRemoteChanges(unit, [entry]);
  }
}

/**
 * Parents first, and items before their copies, so that an item created again is queued after those that it
 * needs.
 */
async function readBuffered(
  unit: UnitOfWork,
): Promise<readonly MetaRow<typeof storedName.buffered>[]> {
  const buffered: {
    readonly entry: MetaRow<typeof storedName.buffered>;
    readonly place: number;
  }[] = [];
  for (const entry of await unit.tx.metaOf(storedName.buffered)) {
    const row = await unit.item(entry.id);
    const isCopy = row?.occurrence_of != null;
    const place = row === undefined ? -1 : itemTypes.indexOf(row.type) * 2 + (isCopy ? 1 : 0);
    buffered.push({ entry, place });
  }
  return buffered.toSorted((a, b) => a.place - b.place).map(({ entry }) => entry);
}

async function decideChange(
  unit: UnitOfWork,
  held: ConflictSubject,
  entry: RemoteChange,
): Promise<void> {
  if (entry.kind === 'removal' && entry.isAbsent) return decideAbsent(unit, held, entry);
  const before = await unit.tx.meta('conflict', held.row.uuid);
  if (entry.kind === 'removal' && isKnownRemoval(before, entry.removal)) return;
  // Received before the item was restored, as a later response shows.
  if (entry.kind === 'removal' && entry.removal.rev < (held.row.base?.rev ?? 0)) return;
  const subject = await dropRepeatedCreate(unit, held, entry.kind === 'row' ? entry.row : null);
  const { row, requests } = subject;
  // Changes queued over a server row that the user has not accepted become a conflict, lost or not.
  const isUnseen = row.former?.isUnseen === true && !requests.every(isOutsideConflicts);
  if (entry.kind === 'row' && row.former?.isLost && !isUnseen) {
    return decideLost(unit, subject, entry);
  }
  const remote: Remote =
    entry.kind === 'row'
      ? { kind: 'row', item: entry.row }
      : { kind: 'removed', reason: entry.removal.reason };
  const queued = operationsOf(unit, row, requests).filter(
    (one) => remote.kind === 'row' || !isOfAnother(one, row),
  );
  const isAsked =
    before !== undefined ||
    requests.some((request) => request.isKept) ||
    queued.some(({ at }) => isInFuture(unit, at));
  // Below a conflict found while saving, the row has a newer base than that from which both sides started.
  const isTaken = remote.kind === 'row' && remote.item.rev <= (row.base?.rev ?? 0);
  const base = isTaken ? row.base : commonBase(row, before);
  // The base of both sides may be of another history, whose numbers do not say which row is newer.
  const comparable = base === null ? null : { ...base, rev: row.base?.rev ?? 0 };
  const decision = classifyRemote({ base: comparable, queued, isAsked }, remote);
  const why = 'reason' in decision ? { why: decision.reason } : {};
  unit.note('decided', { item: row.uuid, outcome: decision.kind, what: remote.kind, ...why });
  switch (decision.kind) {
    case 'ignore':
      // The create that the row waited for has gone.
      if (requests.length < held.requests.length) await recomputeRow(unit, row);
      return;
    case 'apply':
    case 'keepLocal':
      if (entry.kind === 'removal') return awaitRestore(unit, row, entry.removal, before);
      await unit.tx.deleteMeta('conflict', row.uuid);
      await rebase(unit, row, entry.row);
      if (decision.reason === 'local_newer') {
        await recordReplaced(unit, row, entry.row, decision.replaced);
      }
      return;
    case 'remove':
      if (decision.reason === 'deleted') await deleteFamilyAlone(unit, row.uuid, requests);
      await dropOwnRequests(unit, row.uuid, requests);
      await eraseItem(unit, row, { reason: decision.reason, rev: identityOf(entry).rev });
      await updateChildLinks(unit, row);
      await recomputeOthersTouched(unit, row.uuid, requests);
      return;
    default: {
      if (
        entry.kind === 'row' &&
        base !== null &&
        (await dropOutdatedChanges(unit, row, entry.row))
      ) {
        await unit.tx.deleteMeta('conflict', row.uuid);
        await rebase(unit, row, entry.row);
        return;
      }
      const kind = conflictKinds[decision.kind];
      if (entry.kind === 'row' && base === null) {
        // The common base is lost: the changes are shown over the server's current row.
        const asked = await rebase(unit, row, entry.row, true);
        await storeConflict(unit, asked, entry, kind, null);
        return;
      }
      const ownText =
        entry.kind === 'removal' ? ownTextOf(unit, row, requests, entry.removal) : null;
      if (ownText !== null) {
        await unit.tx.deleteMeta('rolled', row.uuid);
        await dropCopies(unit, row.uuid, requests);
      }
      const asked =
        ownText ?? (entry.kind === 'removal' ? withBaseBeforeRemoval(row, entry.removal) : row);
      await storeConflict(unit, asked, entry, kind);
    }
  }
}

/**
 * Removes the copies of a hidden item's occurrences from rows and requests, since others wrote their text.
 */
async function dropCopies(
  unit: UnitOfWork,
  uuid: string,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const request of requests.filter(isOccurrenceRequest)) {
    if (request.itemUuid !== uuid) continue;
    const { copy, ...rest } = request;
    const uuidOfCopy = copyMadeBy(request) ?? copy?.uuid ?? '';
    const held = await unit.item(uuidOfCopy);
    const isUnmade = held?.occurrence_of === uuid && lastServerRowOf(held) === null;
    // Changes of the copy still wait for this request, whose text may have been removed before.
    const isWaitedFor = isUnmade || (held === undefined && request.touches.includes(uuidOfCopy));
    const touches = isWaitedFor ? [uuid, uuidOfCopy] : [uuid];
    await unit.putRequest({ ...rest, touches });
    if (isUnmade) unit.remove(held);
    for (const other of request.touches.slice(1)) {
      const row = await unit.item(other);
      if (row !== undefined) await recomputeRow(unit, row);
    }
  }
}

/** Whether a change is dated in the future: its clock was wrong, and it may be the earlier change. */
function isInFuture(unit: UnitOfWork, at: string): boolean {
  return Date.parse(at) > Date.parse(unit.serverNow()) + clockSlackMs;
}

/**
 * Whether an operation is about another item: removing a person from it and everything below, or an
 * occurrence of it. Such an operation does not keep an item that is removed.
 */
function isOfAnother({ kind, uuid }: Operation, row: LocalItem): boolean {
  return (kind === 'remove' || kind === 'occurrence') && uuid !== row.uuid;
}

/**
 * Whether a stored conflict already knows the item as removed: a full fetch repeats the removal, which does
 * not change the outcome of a refused restore.
 */
function isKnownRemoval(conflict: Conflict | undefined, { rev }: Removal): boolean {
  return conflict?.server === null && rev <= conflict.rev;
}

/**
 * Keeps a removal until the queued restore is answered, without asking the user about it. An earlier conflict
 * about the item stays if both sides updated it.
 */
async function awaitRestore(
  unit: UnitOfWork,
  row: LocalItem,
  removal: Removal,
  before: Conflict | undefined,
): Promise<void> {
  await unit.tx.putMeta('restoring', row.uuid, removal);
  if (before?.kind === 'update' && before.server !== null) return;
  await unit.tx.deleteMeta('conflict', row.uuid);
  const { _conflictType: _, ...plain } = row;
  if (row._conflictType !== undefined) unit.put(plain);
}

/**
 * The row with a base in the current history, which had the item before it removed it: with the base the
 * owner can restore the item.
 */
function withBaseBeforeRemoval(
  row: LocalItem,
  { id, rev }: Pick<Removal, 'id' | 'rev'>,
): LocalItem {
  const { former, ...plain } = row;
  if (former == null || row.base !== null) return row;
  // The values are those of the former history's rev; later revs may have others.
  const known = Math.min(former.base.rev, rev - 1);
  return { ...plain, base: { ...former.base, id, rev: known, version: 0 } };
}
