import { classifyRemote } from '@foray/domain';
import type { MergeDecision, Remote } from '@foray/domain';
import type { Conflict } from './conflict.ts';
import { refold, seatChildren } from './fold-row.ts';
import type { LocalItem } from './local-item.ts';
import { eraseItem, makeRoom, mergeEntries, subjectOf } from './merge.ts';
import type { StagedRow } from './meta.ts';
import { operationOf } from './operation.ts';
import { rechain } from './outbox.ts';
import { ownWordsOf } from './own-words.ts';
import type { QueuedRequest } from './queued-request.ts';
import { dropSuperfluousCreate } from './superfluous-create.ts';
import type { Unit } from './unit.ts';

/**
 * Decides on every staged row whose requests are all settled: rebases the local changes onto it,
 * forgets what both sides deleted, or stores a conflict (design: sync, section 4; the rule itself is
 * domain's). A row with an unsettled request stays staged for the next run.
 */
export async function judgeStaged(unit: Unit): Promise<void> {
  for (const { id: uuid, value: entry } of await unit.tx.metaOf('staged')) {
    const row = await unit.item(uuid);
    const requests = await unit.tx.queueOf(uuid);
    if (requests.some((request) => request.sent && request.state.kind === 'queued')) continue;
    await unit.tx.deleteMeta('staged', uuid);
    if (row !== undefined && requests.length > 0) {
      await decide(unit, { row, requests }, entry);
      continue;
    }
    await mergeEntries(unit, [entry], false);
    const merged = await unit.item(uuid);
    if (merged !== undefined && requests.length > 0) await refold(unit, merged);
  }
}

async function decide(
  unit: Unit,
  subject: { readonly row: LocalItem; readonly requests: readonly QueuedRequest[] },
  entry: StagedRow,
): Promise<void> {
  const { row, requests } = await dropSuperfluousCreate(unit, subject);
  const context = { localId: row.id, userId: unit.userId };
  const queued = requests.map((request) => operationOf(request, context));
  const remote: Remote =
    entry.kind === 'row'
      ? { kind: 'row', item: entry.row }
      : { kind: 'removed', reason: entry.removal.reason };
  const decision = classifyRemote({ base: row.base, queued }, remote);
  const why = 'reason' in decision ? { why: decision.reason } : {};
  unit.note('decided', { item: row.uuid, outcome: decision.kind, what: remote.kind, ...why });
  switch (decision.kind) {
    case 'ignore':
      return;
    case 'apply':
    case 'keepLocal':
      await unit.tx.deleteMeta('conflict', row.uuid);
      if (entry.kind === 'row') await rebase(unit, row, entry.row);
      else await unit.tx.putMeta('restoring', row.uuid, entry.removal);
      return;
    case 'remove':
      await dropOwnRequests(unit, row.uuid, requests);
      await eraseItem(unit, row, { reason: decision.reason, rev: subjectOf(entry).rev });
      await seatChildren(unit, row);
      await releaseTaken(unit, row.uuid, requests);
      return;
    default: {
      const words =
        entry.kind === 'removal' ? ownWordsOf(unit, row, requests, entry.removal) : null;
      if (words !== null) await unit.tx.deleteMeta('rolled', row.uuid);
      await storeConflict(unit, words ?? row, entry, decision);
    }
  }
}

/** Puts a newer server row under the local changes, which stay as they are. */
export async function rebase(
  unit: Unit,
  row: LocalItem,
  base: NonNullable<LocalItem['base']>,
): Promise<LocalItem> {
  const { _conflictType: _, ...rest } = row;
  const holder = row.id === base.id ? undefined : await unit.tx.itemById(base.id);
  if (holder !== undefined && holder.uuid !== row.uuid) await makeRoom(unit, holder);
  const next = await refold(unit, { ...rest, base, id: base.id });
  if (row.id !== base.id) await seatChildren(unit, next);
  await rechain(unit, next);
  return next;
}

/** Takes an item's own requests out of the queue; those about others that touch it stay. */
export async function dropOwnRequests(
  unit: Unit,
  uuid: string,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const request of requests) if (request.itemUuid === uuid) await unit.dropRequest(request.id);
}

/**
 * Folds anew what the dropped requests of an item took along (a delete its children): without them it
 * is pending no more, and alive unless something else deletes it.
 */
export async function releaseTaken(
  unit: Unit,
  uuid: string,
  dropped: readonly QueuedRequest[],
): Promise<void> {
  const own = dropped.filter((request) => request.itemUuid === uuid);
  for (const taken of new Set(own.flatMap(({ touches }) => touches.slice(1)))) {
    const row = await unit.item(taken);
    if (row === undefined) continue;
    const isDeleterGone = own.some(({ id }) => id === row.deletedBy);
    await rechain(unit, await refold(unit, isDeleterGone ? { ...row, deletedBy: null } : row));
    await endIdleConflict(unit, taken);
  }
}

/**
 * A conflict about an item of which nothing is queued any more is none: the server's side, which it
 * kept, is taken over. To be called wherever requests leave the queue without an answer.
 */
export async function endIdleConflict(unit: Unit, uuid: string): Promise<void> {
  const conflict = await unit.tx.meta('conflict', uuid);
  const row = await unit.item(uuid);
  if (conflict === undefined || row === undefined) return;
  if ((await unit.tx.queueOf(uuid)).length > 0) return;
  await unit.tx.deleteMeta('conflict', uuid);
  unit.touchQueue();
  const { _conflictType: _, ...plain } = row;
  unit.place(plain);
  const { server, removal, rev } = conflict;
  if (server !== null) return mergeEntries(unit, [{ kind: 'row', row: server }], false);
  const told = { id: row.id, uuid, reason: removal ?? 'hidden', rev } as const;
  return mergeEntries(unit, [{ kind: 'removal', removal: told }], false);
}

async function storeConflict(
  unit: Unit,
  row: LocalItem,
  entry: StagedRow,
  decision: MergeDecision,
): Promise<void> {
  const before = await unit.tx.meta('conflict', row.uuid);
  const kind =
    decision.kind === 'deleteConflict'
      ? 'delete'
      : decision.kind === 'removedConflict'
        ? 'removed'
        : 'update';
  const conflict: Conflict = {
    uuid: row.uuid,
    kind,
    base: row.base,
    server: entry.kind === 'row' ? entry.row : null,
    removal: entry.kind === 'removal' ? entry.removal.reason : null,
    canKeepBoth: decision.kind === 'updateConflict' && decision.keepBoth,
    rev: subjectOf(entry).rev,
    isAside: before?.isAside ?? false,
    foundAt: before?.foundAt ?? unit.deviceNow(),
  };
  await unit.tx.putMeta('conflict', row.uuid, conflict);
  unit.place({ ...row, _conflictType: kind === 'delete' ? 'delete' : 'update' });
  unit.touchQueue();
}
