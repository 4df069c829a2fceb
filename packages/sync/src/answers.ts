import type { BatchResult, DeltaItem, WireItem } from '@foray/contract';
import { park } from './park.ts';
import { refold, seatChildren } from './fold-row.ts';
import type { LocalItem } from './local-item.ts';
import { eraseItem, stage } from './merge.ts';
import { kindOf } from './operation.ts';
import { rechain } from './outbox.ts';
import type { QueuedRequest } from './queued-request.ts';
import { rekey } from './rekey.ts';
import { rebase } from './staged.ts';
import type { Unit } from './unit.ts';
import { judgeResult } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** What the answers of one batch came to. */
export interface Applied {
  /** Requests that left the queue or changed their state: the next plan will differ. */
  readonly moved: number;
  /** Creates that went to the top level because their parent is gone. */
  readonly orphanedUuids: readonly string[];
  /** Requests whose server error was counted. */
  readonly countedIds: readonly string[];
  /** Set if an entry said that the run cannot go on. */
  readonly ended: Extract<Verdict, { kind: 'ended' }> | null;
}

/**
 * Applies the answers of a batch in one transaction: base, request gone, next of the chain may go
 * (design: sync, section 4, step 5). An answer to a request that is no longer queued was applied
 * before, by another runner, and changes nothing.
 */
export async function applyResults(unit: Unit, results: readonly BatchResult[]): Promise<Applied> {
  let moved = 0;
  const orphanedUuids: string[] = [];
  const countedIds: string[] = [];
  for (const result of results) {
    const request = await unit.tx.request(result.id);
    if (request === undefined || request.state.kind === 'parked') continue;
    const verdict = judgeResult(request, result);
    if (verdict.kind === 'ended') return { moved, orphanedUuids, countedIds, ended: verdict };
    if (verdict.kind === 'waits') continue;
    if (verdict.kind === 'missing' && (await isToBeMade(unit, request))) continue;
    await applyVerdict(unit, request, verdict);
    if (verdict.kind === 'orphaned' && request.itemUuid) orphanedUuids.push(request.itemUuid);
    if (verdict.kind === 'counted') countedIds.push(request.id);
    else moved += 1;
  }
  return { moved, orphanedUuids, countedIds, ended: null };
}

/** Whether the item is missing only because its create, refused just now, goes out again first. */
async function isToBeMade(unit: Unit, { itemUuid }: QueuedRequest): Promise<boolean> {
  const queue = await unit.tx.queueOf(itemUuid ?? '');
  return queue.some((one) => one.itemUuid === itemUuid && kindOf(one) === 'create');
}

async function applyVerdict(
  unit: Unit,
  request: QueuedRequest,
  verdict: Exclude<Verdict, { kind: 'ended' | 'waits' }>,
): Promise<void> {
  switch (verdict.kind) {
    case 'done':
      return confirm(unit, request, verdict.item);
    case 'deleted':
      return confirmDelete(unit, request);
    case 'stale':
      if (verdict.item === null) return letDecide(unit, request, null);
      await putPeople(unit, verdict.item);
      return letDecide(unit, request, deltaOf(verdict.item));
    case 'missing':
      return letDecide(unit, request, null);
    case 'orphaned':
      return makeAtTop(unit, request);
    case 'parked':
      return parkUnlessChainMoved(unit, request, verdict.why);
    case 'counted':
      return unit.putRequest({ ...request, retries: verdict.retries });
  }
}

async function confirm(unit: Unit, request: QueuedRequest, item: WireItem | null): Promise<void> {
  await unit.dropRequest(request.id);
  if (item !== null) {
    await putPeople(unit, item);
    const row = await unit.item(item.uuid);
    const told = deltaOf(item);
    const isOlder = (row?.base?.rev ?? 0) > told.rev;
    if (row !== undefined) await rebase(unit, row, isOlder && row.base !== null ? row.base : told);
  }
  // An item that this user may see no more leaves with its removal, which the feed tells.
  for (const uuid of item === null ? request.touches : request.touches.slice(1)) {
    const other = await unit.item(uuid);
    if (other === undefined) continue;
    const isUnknown = other.base === null && (await unit.tx.queueOf(uuid)).length === 0;
    if (kindOf(request) === 'create' && isUnknown) await forgetUnseen(unit, other);
    else await refold(unit, other);
  }
}

/** Its create took effect before, and somebody deleted the item since: no removal may ever name it. */
async function forgetUnseen(unit: Unit, row: LocalItem): Promise<void> {
  await eraseItem(unit, row, { reason: 'hidden', rev: 0 });
  await seatChildren(unit, row);
}

/** Deleted rows stay hidden until the feed tells their removal, so that no old page shows them again. */
async function confirmDelete(unit: Unit, request: QueuedRequest): Promise<void> {
  await unit.dropRequest(request.id);
  for (const uuid of request.touches) {
    const row = await unit.item(uuid);
    if (row === undefined) continue;
    const shown = await refold(unit, row);
    await rechain(unit, shown);
    if (!shown._deleted) continue;
    const mark = { requestId: request.id, deletedAt: shown.updated_at };
    await unit.tx.putMeta('deleting', uuid, mark);
  }
}

/**
 * The server has another state than the request was based on: that state is staged for a decision,
 * and the item's requests take new keys, since these can never take effect any more.
 */
async function letDecide(
  unit: Unit,
  request: QueuedRequest,
  server: DeltaItem | null,
): Promise<void> {
  const uuid = request.itemUuid ?? '';
  for (const one of await unit.tx.queueOf(uuid)) {
    if (one.itemUuid === uuid && one.seq >= request.seq) await rekey(unit, one);
  }
  const row = await unit.item(uuid);
  if (row === undefined) return;
  const shown = await refold(unit, { ...row, deletedBy: null });
  await rechain(unit, shown);
  if (server !== null) return stage(unit, { kind: 'row', row: server });
  const rev = row.base?.rev ?? 0;
  const removal = { id: row.id, uuid, reason: 'hidden', rev } as const;
  return stage(unit, { kind: 'removal', removal });
}

async function makeAtTop(unit: Unit, request: QueuedRequest): Promise<void> {
  const uuid = request.itemUuid ?? '';
  await rekey(unit, request, { data: { ...request.data, parent_id: null }, needs: [] });
  const row = await unit.item(uuid);
  if (row === undefined) return;
  const shown = await refold(unit, row);
  await rechain(unit, shown);
  await seatChildren(unit, shown);
}

/** A request whose predecessor has just been given a new key is not refused: it goes on with it. */
async function parkUnlessChainMoved(
  unit: Unit,
  request: QueuedRequest,
  why: Extract<Verdict, { kind: 'parked' }>['why'],
): Promise<void> {
  if (why.kind === 'dependency' && (await unit.tx.request(why.on)) === undefined) {
    const isStaged = (await unit.tx.meta('staged', request.itemUuid ?? '')) !== undefined;
    if (isStaged) return;
    return park(unit, request, { kind: 'verdict', code: 'after_failed', status: 424 });
  }
  return park(unit, request, why);
}

/** The item of a single answer without its relations, as a delta would carry it. */
function deltaOf(item: WireItem): DeltaItem {
  const { created_by: _, user: __, assignedUser: ___, parent: ____, ...delta } = item;
  return delta;
}

async function putPeople(unit: Unit, item: WireItem): Promise<void> {
  const people = [item.created_by, item.user, item.assignedUser].filter(
    (person) => person !== null,
  );
  const known = new Map(people.map((person) => [person.id, person]));
  await unit.putUsers([...known.values()]);
}
