import type { BatchResult, DeltaItem, WireItem } from '@foray/contract';
import { isImportedUuid, itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { applyConfirmed, withEffect } from './apply-confirmed.ts';
import { unblockDependents } from '../queue/block.ts';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import { eraseItem } from '../remote/apply-remote.ts';
import { itemOfCopy } from '../queue/detached.ts';
import { isBlocked, isCreateOf, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endIdleConflict } from '../remote/buffered-changes.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { confirmDelete } from './confirm-delete.ts';
import { outcomeOf } from './outcome.ts';
import type { BatchEntryOutcome } from './outcome.ts';
import { dropCopy, withoutCopyEffects, settleCopy } from './settle-copy.ts';
import { existsAgain, waitsForCreate } from './queued-create.ts';
import {
  blockUnlessChainMoved,
  raiseConflict,
  createAtTop,
  sendWithNewKeys,
  renewKeyInChain,
} from './apply-refusal.ts';

/** The effects of the responses to one batch. */
export interface BatchEffects {
  /** The number of requests that left the queue or changed their state: the next plan will differ. */
  readonly moved: number;
  /** Creates that moved to the top level because their parent is gone. */
  readonly orphanedUuids: readonly string[];
  /** Types of which the server has newer rows than its responses contained: only a pull can return them. */
  readonly behind: ReadonlySet<ItemType>;
  /** Requests that the server did not perform for a reason of its own: not sent again in this cycle. */
  readonly failedIds: readonly string[];
  /** Requests whose parent is queued behind them: they are sent once the parent exists. */
  readonly earlyIds: readonly string[];
  /** Set if an entry said that the cycle cannot continue. */
  readonly ended: Extract<BatchEntryOutcome, { kind: 'ended' }> | null;
}

/**
 * Applies the responses to a batch in one transaction: the new base is stored, the request leaves the queue,
 * and the next of its chain can be sent. A response to a request that is no longer queued was applied
 * earlier, by another tab, and changes nothing.
 */
export async function applyResults(
  unit: UnitOfWork,
  results: readonly BatchResult[],
): Promise<BatchEffects> {
  let moved = 0;
  const behind = new Set<ItemType>();
  const orphanedUuids: string[] = [];
  const failedIds: string[] = [];
  const earlyIds: string[] = [];
  for (const result of results) {
    const request = await unit.tx.request(result.id);
    if (request === undefined) continue;
    const outcome = await resolveOutcome(unit, request, result);
    unit.note('answered', {
      request: request.id,
      outcome: outcome.kind,
      status: result.status,
      ...(request.itemUuid === null ? {} : { item: request.itemUuid }),
      ...(outcome.kind === 'blocked' ? { why: outcome.why.kind } : {}),
    });
    if (isBlocked(request.state)) {
      if (isBehindRefused(outcome) || outcome.kind === 'outdated')
        await renewKeyInChain(unit, request);
      // It took effect although it was blocked with the request on which it depends, so it no longer waits.
      if (outcome.kind !== 'done' && outcome.kind !== 'deleted') continue;
    }
    if (outcome.kind === 'ended') {
      return { moved, orphanedUuids, behind, failedIds, earlyIds, ended: outcome };
    }
    if (outcome.kind === 'early') earlyIds.push(request.id);
    // Status 0 is `not_run`: the server had not reached the request.
    if (outcome.kind === 'waits' && result.status !== 0) failedIds.push(request.id);
    if (outcome.kind === 'early' || outcome.kind === 'waits') continue;
    if (result.status === 404 && (await waitsForCreate(unit, request))) continue;
    if (isBehindRefused(outcome) && (await isHeadResent(unit, outcome.why.on))) continue;
    for (const type of await applyOutcome(unit, request, outcome)) behind.add(type);
    await unblockDependents(unit, [request]);
    // Rows received while it was blocked may have been processed without the knowledge that it took effect.
    for (const uuid of request.touches) await endIdleConflict(unit, uuid);
    const isOrphan = outcome.kind === 'orphaned' && itemOfCopy(request) === null;
    if (isOrphan && request.itemUuid) orphanedUuids.push(request.itemUuid);
    if (outcome.kind === 'counted') failedIds.push(request.id);
    else moved += 1;
  }
  return { moved, orphanedUuids, behind, failedIds, earlyIds, ended: null };
}

/** The outcome of a result. A missing parent counts as gone if no queued request creates it. */
async function resolveOutcome(
  unit: UnitOfWork,
  request: QueuedRequest,
  result: BatchResult,
): Promise<Exclude<BatchEntryOutcome, { kind: 'parentless' }>> {
  const outcome = outcomeOf(request, result);
  if (
    outcome.kind === 'done' &&
    outcome.item === null &&
    (await isImportOfDeleted(unit, request))
  ) {
    return { kind: 'blocked', why: { kind: 'verdict', code: 'gone', status: result.status } };
  }
  if (result.status === 404 && (await existsAgain(unit, request))) return { kind: 'outdated' };
  const isWithoutItem = outcome.kind === 'orphaned' && itemOfCopy(request) !== null;
  if (outcome.kind !== 'parentless' && !isWithoutItem) return outcome;
  const queue = await unit.tx.queue();
  const isOnItsWay = (uuid: string): boolean => queue.some((one) => isCreateOf(one, uuid));
  if (request.needs.some(isOnItsWay)) return { kind: 'early' };
  if (kindOf(request) === 'create') return { kind: 'orphaned' };
  return { kind: 'blocked', why: { kind: 'verdict', code: 'parent_gone', status: 409 } };
}

/**
 * Whether a create that was answered without an item is the import of a file item that the server knows as
 * deleted, because another device imported the same file before (decision 0043). The user has just requested
 * this item, so it must not disappear silently.
 */
async function isImportOfDeleted(unit: UnitOfWork, request: QueuedRequest): Promise<boolean> {
  const { itemUuid, isImport } = request;
  if (itemUuid === null || !isImport || kindOf(request) !== 'create') return false;
  if (!isImportedUuid(itemUuid)) return false;
  const row = await unit.item(itemUuid);
  return row !== undefined && lastServerRowOf(row) === null;
}

type BehindRefused = Extract<BatchEntryOutcome, { kind: 'blocked' }> & {
  readonly why: { readonly kind: 'dependency' };
};

/** Whether a result is 424: the previous request of its chain had no effect, so neither has this one. */
function isBehindRefused(outcome: BatchEntryOutcome): outcome is BehindRefused {
  return outcome.kind === 'blocked' && outcome.why.kind === 'dependency';
}

/**
 * Whether the first request is sent again under the same key after a temporary refusal: requests behind it
 * are then sent again unchanged, too.
 */
async function isHeadResent(unit: UnitOfWork, headId: string): Promise<boolean> {
  const head = await unit.tx.request(headId);
  return head !== undefined && head.state.kind === 'queued' && head.sent;
}

/** Applies an outcome. Returns the types with changes that the response does not contain. */
async function applyOutcome(
  unit: UnitOfWork,
  request: QueuedRequest,
  outcome: Exclude<BatchEntryOutcome, { kind: 'ended' | 'waits' | 'early' | 'parentless' }>,
): Promise<readonly ItemType[]> {
  switch (outcome.kind) {
    case 'done':
      return (await confirm(unit, withoutCopyEffects(request), outcome.item)).concat(
        await settleCopy(unit, request, outcome),
      );
    case 'deleted':
      await confirmDelete(unit, request, outcome.before === true);
      return [];
    case 'stale':
    case 'missing': {
      const item = outcome.kind === 'stale' ? outcome.item : null;
      const types = item === null ? await typeOfItem(unit, request) : [];
      if (item !== null) await putPeople(unit, item);
      await raiseConflict(unit, request, item === null ? null : deltaOf(item));
      return types;
    }
    case 'outdated':
      await sendWithNewKeys(unit, request);
      return [];
    case 'orphaned':
      await (itemOfCopy(request) === null ? createAtTop : dropCopy)(unit, request);
      return [];
    case 'blocked':
      await blockUnlessChainMoved(unit, request, outcome.why);
      return [];
    case 'counted':
      await unit.putRequest({ ...request, retries: outcome.retries });
      return [];
  }
}

async function typeOfItem(
  unit: UnitOfWork,
  { itemUuid }: QueuedRequest,
): Promise<readonly ItemType[]> {
  const row = itemUuid === null ? undefined : await unit.item(itemUuid);
  return row === undefined ? [] : [row.type];
}

async function confirm(
  unit: UnitOfWork,
  request: QueuedRequest,
  item: WireItem | null,
): Promise<readonly ItemType[]> {
  await unit.dropRequest(request.id);
  const behind = item === null ? [...(await typeOfItem(unit, request))] : [];
  if (item !== null) {
    await putPeople(unit, item);
    const row = await unit.item(item.uuid);
    const fresh = deltaOf(item);
    if (row?.base != null && hasOtherRights(row.base, fresh)) behind.push(...typesBelow(row.type));
    if (row !== undefined) await applyConfirmed(unit, row, request, fresh);
  }
  // An item that this user may no longer see is removed with its removal in the feed.
  for (const uuid of item === null ? request.touches : request.touches.slice(1)) {
    const other = await unit.item(uuid);
    if (other === undefined) continue;
    const isUnknown = other.base === null && (await unit.tx.queueOf(uuid)).length === 0;
    if (kindOf(request) === 'create' && isUnknown) {
      // Its create took effect before, and the item was deleted since: the feed may never contain
      // its removal. The response has no rev, so a buffered row stays: it may be newer (a restore);
      // if it is not, a removal still follows and removes it.
      await eraseItem(unit, other, { reason: 'hidden', rev: 0 });
      await updateChildLinks(unit, other);
    } else await recomputeRow(unit, await withEffect(unit, other, request));
  }
  return behind;
}

/** The item of a single response without its relations, as in a delta. */
function deltaOf(item: WireItem): DeltaItem {
  const { created_by: _, user: __, assignedUser: ___, parent: ____, ...delta } = item;
  return delta;
}

/** Stores the people that the item of a single response names. */
async function putPeople(unit: UnitOfWork, item: WireItem): Promise<void> {
  const people = [item.created_by, item.user, item.assignedUser].filter(
    (person) => person !== null,
  );
  const known = new Map(people.map((person) => [person.id, person]));
  await unit.putUsers([...known.values()]);
}

/** Whether the rights below an item may have changed: a response about one item does not contain them. */
function hasOtherRights(before: DeltaItem, after: DeltaItem): boolean {
  return (
    before.permission !== after.permission ||
    before.assigned_to !== after.assigned_to ||
    before.parent_uuid !== after.parent_uuid
  );
}

function typesBelow(type: ItemType): readonly ItemType[] {
  return itemTypes.slice(itemTypes.indexOf(type) + 1);
}
