import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import type { Conflict } from '../store/meta.ts';
import type { LocalItem, SharedHistory } from '../store/local-item.ts';
import { rowOfCreate, rebaseQueue } from '../queue/mutation-queue.ts';
import { isPrivateRequest } from '../queue/private-queue.ts';
import { endPrivateHistory } from './private-rows.ts';
import { unblockRequests, renewKey } from '../queue/block.ts';
import { kindOf, type QueuedRequest } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { beginFullFetch, refetchStream } from './full-fetch.ts';
import { repeatDeletes } from './repeat-deletes.ts';

/** The content of a refusal `epoch_changed` about the history that the device has received. */
export interface EpochRefusal {
  /** The position up to which the server still has the whole history; 0 if unknown. */
  readonly commonHead: number;
  /** Whether the device has received something beyond `commonHead`. */
  readonly isRefuted: boolean;
}

/**
 * Handles a refusal `epoch_changed` of `epoch`, unless another sync cycle has done so. The first page of the
 * full fetch names the server's current epoch. Positions that the server has not refuted are kept and sent,
 * since it may lose something before that page.
 */
export async function leaveEpoch(
  unit: UnitOfWork,
  epoch: string | null,
  { commonHead, isRefuted }: EpochRefusal,
): Promise<void> {
  const { tx } = unit;
  const [known, before] = [await tx.meta('epoch', 'server'), await tx.meta('epoch', 'former')];
  if ((known?.epoch ?? null) !== epoch) return;
  // If an earlier history was left and none entered since, the full fetch has received nothing yet.
  const receivedUpTo = known === undefined ? before?.receivedUpTo : await readCursors(tx);
  await beginFullFetch(unit, 'epoch_changed');
  if (isRefuted) await forgetPositions(unit);
  const left = known ?? before;
  if (left === undefined) return;
  const least = known === undefined ? Math.min(commonHead, left.toldHead ?? 0) : commonHead;
  const refuted = isRefuted ? { isRefuted: true as const } : {};
  const received = receivedUpTo === undefined ? {} : { receivedUpTo };
  await tx.putMeta('epoch', 'former', { ...left, toldHead: least, ...received, ...refuted });
  await tx.deleteMeta('epoch', 'server');
}

/** The positions up to which the streams of items have been pulled. */
async function readCursors(tx: ReadTransaction): Promise<Record<ItemType, number>> {
  const cursorOf = async (type: ItemType) => (await tx.meta('cursor', type))?.cursor ?? 0;
  return {
    campaign: await cursorOf('campaign'),
    task: await cursorOf('task'),
    todo: await cursorOf('todo'),
  };
}

async function forgetPositions({ tx }: UnitOfWork): Promise<void> {
  for (const { id } of await tx.metaOf('position')) await tx.deleteMeta('position', id);
}

/**
 * Stores the epoch named by a response; if its history differs from the one before, everything starts again.
 * A history of which the server has lost something counts as different, even under the same name.
 */
export async function enterEpoch(unit: UnitOfWork, epoch: string): Promise<void> {
  const { tx } = unit;
  const former = await tx.meta('epoch', 'former');
  if (former === undefined) return tx.putMeta('epoch', 'server', { epoch, knownHead: 0 });
  await tx.deleteMeta('epoch', 'former');
  const { toldHead = 0, isRefuted = false, receivedUpTo, ...same } = former;
  if (same.epoch === epoch && !isRefuted) {
    // The server's rows of items without a base were discarded and have to be received again first.
    const isPartial = (await tx.allItems()).some(
      ({ base, former }) => base === null && former != null,
    );
    return tx.putMeta('epoch', 'server', isPartial ? { ...same, isPartial } : same);
  }
  await forgetPositions(unit);
  await tx.putMeta('epoch', 'server', { epoch, knownHead: toldHead, isPartial: true });
  await endHistory(unit, { knownHead: toldHead, receivedUpTo });
}

/** Whether the last release wrote the local rows, and they have not been upgraded yet. */
export async function isOfLastRelease(tx: ReadTransaction): Promise<boolean> {
  const epoch = await tx.meta('epoch', 'server');
  return epoch !== undefined && epoch.knownHead === undefined;
}

/**
 * Upgrades the data of the last release. Call it after the comparison with the server's history, which shows
 * how much the two share. If an earlier history has left traces, or queued requests may be based on one, that
 * history ends here.
 */
export async function upgradeLastRelease(unit: UnitOfWork): Promise<void> {
  const { tx } = unit;
  const epoch = await tx.meta('epoch', 'server');
  if (epoch === undefined || epoch.knownHead !== undefined) return;
  const isWaiting = (await tx.metaOf('conflict')).length > 0;
  const hasTraces =
    (await tx.queue()).some(({ isAgain }) => isAgain) ||
    (await tx.allItems()).some(({ base }) => base?.rev === 0);
  const next = { epoch: epoch.epoch, knownHead: 0 };
  if (!isWaiting && !hasTraces) {
    // Only items are compared: people and notifications are fetched again.
    await refetchStream(unit, 'changes');
    return tx.putMeta('epoch', 'server', next);
  }
  await beginFullFetch(unit, 'brought_along');
  await tx.putMeta('epoch', 'server', { ...next, isPartial: true });
  await endHistory(unit, { knownHead: Infinity });
}

/**
 * Ends everything that belongs to the former history: conflicts, buffered remote changes, versions and ids.
 * Unconfirmed changes by the user stay queued, under new keys, based on the values that the user has seen.
 * Rows received after the known head may be lost on the server.
 */
async function endHistory(unit: UnitOfWork, ending: EndingHistory): Promise<void> {
  const { tx } = unit;
  const { knownHead } = ending;
  for (const kind of [storedName.buffered, 'restoring', 'unassigned', 'restoredWith'] as const) {
    for (const { id } of await tx.metaOf(kind)) await tx.deleteMeta(kind, id);
  }
  const conflicts = new Map((await tx.metaOf('conflict')).map(({ id, value }) => [id, value]));
  for (const uuid of conflicts.keys()) await tx.deleteMeta('conflict', uuid);
  unit.touchQueue();
  unit.cache(await tx.allItems());
  await repeatDeletes(unit);
  await endPrivateHistory(unit, knownHead);
  const creates = await renewRequests(unit, conflicts, knownHead);
  const queue = await tx.queue();
  const waiting = new Set(queue.flatMap(({ touches }) => touches));
  for (const row of unit.cached()) {
    const create = creates.get(row.uuid);
    const next = endRowHistory(unit, row, { conflict: conflicts.get(row.uuid), create, ending });
    // The create for which a row waited may have been dropped as answered.
    unit.put(waiting.has(row.uuid) ? next : { ...next, _syncStatus: 'synced' });
  }
  for (const uuid of new Set(queue.map(({ itemUuid }) => itemUuid ?? ''))) {
    const row = await unit.item(uuid);
    if (row !== undefined) await rebaseQueue(unit, row);
  }
  for (const { id: uuid, value } of await tx.metaOf('trash')) {
    const isLost = value.isLost === true || mayBeLost(value.item, knownHead);
    const { isKnown: _, ...trashed } = value;
    await tx.putMeta('trash', uuid, {
      ...trashed,
      isLost,
      ...sharedSince(value, value.item, ending),
    });
  }
}

/** A history that ends, as far as the device knows it. */
interface EndingHistory {
  /** The position up to which the server still has this history. */
  readonly knownHead: number;
  /** The position up to which this device has received the items of each type; absent if unknown. */
  readonly receivedUpTo?: Readonly<Record<ItemType, number>> | undefined;
}

interface RowEnding {
  readonly conflict: Conflict | undefined;
  /** The create of the item that may have taken effect. */
  readonly create: PossibleCreate | undefined;
  readonly ending: EndingHistory;
}

/** A queued create of an item that may be on the server already. */
interface PossibleCreate {
  readonly request: QueuedRequest;
  /** Whether the create repeats an item that the server had confirmed. */
  readonly isLost: boolean;
}

/**
 * Gives sent requests a new key, since their outcome is unknown, and unblocks blocked ones. Open conflicts
 * are asked about again, whatever their times.
 */
async function renewRequests(
  unit: UnitOfWork,
  conflicts: ReadonlyMap<string, Conflict>,
  knownHead: number,
): Promise<ReadonlyMap<string, PossibleCreate>> {
  const creates = new Map<string, PossibleCreate>();
  const queued = await unit.tx.queue();
  await unblockRequests(
    unit,
    queued.map(({ id }) => id),
  );
  for (const request of await unit.tx.queue()) {
    const { itemUuid, sent, isAgain } = request;
    if (itemUuid === null) {
      if (!isPrivateRequest(request)) await limitReadUpTo(unit, request, knownHead);
      continue;
    }
    const isCreate = kindOf(request) === 'create';
    if (isCreate && (await unit.item(itemUuid))?.base != null) {
      await unit.dropRequest(request.id);
      continue;
    }
    const isPossible = isCreate && (sent || isAgain === true);
    const change = {
      ...(isPossible ? { isAgain: true as const } : {}),
      ...(conflicts.has(itemUuid) ? { isKept: true as const } : {}),
    };
    if (sent) await renewKey(unit, request, change);
    else await unit.putRequest({ ...request, ...change });
    if (isPossible) creates.set(itemUuid, { request, isLost: isAgain === true });
  }
  return creates;
}

/** Keeps only those notifications read that both histories contain. */
async function limitReadUpTo(
  unit: UnitOfWork,
  request: QueuedRequest,
  knownHead: number,
): Promise<void> {
  const upTo = Math.min(Number(request.data?.['up_to'] ?? 0), knownHead);
  await unit.dropRequest(request.id);
  if (upTo <= 0) return;
  const fresh = { ...request, id: unit.device.ids.uuid(), sent: false, data: { up_to: upTo } };
  await unit.putRequest(fresh);
}

/** A row after the end of the history that its base belongs to. */
function endRowHistory(
  unit: UnitOfWork,
  row: LocalItem,
  { conflict, create, ending }: RowEnding,
): LocalItem {
  const { _conflictType: _, ...plain } = row;
  const { base, former } = row;
  const { knownHead } = ending;
  if (base !== null) {
    const isLost = mayBeLost(base, knownHead);
    // The row below a conflict may be the conflict's server side.
    const isUnseen = conflict !== undefined && conflict.base?.rev !== base.rev;
    const unseen = isUnseen ? { isUnseen: true as const } : {};
    const before = { base, isLost, ...sharedSince({}, base, ending), ...unseen };
    return { ...plain, base: null, former: before };
  }
  if (former != null) {
    const isLost = former.isLost || mayBeLost(former.base, knownHead);
    const shared = sharedSince(former, former.base, ending);
    return { ...plain, former: { ...former, isLost, ...shared } };
  }
  if (create !== undefined) {
    const { request, isLost } = create;
    const base = rowOfCreate(unit, row, request);
    return { ...plain, former: { base, isLost, ...sharedSince({}, base, ending) } };
  }
  return plain;
}

/**
 * The position up to which the histories share a row. Responses other than pages name a greater head than
 * that of the device's rows, and the item may have changed in between, unseen by the device.
 */
function sharedSince(
  { sharedUpTo = Infinity }: SharedHistory,
  { type, rev }: DeltaItem,
  { knownHead, receivedUpTo }: EndingHistory,
): Required<SharedHistory> {
  const received = Math.max(rev, receivedUpTo?.[type] ?? Infinity);
  return { sharedUpTo: Math.min(sharedUpTo, knownHead, received) };
}

/** Whether the server has not changed a row since the former history. */
export async function isUnchangedSince(
  { tx }: UnitOfWork,
  { rev }: DeltaItem,
  { sharedUpTo = Infinity }: SharedHistory,
): Promise<boolean> {
  const { knownHead = 0 } = (await tx.meta('epoch', 'server')) ?? {};
  return rev <= Math.min(knownHead, sharedUpTo);
}

/**
 * Whether the current history may lack a row. The last release set the rev of rows of an ended history to 0.
 */
function mayBeLost({ rev }: DeltaItem, knownHead: number): boolean {
  return rev === 0 || rev > knownHead;
}
