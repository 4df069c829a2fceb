import { formatEtag } from '@foray/contract';
import type { DeltaItem } from '@foray/contract';
import { isImportedUuid } from '@foray/domain';
import type { Item } from '@foray/domain';
import { unblockRequests } from './block.ts';
import { coalesce } from './coalesce.ts';
import type { QueuedChange } from './coalesce.ts';
import { fieldTimes } from './field-times.ts';
import { routeOf } from './request-route.ts';
import type { RequestRoute } from './request-route.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { createData, operationOf, shiftInstant } from '../store/operation.ts';
import {
  isBlocked,
  isCommutingKind,
  isCommutingRequest,
  isOccurrenceRequest,
  kindOf,
  shapeOf,
} from '../store/queued-request.ts';
import type {
  ChangeBasis,
  OperationKind,
  QueuedRequest,
  RequestData,
} from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The result of queueing a change. cancelled: neither the change nor the request that it cancels is queued.
 */
export interface EnqueueResult {
  readonly kind: 'queued' | 'merged' | 'cancelled';
  /** The items whose optimistic state changed. */
  readonly touches: readonly string[];
  /** The parents between which a cancelled item had moved: their optimistic state changed too. */
  readonly parents: readonly string[];
}

/**
 * Queues a change, or merges it into an unsent request about the item. Blocked requests of the item are
 * retried with it, under new keys, since the user continues to work on it. `row` is the item before the
 * change. The caller recomputes the items in `touches`.
 */
export async function enqueue(
  unit: UnitOfWork,
  row: LocalItem,
  change: QueuedChange,
): Promise<EnqueueResult> {
  const chain = await unblockChain(unit, row);
  const newest = mergeTarget(chain, change);
  const last = newest && inServerTime(newest, unit.offsetMs);
  if (last !== undefined && last.itemUuid === change.uuid) {
    if (await canCancelCreate(unit, chain, change)) {
      for (const request of chain) await unit.dropRequest(request.id);
      const parents = chain.flatMap(({ needs }) => needs);
      return { kind: 'cancelled', touches: [change.uuid], parents };
    }
    // The server already has the item: its create has no effect, and changes are not merged into it.
    const isMade = kindOf(last) === 'create' && lastServerRowOf(row) !== null;
    const isNewest = last.seq === unit.lastQueueSeq;
    const isAlone = chain.filter((one) => groupOf(one) === groupOf(last)).length === 1;
    const server = change.isUndo && isAlone ? row.base : null;
    const coalesced = isMade ? null : coalesce(last, change, isNewest, server);
    if (coalesced?.kind === 'cancelled') {
      await unit.dropRequest(last.id);
      return { kind: 'cancelled', touches: last.touches, parents: [] };
    }
    if (coalesced?.kind === 'merged') {
      // Changes that commute do not change the time of an item.
      const timestamp = isCommutingKind(change.kind) ? last.timestamp : unit.deviceNow();
      const merged: QueuedRequest = { ...last, data: coalesced.data, timestamp };
      await unit.putRequest({ ...merged, ...fieldTimes(merged, last), ...undoMark(last, change) });
      return { kind: 'merged', touches: last.touches, parents: [] };
    }
  }
  const request = newRequest(unit, change, await basisFor(unit, row, chain, change));
  await unit.putRequest({ ...request, ...undoMark(request, change) });
  return { kind: 'queued', touches: request.touches, parents: [] };
}

/** A change that undoes an action and conflicts with a change by others is asked about. */
function undoMark(request: QueuedRequest, { isUndo }: QueuedChange): Pick<QueuedRequest, 'isKept'> {
  const kind = kindOf(request);
  return isUndo && (kind === 'patch' || kind === 'assign') ? { isKept: true } : {};
}

/** Requests that are based on each other have one group, those that commute one for each kind. */
function groupOf(request: QueuedRequest): OperationKind | null {
  const kind = kindOf(request);
  return isCommutingKind(kind) ? kind : null;
}

/**
 * The request into which a change may be merged. Changes that commute and all others merge only with their
 * own kind, or with a create, delete or restore.
 */
function mergeTarget(
  chain: readonly QueuedRequest[],
  { kind }: QueuedChange,
): QueuedRequest | undefined {
  if (!isCommutingKind(kind)) return chain.findLast((request) => !isCommutingRequest(request));
  return chain.findLast((request) => {
    const before = kindOf(request);
    return before === 'create' || before === 'delete' || before === 'restore' || before === kind;
  });
}

/** A new request for a change, last in the queue. */
export function newRequest(
  unit: UnitOfWork,
  change: QueuedChange,
  basis: ChangeBasis | null,
  isImport = false,
): QueuedRequest {
  const route = routeOf(change);
  const request: QueuedRequest = {
    ...freshRequest(unit, route),
    itemUuid: change.uuid,
    touches: [change.uuid, ...othersTouchedBy(change)],
    needs: needsOf(route.data),
    basis,
    isImport,
    ...(change.kind === 'occurrence' && change.copy !== null && { copy: change.copy }),
  };
  return { ...request, ...fieldTimes(request) };
}

/**
 * A request that creates an item as it is, with the times at which the person made it. This device's clock
 * has not measured the times of an imported item, so they are not corrected by its offset.
 */
export function newCreate(unit: UnitOfWork, item: Item, isImport = false): QueuedRequest {
  const change = { kind: 'create', uuid: item.uuid, data: createData(item) } as const;
  const request = newRequest(unit, change, null, isImport);
  return isImportedUuid(item.uuid) ? { ...request, offsetMs: 0 } : request;
}

/** A new request that concerns no item, last in the queue. */
export function freshRequest(unit: UnitOfWork, route: RequestRoute): QueuedRequest {
  return {
    shape: shapeOf(route),
    id: unit.device.ids.uuid(),
    ...route,
    timestamp: unit.deviceNow(),
    retries: 0,
    seq: unit.takeQueueSeq(),
    itemUuid: null,
    touches: [],
    needs: [],
    sent: false,
    basis: null,
    isImport: false,
    offsetMs: unit.offsetMs,
    state: { kind: 'queued' },
  };
}

/**
 * Sets the bases of an item's requests again after its base changed or a request left: the first request is
 * based on the base, each other on the request before it. A key is bound to a base, so sent requests get new
 * keys too, but not over an undecided conflict (`isAsked`, or a stored one): a sent request is repeated in
 * spite of the conflict, and must then be refused unless it took effect before.
 */
export async function rebaseQueue(
  unit: UnitOfWork,
  row: LocalItem,
  isAsked = false,
): Promise<void> {
  const own = (await unit.tx.queueOf(row.uuid)).filter(
    (one) => one.itemUuid === row.uuid && !isCommutingRequest(one),
  );
  const isUndecided =
    isAsked ||
    (own.some(({ sent }) => sent) && (await unit.tx.meta('conflict', row.uuid)) !== undefined);
  let previous: QueuedRequest | null = null;
  for (const request of own) {
    const basis: ChangeBasis | null =
      previous === null ? await baseBasis(unit, row, request) : { after: previous.id };
    // A sent request keeps its base when it is repeated, even while the item is hidden. A request behind
    // another always follows it: under the key that the other had before it would be refused forever.
    const isKept = request.sent && (basis === null || (isUndecided && previous === null));
    if (!isKept && !isSameBasis(basis, request.basis)) await unit.putRequest({ ...request, basis });
    previous = request;
  }
}

/** If-Match for a row's base; null for a request that needs none: creates, restores, rows without a base. */
async function baseBasis(
  unit: UnitOfWork,
  row: LocalItem,
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid'>,
): Promise<ChangeBasis | null> {
  const kind = kindOf(request);
  if (row.base === null || kind === 'create' || kind === 'restore') return null;
  // Until the current epoch is known, the base belongs to the former one.
  const known = (await unit.tx.meta('epoch', 'server')) ?? (await unit.tx.meta('epoch', 'former'));
  if (known === undefined) return null;
  return { ifMatch: formatEtag({ epoch: known.epoch, version: row.base.version }) };
}

async function basisFor(
  unit: UnitOfWork,
  row: LocalItem,
  chain: readonly QueuedRequest[],
  change: QueuedChange,
): Promise<ChangeBasis | null> {
  if (isCommutingKind(change.kind)) return null;
  const previous = chain.findLast(
    (request) => request.itemUuid === change.uuid && !isCommutingRequest(request),
  );
  if (previous !== undefined) return { after: previous.id };
  return baseBasis(unit, row, { ...routeOf(change), itemUuid: change.uuid });
}

async function unblockChain(unit: UnitOfWork, row: LocalItem): Promise<readonly QueuedRequest[]> {
  const chain = await unit.tx.queueOf(row.uuid);
  const blocked = chain.filter((request) => isBlocked(request.state));
  if (blocked.length === 0) return chain;
  await unblockRequests(
    unit,
    blocked.map(({ id }) => id),
  );
  await rebaseQueue(unit, row);
  return unit.tx.queueOf(row.uuid);
}

/**
 * Whether a delete cancels a create: nothing was sent, no queued request refers to the item, and no other
 * device could have created it.
 */
async function canCancelCreate(
  unit: UnitOfWork,
  chain: readonly QueuedRequest[],
  change: QueuedChange,
): Promise<boolean> {
  const first = chain[0];
  if (change.kind !== 'delete' || othersTouchedBy(change).length > 0 || first === undefined)
    return false;
  if (kindOf(first) !== 'create' || chain.some((request) => request.sent)) return false;
  // Another device may already have created an imported or lost item.
  if (first.isImport || first.isAgain) return false;
  // The copies that its completions created stay.
  if (chain.some(isOccurrenceRequest)) return false;
  if (chain.some((request) => request.itemUuid !== change.uuid)) return false;
  const queue = await unit.tx.queue();
  return !queue.some((request) => request.needs.includes(change.uuid));
}

/** The row that a create makes, with version 0, since no server row exists yet. */
export function rowOfCreate(unit: UnitOfWork, row: LocalItem, create: QueuedRequest): DeltaItem {
  const made = operationOf(create, { localId: row.id, userId: unit.userId });
  if (made.kind !== 'create') throw new Error(`${create.id} creates nothing`);
  const rights = { permission: 'manage', children_count: 0, completed_count: 0 } as const;
  return { ...made.item, updated_by: unit.userId, version: 0, rev: -1, ...rights };
}

/**
 * The request with its claimed times corrected by the clock's offset, once that is known. Call it before the
 * request is first sent, since a sent body never changes.
 */
export function inServerTime(request: QueuedRequest, offsetMs: number | null): QueuedRequest {
  if (request.sent || request.offsetMs !== null || offsetMs === null) return request;
  const data = { ...request.data };
  for (const field of ['created_at', 'completed_at']) {
    const claimed = data[field];
    if (typeof claimed === 'string') data[field] = shiftInstant(claimed, offsetMs);
  }
  return { ...request, data: request.data === null ? null : data, offsetMs };
}

function othersTouchedBy(change: QueuedChange): readonly string[] {
  if (change.kind === 'delete') return [...change.children, ...change.copies];
  return 'also' in change ? change.also : [];
}

/** The items under which a request's item is placed, or of which it is a copy. */
export function needsOf(data: RequestData | null): readonly string[] {
  const named = [data?.['parent_id'], data?.['occurrence_of']];
  return named.filter((uuid) => typeof uuid === 'string');
}

function isSameBasis(a: ChangeBasis | null, b: ChangeBasis | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
