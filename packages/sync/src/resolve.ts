import { changeBetween, err, may, newItem, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { createData } from './actions.ts';
import type { Change } from './coalesce.ts';
import type { Conflict } from './conflict.ts';
import type { Device } from './device.ts';
import { refold, seatChildren } from './fold-row.ts';
import { newLocalItem } from './local-item.ts';
import type { LocalItem } from './local-item.ts';
import { dropStaged, eraseItem } from './merge.ts';
import { changeOf, kindOf } from './operation.ts';
import { newRequest, rechain } from './outbox.ts';
import { rerollFamilies } from './reroll.ts';
import { dropOwnRequests, releaseTaken } from './staged.ts';
import type { StoreFailure } from './ports.ts';
import type { QueuedRequest } from './queued-request.ts';
import { Unit } from './unit.ts';

/**
 * What a person keeps of a conflict. local: what this device shows, over what others changed.
 * server: what the server has. both: only the fields changed here, over everything changed there.
 */
export type Keep = 'local' | 'server' | 'both';

/**
 * Settles one conflict (specification, section 4; design: sync, section 4): the item's requests are
 * replaced by one that is based on the version the person saw, so that a third change in between asks
 * again. The caller starts a run afterwards. `not_found` if no such conflict is stored any more.
 */
export async function resolveConflict(
  device: Device,
  uuid: string,
  keep: Keep,
): Promise<Result<void, 'not_found' | StoreFailure>> {
  const written = await device.store.write(async (tx) => {
    const conflict = await tx.meta('conflict', uuid);
    if (conflict === undefined) return null;
    const unit = await Unit.open(tx, device);
    await tx.deleteMeta('conflict', uuid);
    // What came since is judged by itself.
    await dropStaged(unit, uuid, conflict.rev);
    unit.touchQueue();
    const row = await unit.item(uuid);
    const requests = await tx.queueOf(uuid);
    await resolveIn(unit, conflict, keep, requests);
    await releaseTaken(unit, uuid, requests);
    const parents = [row?.parent_uuid, row?.base?.parent_uuid, conflict.server?.parent_uuid];
    await rerollFamilies(unit, [uuid, ...parents.map((parent) => parent ?? null)]);
    return { change: await unit.finish() };
  });
  if (!written.ok) return err(written.error);
  if (written.value === null) return err('not_found');
  if (written.value.change !== null) device.changes.publish(written.value.change);
  return ok(undefined);
}

/** Sets all conflicts of a device aside: the dialog was cancelled, or nobody looks at it any more. */
export async function setConflictsAside(device: Device): Promise<Result<void, StoreFailure>> {
  const written = await device.store.write(async (tx) => {
    const unit = await Unit.open(tx, device);
    await setAside(unit);
    return { change: await unit.finish() };
  });
  if (!written.ok) return err(written.error);
  if (written.value.change !== null) device.changes.publish(written.value.change);
  return ok(undefined);
}

/** As `setConflictsAside`, in a write that is under way. */
export async function setAside(unit: Unit): Promise<void> {
  for (const { id, value } of await unit.tx.metaOf('conflict')) {
    if (value.isAside) continue;
    await unit.tx.putMeta('conflict', id, { ...value, isAside: true });
    unit.touchQueue();
  }
}

async function resolveIn(
  unit: Unit,
  conflict: Conflict,
  keep: Keep,
  requests: readonly QueuedRequest[],
): Promise<void> {
  const row = await unit.item(conflict.uuid);
  if (row === undefined) return;
  const own = requests.filter((request) => request.itemUuid === conflict.uuid);
  await dropOwnRequests(unit, conflict.uuid, requests);
  const { _conflictType: _, ...plain } = row;
  if (conflict.server === null) return resolveRemoved(unit, plain, conflict, keep);

  const isDelete = own.some((request) => kindOf(request) === 'delete') && row._deleted;
  const based: LocalItem = {
    ...plain,
    base: conflict.server,
    id: conflict.server.id,
    deletedBy: null,
  };
  if (keep !== 'server') {
    const change: Change | null = isDelete
      ? { kind: 'delete', uuid: row.uuid, children: own.flatMap(({ touches }) => touches.slice(1)) }
      : patchOf(row, conflict, keep === 'both' ? Object.assign({}, ...own.map(fieldsOf)) : null);
    if (change !== null) await unit.putRequest(newRequest(unit, change, null));
  }
  const shown = await refold(unit, based);
  if (row.id !== shown.id) await seatChildren(unit, shown);
  await rechain(unit, shown);
}

/** The PATCH that puts the local values over the server's; only what differs, null if nothing does. */
function patchOf(
  row: LocalItem,
  conflict: Conflict,
  onlyFields: Readonly<Record<string, unknown>> | null,
): Change | null {
  if (conflict.server === null) return null;
  const difference = changeBetween(conflict.server, row);
  const kept = Object.entries(difference).filter(
    ([field]) => onlyFields === null || field in onlyFields,
  );
  // Where a thing stands is not part of the texts that the dialog shows; a move needs manage.
  const allowed = kept.filter(([field]) => field !== 'parent_uuid' || may(row.permission, 'move'));
  if (allowed.length === 0) return null;
  const { uuid, completed_at: completedAt } = row;
  return { kind: 'patch', uuid, change: Object.fromEntries(allowed), completedAt };
}

function fieldsOf(request: Parameters<typeof kindOf>[0] & { data: unknown }): object {
  const data = (request.data ?? {}) as Readonly<Record<string, unknown>>;
  return kindOf(request) === 'assign' ? { assigned_to: true } : changeOf(data);
}

/**
 * The server has the item no more. Keep: a deleted one that I manage is restored with my changes, any
 * other becomes a new item of mine with my text; otherwise it leaves the device.
 */
async function resolveRemoved(
  unit: Unit,
  row: LocalItem,
  conflict: Conflict,
  keep: Keep,
): Promise<void> {
  const canRestore =
    conflict.removal === 'deleted' && row.base !== null && may(row.permission, 'restore');
  if (keep === 'server' || !canRestore) {
    if (keep !== 'server') await copyAsNew(unit, row);
    await eraseItem(unit, row, { reason: conflict.removal ?? 'hidden', rev: conflict.rev });
    await seatChildren(unit, row);
    return;
  }
  const restore = newRequest(unit, { kind: 'restore', uuid: row.uuid, also: [] }, null);
  await unit.putRequest(restore);
  const change = row.base === null ? {} : changeBetween(row.base, row);
  if (Object.keys(change).length > 0) {
    const { uuid, completed_at: completedAt } = row;
    const basis = { after: restore.id };
    await unit.putRequest(newRequest(unit, { kind: 'patch', uuid, change, completedAt }, basis));
  }
  await refold(unit, { ...row, deletedBy: null });
}

async function copyAsNew(unit: Unit, row: LocalItem): Promise<void> {
  const at = unit.serverNow();
  const uuid = unit.device.ids.uuid();
  const { type, title, description, status, due_date, end_date } = row;
  const copy = newItem(
    { id: unit.takeLocalId(), uuid, userId: unit.userId, at },
    { type, title, description, status, due_date, end_date },
  );
  await unit.putRequest(newRequest(unit, { kind: 'create', uuid, data: createData(copy) }, null));
  await refold(unit, newLocalItem(copy));
}
