import { afterAct, isRepeating, itemOf, may, rebaseItem } from '@foray/domain';
import type { DeltaItem } from '@foray/contract';
import type { Editable, OccurrenceAct } from '@foray/domain';
import type { QueuedChange } from '../queue/coalesce.ts';
import { detachedBy } from '../queue/detached.ts';
import { renewKey } from '../queue/block.ts';
import { newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { operationsOf, recomputeRow } from '../optimistic/recompute-row.ts';
import { recomputeOthersTouched } from '../remote/buffered-changes.ts';
import { copiesAt, isUndone } from '../store/copies.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isOccurrenceRequest, kindOf } from '../store/queued-request.ts';
import type { OperationKind, QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/*
 * Occurrences that a restored backup lost. Only actions move an item from one occurrence to the next, so they
 * are repeated by their numbers: a date set without its number would lead to a second completion.
 */

type OccurrenceChange = Extract<QueuedChange, { kind: 'occurrence' }>;

/** A repeated action with its change. */
interface RepeatedAct {
  readonly act: OccurrenceAct;
  readonly change: OccurrenceChange;
}

/**
 * Queues the actions that lead from the server's occurrence number to the confirmed one; none if the actions
 * are not known. A completion is repeated whatever others have changed since; a skip or an undo only if
 * nobody has changed the item.
 */
export async function repeatLostActs(
  unit: UnitOfWork,
  row: LocalItem,
  server: DeltaItem,
  isUntouched: boolean,
): Promise<readonly QueuedRequest[]> {
  const { occurrence } = row.former?.base ?? server;
  if (occurrence === server.occurrence || !may(server.permission, 'edit')) return [];
  if (!isRepeating(server)) return [];
  const acts =
    occurrence > server.occurrence
      ? await forwardActs(unit, row, server, isUntouched)
      : await backwardActs(unit, row, server, isUntouched);
  const requests = acts.map(({ change }) => newRequest(unit, change, null));
  for (const request of requests) await unit.putRequest(request);
  for (const uuid of new Set(requests.flatMap(({ touches }) => touches.slice(1)))) {
    const copy = await unit.item(uuid);
    if (copy?.base != null) await recomputeRow(unit, copy);
  }
  return requests;
}

/** The server's row with the repeated actions applied. */
export function withActs(
  unit: UnitOfWork,
  row: LocalItem,
  server: DeltaItem,
  acts: readonly QueuedRequest[],
): DeltaItem & Editable {
  const after = rebaseItem({ ...server, deleted: false }, operationsOf(unit, row, acts));
  return after === null ? server : { ...server, ...itemOf(after) };
}

/** The requests about an item, split at its first action on an occurrence. */
interface SplitRequests {
  /** All that are not `behind`. */
  readonly first: readonly QueuedRequest[];
  /** The action and the item's changes behind it, which are about the next occurrence. */
  readonly behind: readonly QueuedRequest[];
}

/** Splits the requests about an item, which are in the order of the queue. */
export function splitAtFirstAct(uuid: string, requests: readonly QueuedRequest[]): SplitRequests {
  const changes = changesOf(uuid, requests);
  const at = changes.findIndex(isOccurrenceRequest);
  const behind = at < 0 ? [] : changes.slice(at);
  return { first: requests.filter((one) => !behind.includes(one)), behind };
}

/** The requests that change an item or its occurrence, in the order of the queue. */
export function changesOf(
  uuid: string,
  requests: readonly QueuedRequest[],
): readonly QueuedRequest[] {
  const kinds: readonly (OperationKind | null)[] = ['patch', 'assign', 'occurrence'];
  return requests.filter((one) => one.itemUuid === uuid && kinds.includes(kindOf(one)));
}

/** Moves changes of an item to the end of the queue, in the same order, and recomputes its row. */
export async function requeueAll(
  unit: UnitOfWork,
  uuid: string,
  changes: readonly QueuedRequest[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const one of changes) await requeue(unit, one);
  await recomputeOthersTouched(unit, uuid, changes);
  const row = await unit.item(uuid);
  if (row === undefined) return;
  await rebaseQueue(unit, row);
  await recomputeRow(unit, row);
}

/**
 * Moves a change to the end of the queue, followed by the delete of the copy that it creates. A sent request
 * gets a new key.
 */
export async function requeue(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  const { dropped } = await detachedBy(unit.tx, request);
  await moveToEnd(unit, request);
  for (const one of dropped) if (kindOf(one) === 'delete') await moveToEnd(unit, one);
}

async function moveToEnd(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  const { id, sent } = request;
  const place = {
    seq: unit.takeQueueSeq(),
    basis: null,
    retries: 0,
    state: { kind: 'queued' },
  } as const;
  if (sent) return void (await renewKey(unit, request, place));
  await unit.dropRequest(id);
  await unit.putRequest({ ...request, ...place });
}

/** Completions and skips of the occurrences from the server's number on. */
function forwardActs(
  unit: UnitOfWork,
  { uuid, former }: LocalItem,
  server: DeltaItem,
  isUntouched: boolean,
): Promise<readonly RepeatedAct[]> {
  const count = (former?.base.occurrence ?? 0) - server.occurrence;
  return actsInSequence(server, count, 1, async (from) => {
    const copy = await lostCopy(unit, server, from);
    if (copy !== undefined) return completionOf(uuid, copy);
    // Without a copy it is unknown whether the occurrence was skipped, or completed and undone.
    return isUntouched ? skipOf(uuid, from, former?.base.updated_at ?? server.updated_at) : null;
  });
}

/** Actions that undo the occurrences that the server has beyond the confirmed number, last first. */
async function backwardActs(
  unit: UnitOfWork,
  { uuid, former }: LocalItem,
  server: DeltaItem,
  isUntouched: boolean,
): Promise<readonly RepeatedAct[]> {
  const { occurrence = server.occurrence, due_date: from = null } = former?.base ?? {};
  const day = former?.base.occurrence_day ?? null;
  if (!isUntouched) return [];
  return actsInSequence(server, server.occurrence - occurrence, -1, async (_, to) => {
    const copies = await copiesAt(unit, server, to);
    // A copy that an undo hides was undone before the feed showed it, and is undone once more after this.
    const copy =
      copies.find((one) => one.base !== null && !one._deleted) ??
      copies.find((one) => one.former != null && one._deleted);
    if (copy !== undefined) return undoOf(uuid, copy);
    // Only the confirmed occurrence has a known day to which to return.
    return to > occurrence || from === null ? null : unskipOf(uuid, to, from, day);
  });
}

/**
 * Exactly `count` actions, each of which leads from one number to the next in that direction; none at all if
 * an action is unknown or leads elsewhere.
 */
async function actsInSequence(
  server: DeltaItem,
  count: number,
  step: 1 | -1,
  actFrom: (from: number, to: number) => Promise<RepeatedAct | null>,
): Promise<readonly RepeatedAct[]> {
  const acts: RepeatedAct[] = [];
  let item = itemOf(server);
  while (acts.length < count) {
    const to = item.occurrence + step;
    const next = await actFrom(item.occurrence, to);
    if (next === null) return [];
    item = afterAct(item, next.act, item.updated_at);
    if (item.occurrence !== to) return [];
    acts.push(next);
  }
  return acts;
}

/**
 * The copy of an occurrence that the server may have lost. A copy that a person deleted is not created again.
 */
async function lostCopy(
  unit: UnitOfWork,
  item: DeltaItem,
  n: number,
): Promise<LocalItem | undefined> {
  for (const row of await copiesAt(unit, item, n)) {
    if (row.former?.isLost && (!row._deleted || (await isUndone(unit.tx, row)))) return row;
  }
  return undefined;
}

/** The action that completes an occurrence again, as its copy states it. */
export function completionOf(uuid: string, { former, ...row }: LocalItem): RepeatedAct {
  const copy = itemOf(former?.base ?? row);
  const { occurrence: n, updated_at: at } = copy;
  const completedAt = copy.completed_at ?? at;
  // The user's time zone is not stored: a day that differs is offered like any other value.
  const data = { n, completed_at: completedAt, zone: 'UTC' };
  return {
    act: { act: 'complete', n, completedAt, day: completedAt.slice(0, 10) },
    change: { kind: 'occurrence', uuid, act: 'complete', n, data, copy, also: [copy.uuid] },
  };
}

/** The act that skips an occurrence again, at the time of the last known change. */
function skipOf(uuid: string, n: number, at: string): RepeatedAct {
  const data = { n, skip: true, completed_at: at, zone: 'UTC' };
  return {
    act: { act: 'skip', n, day: at.slice(0, 10) },
    change: { kind: 'occurrence', uuid, act: 'skip', n, data, copy: null, also: [] },
  };
}

function undoOf(uuid: string, row: LocalItem): RepeatedAct {
  const copy = itemOf(row);
  const act = { act: 'undo', n: copy.occurrence } as const;
  const change = { kind: 'occurrence', uuid, ...act, data: null, copy, also: [copy.uuid] } as const;
  return { act: { ...act, copy }, change };
}

function unskipOf(uuid: string, n: number, from: string, day: string | null): RepeatedAct {
  const data = { skipped_from: from, ...(day !== null && { skipped_day: day }) };
  return {
    act: { act: 'unskip', n, from, day },
    change: { kind: 'occurrence', uuid, act: 'unskip', n, data, copy: null, also: [] },
  };
}
