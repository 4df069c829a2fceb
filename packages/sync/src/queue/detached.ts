import { occurrenceUuid } from '@foray/domain';
import { listAt } from './dependents.ts';
import { changeOf } from '../store/operation.ts';
import type { OccurrenceData } from '../store/operation.ts';
import { isOccurrenceRequest, kindOf } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { OperationKind, QueuedRequest } from '../store/queued-request.ts';

/** The requests that depend on one that is dropped, in the order of the queue (decision 0054). */
export interface DetachedRequests {
  /** Requests without anything left to act on, which are dropped too. */
  readonly dropped: readonly QueuedRequest[];
  /**
   * Creates of items that would start below the missing item and have been moved elsewhere since: they start
   * at the top level.
   */
  readonly detached: readonly QueuedRequest[];
}

/**
 * The requests that make no sense without `request`: changes of an item that only it would create or restore,
 * and creates in or moves into such an item. The server decides on all others.
 */
export async function detachedBy(
  tx: ReadTransaction,
  request: QueuedRequest,
): Promise<DetachedRequests> {
  const queue = await tx.queue();
  const missing = await missingWithout(tx, request, queue);
  const isMissing = (uuid: string | null, { seq }: QueuedRequest): boolean =>
    uuid !== null && (missing.get(uuid) ?? Infinity) < seq;
  const dropped: QueuedRequest[] = [];
  const detached: QueuedRequest[] = [];
  for (const one of queue) {
    if (one.id === request.id) continue;
    const kind = kindOf(one);
    // An item that is deleted on the server may be deleted again, or restored by another request.
    const wasMade = missing.get(one.itemUuid ?? '') === neverMade;
    const isChange = wasMade || isChangeOfExisting(kind);
    if (isChange && isMissing(one.itemUuid, one)) dropped.push(one);
    else if (!one.needs.some((uuid) => isMissing(uuid, one))) continue;
    else if (kind === 'create' && !isMissing(itemOfCopy(one), one)) detached.push(one);
    else dropped.push(one);
  }
  return { dropped, detached };
}

/** Whether a request changes an item that must exist. */
function isChangeOfExisting(kind: OperationKind | null): boolean {
  return kind !== null && kind !== 'create' && kind !== 'delete' && kind !== 'restore';
}

/** The uuid of the item of which a create makes a copy; null for any other request. */
export function itemOfCopy({ data }: QueuedRequest): string | null {
  return (data?.['occurrence_of'] as string | null | undefined) ?? null;
}

/**
 * The uuid of the copy that the completion of an occurrence makes. The request about a hidden item has no
 * text of the copy.
 */
export function copyMadeBy(request: QueuedRequest): string | null {
  const { itemUuid, method, data, copy } = request;
  if (itemUuid === null || method !== 'POST' || !isOccurrenceRequest(request)) return null;
  const { n, skip } = data as unknown as OccurrenceData;
  return skip === true ? null : (copy?.uuid ?? occurrenceUuid(itemUuid, n));
}

/** Before every place in the queue: all requests of such an item are detached. */
const neverMade = -1;

/**
 * The items that do not exist without the request, each with the place in the queue from which on it is
 * missing.
 */
async function missingWithout(
  tx: ReadTransaction,
  request: QueuedRequest,
  queue: readonly QueuedRequest[],
): Promise<ReadonlyMap<string, number>> {
  const missing = new Map<string, number>();
  // Adds the copy of an occurrence whose completion is missing.
  const addCopy = async (one: QueuedRequest): Promise<void> => {
    const copy = copyMadeBy(one);
    if (copy !== null && !(await isOnServer(tx, copy))) missing.set(copy, neverMade);
  };
  const kind = kindOf(request);
  if (kind === 'restore') {
    for (const uuid of request.touches) {
      if (!isRestoredAfter(request, uuid, queue)) missing.set(uuid, request.seq);
    }
  } else if (kind === 'create' && request.itemUuid !== null) {
    if (!(await isOnServer(tx, request.itemUuid))) missing.set(request.itemUuid, neverMade);
  }
  await addCopy(request);
  const { madeAt, endsAt, placed } = placesOf(queue);
  const isMissing = (uuid: string | null | undefined): boolean => uuid != null && missing.has(uuid);
  // The map grows during the loop, so that items below missing ones are found, too.
  for (const [uuid, since] of missing) {
    if (since === neverMade) {
      for (const one of queue) if (one.itemUuid === uuid) await addCopy(one);
    }
    for (const child of placed.get(uuid) ?? []) {
      const isBelow = isMissing(madeAt.get(child)?.parent) && isMissing(endsAt.get(child));
      const isBefore = (madeAt.get(child)?.seq ?? 0) < since;
      if (!isBelow || isBefore || missing.has(child) || (await isOnServer(tx, child))) continue;
      missing.set(child, neverMade);
    }
  }
  return missing;
}

/**
 * For the items created or moved in a queue: the parent of the create, the last parent, and the items that
 * were added to each parent.
 */
function placesOf(queue: readonly QueuedRequest[]) {
  const madeAt = new Map<string, { readonly parent: string | null; readonly seq: number }>();
  const endsAt = new Map<string, string | null>();
  const placed = new Map<string, string[]>();
  for (const request of queue) {
    const { itemUuid, seq } = request;
    const parent = changeOf(request.data ?? {}).parent_uuid;
    // Only creates and moves state where an item is.
    if (itemUuid === null || parent === undefined) continue;
    if (kindOf(request) === 'create') madeAt.set(itemUuid, { parent, seq });
    endsAt.set(itemUuid, parent);
    if (parent !== null) listAt(placed, parent).push(itemUuid);
  }
  return { madeAt, endsAt, placed };
}

function isRestoredAfter(
  { seq }: QueuedRequest,
  uuid: string,
  queue: readonly QueuedRequest[],
): boolean {
  return queue.some(
    (one) => one.seq > seq && kindOf(one) === 'restore' && one.touches.includes(uuid),
  );
}

/**
 * Whether the server has an item whose create is queued. An item lost with a restored backup does not count.
 */
async function isOnServer(tx: ReadTransaction, uuid: string): Promise<boolean> {
  return (await tx.itemByUuid(uuid))?.base != null;
}
