import { itemOf, labelsOf, occurrenceOf, positionOf, rebaseItem } from '@foray/domain';
import type { Operation, OptimisticItem } from '@foray/domain';
import { lastServerRowOf, sortKeyOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { updateFamilyRights, permissionOn } from './local-rights.ts';
import { operationOf } from '../store/operation.ts';
import { isUndoRequest, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Recomputes the row of an item: its base with its queued requests applied, its roll-up, and the resulting
 * sort position, permission and child links. Puts it into the unit of work. An item without base and without
 * create (a guest's, or one deleted before it was ever sent) is its own base.
 */
export async function recomputeRow(unit: UnitOfWork, row: LocalItem): Promise<LocalItem> {
  const requests = await unit.tx.queueOf(row.uuid);
  if (isUnmadeCopy(unit, row, requests)) {
    unit.remove(row);
    return row;
  }
  return writeRow(unit, row, optimisticOf(unit, row, requests), requests);
}

/**
 * Whether nothing creates the copy of an occurrence any more, because its completion was undone or refused.
 */
function isUnmadeCopy(
  { device }: UnitOfWork,
  row: LocalItem,
  requests: readonly QueuedRequest[],
): boolean {
  const isMade = lastServerRowOf(row) !== null || requests.length > 0;
  return row.occurrence_of != null && device.account.kind === 'user' && !isMade;
}

/** An item with its queued requests applied, without roll-ups. */
export function optimisticOf(
  unit: UnitOfWork,
  row: LocalItem,
  requests: readonly QueuedRequest[],
): OptimisticItem {
  const optimistic = rebaseItem(startStateOf(row, requests), operationsOf(unit, row, requests));
  if (optimistic === null) throw new Error(`nothing to show of item ${row.uuid}`);
  return optimistic;
}

/** The queued requests about an item as operations of the domain. */
export function operationsOf(
  { userId }: UnitOfWork,
  { id: localId }: Pick<LocalItem, 'id'>,
  requests: readonly QueuedRequest[],
): readonly Operation[] {
  return requests.map((request) => operationOf(request, { localId, userId }));
}

/**
 * The row for a known state of the item, with the same updates of its place, its right and its children's
 * places as in `recomputeRow`. `requests` are those queued about the item.
 */
export async function writeRow(
  unit: UnitOfWork,
  before: LocalItem,
  optimistic: OptimisticItem,
  requests: readonly QueuedRequest[],
): Promise<LocalItem> {
  const { deleted, ...item } = optimistic;
  const parent = item.parent_uuid === null ? undefined : await unit.item(item.parent_uuid);
  const base = lastServerRowOf(before);
  const isFromBase = item.parent_uuid === base?.parent_uuid;
  const status = deleted ? null : before.rolled;
  const shown: LocalItem = {
    ...before,
    ...itemOf(item),
    ...status,
    id: before.id,
    parent_id: parent?.id ?? (isFromBase ? (base?.parent_id ?? null) : null),
    permission: await permissionOn(unit, { ...before, ...item }),
    _deleted: deleted,
    deletedBy: deleted ? deleterOf(before, requests) : null,
    _syncStatus: requests.length === 0 ? 'synced' : 'pending',
    top: parent === undefined || parent._deleted ? 1 : 0,
  };
  const row = { ...shown, sortKey: sortKeyOf(shown) };
  // `before` may already have the new base, or no delete any more.
  const held = (await unit.item(row.uuid)) ?? before;
  unit.put(row);
  if (held._deleted !== row._deleted) await updateChildLinks(unit, row);
  await updateFamilyRights(unit, held, row);
  return row;
}

/** Links the children of parents that appeared, disappeared or got another id to their current parents. */
export async function updateChildLinks(
  unit: UnitOfWork,
  ...changed: readonly LocalItem[]
): Promise<void> {
  const parents = changed.filter(({ type }) => type !== 'todo');
  if (parents.length === 0) return;
  const families = await unit.families(parents.map(({ uuid }) => uuid));
  for (const { uuid } of parents) {
    const parent = await unit.item(uuid);
    const top = parent !== undefined && !parent._deleted ? 0 : 1;
    for (const child of families.get(uuid) ?? []) {
      const parentId = parent?.id ?? child.parent_id;
      if (child.top !== top || child.parent_id !== parentId) {
        unit.put({ ...child, top, parent_id: parentId });
      }
    }
  }
}

/**
 * The state to which an item's queued requests are applied: its base, or the row itself if it has neither
 * base nor create; null if a queued create makes the item.
 */
export function startStateOf(
  row: LocalItem,
  requests: readonly QueuedRequest[],
): OptimisticItem | null {
  const base = lastServerRowOf(row);
  if (base !== null) {
    const isGone = row.deletedBy !== null && !requests.some(({ id }) => id === row.deletedBy);
    // A row that an earlier release received has no labels and no occurrence.
    return {
      ...base,
      labels: labelsOf(base),
      position: positionOf(base),
      ...occurrenceOf(base),
      deleted: isGone,
    };
  }
  const isMade = ({ copy, ...request }: QueuedRequest): boolean =>
    kindOf(request) === 'create' || (copy?.uuid === row.uuid && request.data !== null);
  if (requests.some(isMade)) return null;
  return { ...row, deleted: row._deleted };
}

function deleterOf(row: LocalItem, requests: readonly QueuedRequest[]): string | null {
  const last = requests.findLast(
    (request) => kindOf(request) === 'delete' || isUndoRequest(request),
  );
  return last?.id ?? row.deletedBy;
}
