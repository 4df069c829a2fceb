import { isBlocked } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import type { Conflict } from '../store/conflict.ts';
import { listIn } from '../queue/dependents.ts';
import type { LocalItem, Shared } from '../store/local-item.ts';
import { madeBy } from '../queue/made-by.ts';
import { kindOf } from '../store/operation.ts';
import { newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { unblockRequests } from '../queue/block.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { renewKey } from '../queue/renew-key.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

import { beginFullFetch, refetch } from './full-fetch.ts';

/** What a refusal `epoch_changed` says of the history that the device was told. */
export interface Leaving {
  /** Up to this number of the feed the server has it all; 0 where nobody knows. */
  readonly toldHead: number;
  /** Beyond that the device was told something. */
  readonly isRefuted: boolean;
}

/**
 * Does what a refusal `epoch_changed` asks for, unless another runner has: `epoch` is the one that was
 * refused. Which history the server has now, the first page tells. Positions that the server has not
 * refuted are kept and sent, since it may lose something before that page.
 */
export async function leaveEpoch(
  unit: UnitOfWork,
  epoch: string | null,
  { toldHead, isRefuted }: Leaving,
): Promise<void> {
  const { tx } = unit;
  const [known, before] = [await tx.meta('epoch', 'server'), await tx.meta('epoch', 'former')];
  if ((known?.epoch ?? null) !== epoch) return;
  await beginFullFetch(unit, 'epoch_changed');
  if (isRefuted) await forgetPositions(unit);
  const left = known ?? before;
  if (left === undefined) return;
  const least = Math.min(toldHead, known === undefined ? (before?.toldHead ?? 0) : toldHead);
  const refuted = isRefuted ? { isRefuted: true as const } : {};
  await tx.putMeta('epoch', 'former', { ...left, toldHead: least, ...refuted });
  await tx.deleteMeta('epoch', 'server');
}

async function forgetPositions({ tx }: UnitOfWork): Promise<void> {
  for (const { id } of await tx.metaOf('position')) await tx.deleteMeta('position', id);
}

/**
 * Takes over the epoch that an answer told; in another history than before everything begins again. One
 * that the server has lost something of is another, whatever it is called.
 */
export async function enterEpoch(unit: UnitOfWork, epoch: string): Promise<void> {
  const { tx } = unit;
  const former = await tx.meta('epoch', 'former');
  if (former === undefined) return tx.putMeta('epoch', 'server', { epoch, knownHead: 0 });
  await tx.deleteMeta('epoch', 'former');
  const { toldHead = 0, isRefuted = false, ...same } = former;
  if (same.epoch === epoch && !isRefuted) {
    // What was told of a row that has no base yet was let go, and is told again: nothing goes before.
    const isUntold = (await tx.allItems()).some(
      ({ base, former }) => base === null && former != null,
    );
    return tx.putMeta('epoch', 'server', isUntold ? { ...same, isPartial: true } : same);
  }
  await forgetPositions(unit);
  await tx.putMeta('epoch', 'server', { epoch, knownHead: toldHead, isPartial: true });
  await endHistory(unit, toldHead);
}

/** Whether the last release wrote what is here, and nothing has been brought along yet. */
export async function isOfLastRelease(tx: ReadTransaction): Promise<boolean> {
  const epoch = await tx.meta('epoch', 'server');
  return epoch !== undefined && epoch.knownHead === undefined;
}

/**
 * Brings along what the last release wrote; to be called once it is compared with the server's history,
 * since nobody knows before how far the two go together. Where an earlier one has left traces, or what
 * waits may be based on one, it ends now.
 */
export async function bringAlong(unit: UnitOfWork): Promise<void> {
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
    await refetch(unit, 'changes');
    return tx.putMeta('epoch', 'server', next);
  }
  await beginFullFetch(unit, 'brought_along');
  await tx.putMeta('epoch', 'server', { ...next, isPartial: true });
  await endHistory(unit, Infinity);
}

/**
 * Ends everything that belongs to the history that is left: conflicts, news that wait for a decision,
 * versions and numbers. What the person did and the server has not confirmed stays queued, under new
 * keys, over the values that the person had seen. What was told after `knownHead` may be lost.
 */
async function endHistory(unit: UnitOfWork, knownHead: number): Promise<void> {
  const { tx } = unit;
  for (const kind of [storedName.buffered, 'restoring'] as const) {
    for (const { id } of await tx.metaOf(kind)) await tx.deleteMeta(kind, id);
  }
  const conflicts = new Map((await tx.metaOf('conflict')).map(({ id, value }) => [id, value]));
  for (const uuid of conflicts.keys()) await tx.deleteMeta('conflict', uuid);
  if (conflicts.size > 0) unit.touchQueue();
  unit.cache(await tx.allItems());
  await repeatDeletes(unit);
  const creates = await freshRequests(unit, conflicts, knownHead);
  for (const row of unit.cached()) {
    const create = creates.get(row.uuid);
    const next = left(unit, row, { conflict: conflicts.get(row.uuid), create, knownHead });
    if (next !== row) unit.put(next);
  }
  const queue = await tx.queue();
  for (const uuid of new Set(queue.map(({ itemUuid }) => itemUuid ?? ''))) {
    const row = await unit.item(uuid);
    if (row !== undefined) await rebaseQueue(unit, row);
  }
  // The create that a row waited for may have gone as one that was answered.
  const waiting = new Set(queue.flatMap(({ touches }) => touches));
  for (const row of unit.cached()) {
    if (row._syncStatus === 'synced' || waiting.has(row.uuid)) continue;
    unit.put({ ...row, _syncStatus: 'synced' });
  }
  for (const { id: uuid, value } of await tx.metaOf('trash')) {
    const isLost = value.isLost === true || isBeyond(value.item, knownHead);
    await tx.putMeta('trash', uuid, { ...value, isLost, ...sharedSince(value, knownHead) });
  }
}

interface LeftRow {
  readonly conflict: Conflict | undefined;
  /** The create of the item that may have taken effect. */
  readonly create: PossibleCreate | undefined;
  readonly knownHead: number;
}

/** A queued create of an item that may be on the server already. */
interface PossibleCreate {
  readonly request: QueuedRequest;
  /** It repeats what the server once confirmed. */
  readonly isLost: boolean;
}

/**
 * Gives what was sent a new key, since nobody knows what became of it, and tries again what was
 * parked. What a person was asked about is asked about again, whatever the times say.
 */
async function freshRequests(
  unit: UnitOfWork,
  conflicts: ReadonlyMap<string, Conflict>,
  knownHead: number,
): Promise<ReadonlyMap<string, PossibleCreate>> {
  const creates = new Map<string, PossibleCreate>();
  const blocked = (await unit.tx.queue()).filter(({ state }) => isBlocked(state));
  await unblockRequests(
    unit,
    blocked.map(({ id }) => id),
  );
  for (const request of await unit.tx.queue()) {
    const { itemUuid, sent, isAgain } = request;
    if (itemUuid === null) {
      await readUpTo(unit, request, knownHead);
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

/** Of notifications only those were read that both histories have. */
async function readUpTo(
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

/** Queues again the deletes that were confirmed and have not come back with the feed. */
async function repeatDeletes(unit: UnitOfWork): Promise<void> {
  const taken = new Map<string, LocalItem[]>();
  for (const { id: uuid, value } of await unit.tx.metaOf('deleting')) {
    await unit.tx.deleteMeta('deleting', uuid);
    const row = await unit.item(uuid);
    const isIdle = row?.deletedBy === value.requestId && row._syncStatus === 'synced';
    if (row !== undefined && isIdle) listIn(taken, value.requestId).push(row);
  }
  for (const rows of taken.values()) {
    const uuids = new Set(rows.map(({ uuid }) => uuid));
    const isTop = ({ parent_uuid: parent }: LocalItem): boolean =>
      parent === null || !uuids.has(parent);
    const root = rows.find(isTop) ?? (rows[0] as LocalItem);
    const children = [...uuids].filter((uuid) => uuid !== root.uuid);
    const request = newRequest(unit, { kind: 'delete', uuid: root.uuid, children }, null);
    await unit.putRequest(request);
    for (const row of rows) {
      unit.put({ ...row, deletedBy: request.id, _syncStatus: 'pending' });
    }
  }
}

/** A row whose base is of no history that the server still has. */
function left(
  unit: UnitOfWork,
  row: LocalItem,
  { conflict, create, knownHead }: LeftRow,
): LocalItem {
  const { _conflictType: _, ...plain } = row;
  const { base, former } = row;
  if (base !== null) {
    const isLost = isBeyond(base, knownHead);
    const seen = conflict?.base ?? base;
    const told = { base: { ...seen, rev: base.rev }, isLost, ...sharedSince({}, knownHead) };
    const unseen = conflict?.base === null ? { isUnseen: true as const } : {};
    return { ...plain, base: null, former: { ...told, ...unseen } };
  }
  if (former != null) {
    const isLost = former.isLost || isBeyond(former.base, knownHead);
    return { ...plain, former: { ...former, isLost, ...sharedSince(former, knownHead) } };
  }
  if (create !== undefined) {
    const { request, isLost } = create;
    const made = { base: madeBy(unit, row, request), isLost, ...sharedSince({}, knownHead) };
    return { ...plain, former: made };
  }
  return row._conflictType === undefined ? row : plain;
}

function sharedSince({ sharedUpTo = Infinity }: Shared, knownHead: number): Required<Shared> {
  return { sharedUpTo: Math.min(sharedUpTo, knownHead) };
}

/** Whether the server has changed nothing of a row since what a former history told of it. */
export async function isUnchangedSince(
  { tx }: UnitOfWork,
  { rev }: DeltaItem,
  { sharedUpTo = Infinity }: Shared,
): Promise<boolean> {
  const { knownHead = 0 } = (await tx.meta('epoch', 'server')) ?? {};
  return rev <= Math.min(knownHead, sharedUpTo);
}

/** Whether the present history may lack a row. The last release gave the rows of a history that was over the number 0. */
function isBeyond({ rev }: DeltaItem, knownHead: number): boolean {
  return rev === 0 || rev > knownHead;
}
