import type { DeltaItem } from '@foray/contract';
import {
  changeBetween,
  changedFields,
  isEmptyLabelChange,
  labelsBetween,
  labelsOf,
  positionOf,
  without,
} from '@foray/domain';
import { optimisticOf, recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { isUnchangedSince } from '../remote/epoch-change.ts';
import { deleteFamilyAlone } from '../remote/repeat-deletes.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { eraseItem, identityOf } from '../remote/apply-remote.ts';
import type { RemoteChange } from '../store/meta.ts';
import {
  isOutsideConflicts,
  isCreateOf,
  isCommutingRequest,
  isUndoRequest,
  kindOf,
} from '../store/queued-request.ts';
import { rowOfCreate, newCreate, newRequest } from '../queue/mutation-queue.ts';
import {
  labelsWithQueued,
  offerValues,
  offerLabels,
  offerPosition,
  permittedChange,
  patchOf,
} from './offered-values.ts';
import {
  changesOf,
  repeatLostActs,
  requeueAll,
  splitAtFirstAct,
  withActs,
} from './lost-occurrences.ts';
import { unblockRequests } from '../queue/block.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import {
  dropOwnRequests,
  rebase,
  recomputeOthersTouched,
  storeConflict,
} from '../remote/buffered-changes.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/*
 * Items that only a former history contained (decision 0070): how each is handled when the current history
 * contains it, or turns out not to.
 */

/** An item's row and its queued requests while a buffered change is processed. */
export interface ConflictSubject {
  readonly row: LocalItem;
  readonly requests: readonly QueuedRequest[];
}

type BufferedItem = Extract<RemoteChange, { kind: 'row' }>;
type BufferedRemoval = Extract<RemoteChange, { kind: 'removal' }>;

/**
 * Drops a create that may be a duplicate, now that the server has sent its item; the requests behind it are
 * compared like any other change. Every create of an item that the server has is a duplicate: another device
 * has imported the same file. The item that the create makes becomes the common base.
 */
export async function dropRepeatedCreate(
  unit: UnitOfWork,
  subject: ConflictSubject,
  serverRow: DeltaItem | null,
): Promise<ConflictSubject> {
  const isRepeated = (one: QueuedRequest): boolean =>
    isCreateOf(one, subject.row.uuid) && (serverRow !== null || one.isAgain === true);
  const create = subject.requests.find(isRepeated);
  if (create === undefined) return subject;
  // Requests that wait for this create would wait forever.
  await unblockRequests(unit, [create.id]);
  const requests: QueuedRequest[] = [];
  for (const request of await unit.tx.queueOf(subject.row.uuid)) {
    if (isRepeated(request)) await unit.dropRequest(request.id);
    else requests.push(request);
  }
  const made = rowOfCreate(unit, subject.row, create);
  if (create.isAgain && serverRow !== null) {
    // Another device may have created the item again without the labels that this device knew.
    const add = without(labelsOf(made), labelsOf(serverRow));
    requests.push(...(await offerLabels(unit, serverRow, { add, remove: [] })));
    if (serverRow.position == null) requests.push(...(await offerPosition(unit, serverRow, made)));
  }
  if (lastServerRowOf(subject.row) !== null) return { row: subject.row, requests };
  const former = { base: made, isLost: false };
  return { row: { ...subject.row, former }, requests };
}

/**
 * Decides on the server's row of an item whose confirmed values the server may have lost. If nobody has
 * changed the row since, this device offers the values again as a change; otherwise the user decides.
 */
export async function decideLost(
  unit: UnitOfWork,
  subject: ConflictSubject,
  change: BufferedItem,
): Promise<void> {
  const { row, requests } = subject;
  const { row: server } = change;
  // Changes behind an action on an occurrence stay queued behind it.
  const { first, behind } = splitAtFirstAct(row.uuid, requests);
  const shown = optimisticOf(unit, row, first);
  const isUntouched = await isUnchangedSince(unit, server, row.former ?? {});
  const acts = shown.deleted ? [] : await repeatLostActs(unit, row, server, isUntouched);
  const serverRow = withActs(unit, row, server, acts);
  const difference = await permittedChange(unit, serverRow, shown);
  const isAsLeft = changedFields(row.former?.base ?? serverRow, serverRow).length === 0;
  // A rolled-up status also makes the rows equal, but is never offered.
  const seen = await permittedChange(unit, serverRow, { ...shown, ...row.rolled });
  const isAlike = [difference, seen].some((change) => Object.keys(change).length === 0);
  // A copy follows its item and has no values of its own.
  const isCopy = row.occurrence_of !== null;
  const isSame = isCopy || isAsLeft || (!shown.deleted && isAlike);
  const outcome = isSame ? 'same' : isUntouched ? 'offered' : 'asked';
  unit.note('decided', { item: row.uuid, outcome: 'lost', what: 'row', why: outcome });
  // A label removed here is removed again if nobody has changed the server's row since.
  const { add, remove } = labelsBetween(
    labelsWithQueued(unit, row, requests, server),
    shown.labels,
  );
  if (!shown.deleted) await offerLabels(unit, server, { add, remove: isUntouched ? remove : [] });
  const isPlacedHere = requests.some((request) => kindOf(request) === 'position');
  if (!shown.deleted && isUntouched && !isPlacedHere) await offerPosition(unit, server, shown);
  const isOffered = outcome === 'offered' && !shown.deleted;
  if (acts.length > 0) await requeueAll(unit, row.uuid, changesOf(row.uuid, first));
  if (outcome !== 'asked') {
    await unit.tx.deleteMeta('conflict', row.uuid);
    const next = await rebase(unit, row, server);
    if (isOffered) await offerValues(unit, next, { shown, behind });
    if (isOffered || acts.length > 0) await requeueAll(unit, row.uuid, behind);
    return;
  }
  if (requests.every(isOutsideConflicts)) {
    await unit.putRequest(newRequest(unit, patchOf(row.uuid, difference, shown), null));
  }
  if (acts.length > 0) await requeueAll(unit, row.uuid, behind);
  const asked = await recomputeRow(unit, row);
  await storeConflict(unit, asked, change, shown.deleted ? 'delete' : 'update');
}

/**
 * Decides on an item that the server's full fetch did not contain. The user's own lost item is created again.
 * Another item that the server once had and has forgotten is a conflict only if something is queued here: it
 * is shown with its whole row, since a forgotten removal was a deletion (decision 0071).
 */
export async function decideAbsent(
  unit: UnitOfWork,
  subject: ConflictSubject,
  change: BufferedRemoval,
): Promise<void> {
  const { row, requests } = subject;
  const { uuid, former } = row;
  const create = requests.find((one) => one.isAgain === true && isCreateOf(one, uuid));
  if (former === undefined || (former?.isLost && create !== undefined)) return;
  // A conflict about the user's own text of a hidden item stays until it is decided.
  if (former === null && (await unit.tx.meta('conflict', uuid)) !== undefined) return;
  if (create !== undefined) {
    // The create stays a possible duplicate: another device may have received the item, and create it again.
    const { former: _, ...plain } = row;
    await recomputeRow(unit, plain);
    return;
  }
  const act = requests.find(({ copy }) => copy?.uuid === uuid);
  if (former?.isLost && act !== undefined && (await makeCopyAgain(unit, subject, act))) return;
  const shown = optimisticOf(unit, row, requests);
  if (shown.deleted || (requests.every(isCommutingRequest) && !isOwnLost(unit, row))) {
    await deleteFamilyAlone(unit, uuid, requests);
    await dropOwnRequests(unit, uuid, requests);
    await eraseItem(unit, row, { reason: 'deleted', rev: identityOf(change).rev });
    await updateChildLinks(unit, row);
    await recomputeOthersTouched(unit, uuid, requests);
    return;
  }
  if (former !== null && isOwnLost(unit, row)) return createAgain(unit, subject, former.base);
  const reason = former === null ? 'hidden' : 'deleted';
  const asked: BufferedRemoval = { kind: 'removal', removal: { ...change.removal, reason } };
  await storeConflict(unit, row, asked, 'removed');
}

/**
 * Keeps the lost copy of an occurrence for which an action is queued, and returns whether it could. A
 * completion creates the copy. An undo needs the copy on the server, to move its item back to the occurrence,
 * so the copy is created again first.
 */
async function makeCopyAgain(
  unit: UnitOfWork,
  { row, requests }: ConflictSubject,
  act: QueuedRequest,
): Promise<boolean> {
  const { former, ...plain } = row;
  if (!isUndoRequest(act)) {
    await recomputeRow(unit, plain);
    return true;
  }
  if (former == null || row.user_id !== unit.userId) return false;
  await createAgain(unit, { row, requests }, former.base);
  const item = row.occurrence_of ?? '';
  await requeueAll(unit, item, splitAtFirstAct(item, await unit.tx.queueOf(item)).behind);
  return true;
}

/** Whether a row that a full fetch did not contain stays until a decision about it or about its item. */
export function isDecidedLater(unit: UnitOfWork, row: LocalItem): boolean {
  // The completion that created a copy is repeated, also in another user's item.
  const isLostCopy = row.former?.isLost === true && row.occurrence_of != null;
  return row._syncStatus === 'pending' || isOwnLost(unit, row) || isLostCopy;
}

/** Whether an item is created again if the server turns out not to have it. */
function isOwnLost(unit: UnitOfWork, row: LocalItem): boolean {
  return row.former?.isLost === true && !row._deleted && row.user_id === unit.userId;
}

/**
 * Queues a create of the item as the server had it, and after it one change with everything queued about it
 * before its first action on an occurrence. Every device of its user does so; a create of an existing item
 * changes nothing.
 */
async function createAgain(
  unit: UnitOfWork,
  { row, requests }: ConflictSubject,
  base: DeltaItem,
): Promise<void> {
  // Actions on occurrences move behind the create, with the changes behind them and the deletes of their copies.
  const { first, behind } = splitAtFirstAct(row.uuid, requests);
  const shown = optimisticOf(unit, row, first);
  await dropOwnRequests(unit, row.uuid, first);
  await unit.tx.deleteMeta('conflict', row.uuid);
  const create = newCreate(unit, base, true);
  await unit.putRequest({ ...create, isAgain: true });
  const change = changeBetween(base, shown);
  if (Object.keys(change).length > 0) {
    const request = newRequest(unit, patchOf(row.uuid, change, shown), { after: create.id });
    const own = first.filter(({ itemUuid }) => itemUuid === row.uuid);
    const newest = own.at(-1);
    await unit.putRequest({
      ...request,
      timestamp: newest?.timestamp ?? request.timestamp,
      ...(own.some(({ isKept }) => isKept) ? { isKept: true } : {}),
    });
  }
  const labels = labelsBetween(labelsOf(base), shown.labels);
  if (!isEmptyLabelChange(labels)) {
    await unit.putRequest(newRequest(unit, { kind: 'label', uuid: row.uuid, ...labels }, null));
  }
  if (positionOf(shown) !== positionOf(base)) {
    const { position } = shown;
    await unit.putRequest(newRequest(unit, { kind: 'position', uuid: row.uuid, position }, null));
  }
  const { _conflictType: _, ...plain } = row;
  await recomputeRow(unit, { ...plain, rolled: null, id: unit.takeLocalId() });
  await requeueAll(unit, row.uuid, behind);
  // A restore of the item named its family too.
  await recomputeOthersTouched(unit, row.uuid, requests);
}
