import { applyChange, changeBetween, err, ok, validateChange } from '@foray/domain';
import type {
  UncheckedFields,
  Item,
  ItemAction,
  ItemChange,
  ItemStatus,
  ItemType,
  MadeChange,
  PlainFields,
  Result,
} from '@foray/domain';
import { buildItem, canBePlacedIn } from './new-item-input.ts';
import type { NewItem, NewItems } from './new-item-input.ts';
import { runAction, runItemAction, recordChange } from './action-unit.ts';
import type { ActionFailure, ActionResult, ActionDecision } from './action-unit.ts';
import { deleteFamily } from './delete-family.ts';
import { effectOfAppearance, effectOfChange } from './effect.ts';
import type { Effect } from './effect.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { recomputeRow, writeRow } from '../optimistic/recompute-row.ts';
import { newLocalItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { mayMoveTo } from '../optimistic/local-rights.ts';
import type { QueuedChange } from '../queue/coalesce.ts';
import { newCreate } from '../queue/mutation-queue.ts';
import { rollUpParents } from '../optimistic/roll-up.ts';
import { decideCompletion, completesOccurrence } from './occurrence.ts';
import { compareWithSnapshot, storeSnapshotConflict } from './edit-snapshot.ts';
import type { EditSnapshot } from './edit-snapshot.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The plain fields that an edit may change; absent ones stay. */
export type PlainChange = Partial<PlainFields>;

/** Creates an item, pending until the server has it; a guest's needs no server. */
export function createItem(device: SyncContext, input: NewItem): ActionResult {
  return createItems(device, [input]);
}

/**
 * As `createItem` for several, in their order: all of them are created or none. The outcome is about the
 * last.
 */
export function createItems(device: SyncContext, inputs: NewItems): ActionResult {
  return runAction(device, async (unit) => {
    const items: Item[] = [];
    // Every refusal must be known before anything is written.
    for (const input of inputs) {
      const { parent_uuid: parentUuid } = input;
      const parent = parentUuid == null ? undefined : await unit.item(parentUuid);
      const at = unit.serverNow();
      const uuid = input.uuid ?? device.ids.uuid();
      const context = { id: unit.takeLocalId(), uuid, userId: unit.userId, at };
      const made = buildItem(input, parent, context);
      if (!made.ok) return made;
      const isTaken = items.some((item) => item.uuid === uuid);
      if (isTaken || (await unit.item(uuid)) !== undefined) return err({ code: 'uuid_taken' });
      items.push(made.value);
    }
    let shown: LocalItem | null = null;
    for (const item of items) shown = await putNew(unit, item);
    const effects: Effect[] = [];
    for (const { uuid } of items) effects.push(await effectOfAppearance(unit, 'create', uuid, []));
    return shown === null ? err({ code: 'not_found' }) : ok({ item: shown, effects });
  });
}

async function putNew(unit: UnitOfWork, item: Item): Promise<LocalItem> {
  const { device } = unit;
  if (device.account.kind === 'user') await unit.putRequest(newCreate(unit, item));
  else if (item.id === 1 || (await unit.tx.meta('generation', 'guest')) === undefined) {
    await unit.tx.putMeta('generation', 'guest', { generation: device.ids.uuid() });
  }
  const shown = await recomputeRow(unit, newLocalItem(item));
  await rollUpParents(unit, null, shown, item.created_at);
  return shown;
}

/**
 * Starts, completes, reopens, or moves back to the queue. Completing a repeating item completes the displayed
 * occurrence.
 */
export function setStatus(
  device: SyncContext,
  uuid: string,
  status: ItemStatus,
  snapshot?: EditSnapshot,
): ActionResult {
  return runItemAction(device, uuid, 'edit', (unit, row) =>
    decideStatus(unit, row, status, snapshot),
  );
}

/** The decision of `setStatus`, for an item that its user may edit. */
export async function decideStatus(
  unit: UnitOfWork,
  row: LocalItem,
  status: ItemStatus,
  snapshot?: EditSnapshot,
): Promise<ActionDecision> {
  if (status !== 'completed' || !completesOccurrence(row))
    return changeFields(unit, row, { status }, snapshot);
  const { zone = 'UTC' } = unit.device.clock;
  return decideCompletion(unit, row, { n: snapshot?.occurrence ?? row.occurrence, zone });
}

/** Assigns the item to a person; null or 0 unassigns. */
export function assignItem(
  device: SyncContext,
  uuid: string,
  userId: number | null,
  snapshot?: EditSnapshot,
): ActionResult {
  return changeItem(device, uuid, 'assign', { assigned_to: userId }, snapshot);
}

/** Moves the item below another parent, or to the top level with null. */
export function moveItem(
  device: SyncContext,
  uuid: string,
  parentUuid: string | null,
  snapshot?: EditSnapshot,
): ActionResult {
  return runItemAction(device, uuid, 'move', (unit, row) =>
    moveUnder(unit, row, parentUuid, snapshot),
  );
}

/** The decision of `moveItem`, for an item that its user manages. */
export async function moveUnder(
  unit: UnitOfWork,
  row: LocalItem,
  parentUuid: string | null,
  snapshot?: EditSnapshot,
  undoneChange?: MadeChange,
): Promise<ActionDecision> {
  if (row.parent_uuid === parentUuid) return ok({ item: row, effects: [] });
  const placement = await checkParent(unit, parentUuid, row.type);
  if (!placement.ok) return placement;
  if (!(await mayMoveTo(unit, row, parentUuid))) return err({ code: 'forbidden' });
  return compareAndChange(unit, row, { parent_uuid: parentUuid }, snapshot, undoneChange);
}

/**
 * Deletes the item alone, or with exactly those descendants that were listed to the user. It leaves every
 * list at once; the server confirms later. `snapshots` holds the items as they were shown, by uuid: an item
 * that has changed since is a delete conflict.
 */
export function deleteItem(
  device: SyncContext,
  uuid: string,
  withChildren: readonly string[] = [],
  snapshots: ReadonlyMap<string, EditSnapshot> = new Map(),
): ActionResult {
  return runItemAction(device, uuid, 'delete', (unit, row) =>
    deleteFamily(unit, row, withChildren, snapshots),
  );
}

function changeItem(
  device: SyncContext,
  uuid: string,
  action: ItemAction,
  input: UncheckedFields,
  snapshot: EditSnapshot | undefined,
): ActionResult {
  return runItemAction(device, uuid, action, (unit, row) =>
    changeFields(unit, row, input, snapshot),
  );
}

/** Changes fields of a row after checking them like input. */
export async function changeFields(
  unit: UnitOfWork,
  row: LocalItem,
  input: UncheckedFields,
  snapshot?: EditSnapshot,
): Promise<ActionDecision> {
  const valid = validateChange(input, { ...(snapshot ?? row), type: row.type });
  if (!valid.ok) return valid;
  const { parent_id: _, completed_at: __, ...change } = valid.value;
  return compareAndChange(unit, row, change, snapshot);
}

/**
 * Makes a change after comparing the item's snapshot with its current state. `undoneChange` is the change
 * that this one undoes, if any.
 */
export async function compareAndChange(
  unit: UnitOfWork,
  row: LocalItem,
  change: ItemChange,
  snapshot: EditSnapshot | undefined,
  undoneChange?: MadeChange,
): Promise<ActionDecision> {
  const comparison = compareWithSnapshot(row, snapshot ?? row, change);
  if (comparison.outcome === 'here')
    return err({ code: 'changed', item: row, fields: comparison.colliding });
  // An item that was completed before gets its former completion time back.
  const time = { at: unit.serverNow(), completedAt: undoneChange?.completedAt };
  const after = applyChange({ ...row, deleted: false }, comparison.change, time);
  const netChange = changeBetween(row, after);
  if (Object.keys(netChange).length === 0) return ok({ item: row, effects: [] });
  const { uuid } = row;
  const { assigned_to: assignedTo, completed_at: completedAt } = after;
  const isUndo = undoneChange !== undefined;
  const queuedChange: QueuedChange =
    netChange.assigned_to === undefined
      ? { kind: 'patch', uuid, change: netChange, completedAt, isUndo }
      : { kind: 'assign', uuid, assignedTo, isUndo };
  const item = await recordChange(unit, row, queuedChange, after);
  const effects = [await effectOfChange(unit, row, netChange)];
  if (comparison.outcome === 'clear' || snapshot === undefined) return ok({ item, effects });
  return ok({ item: await storeSnapshotConflict(unit, item, snapshot, 'update'), effects });
}

async function checkParent(
  unit: UnitOfWork,
  parentUuid: string | null,
  child: ItemType,
): Promise<Result<null, ActionFailure>> {
  return parentUuid === null ? ok(null) : canBePlacedIn(await unit.item(parentUuid), child);
}

/**
 * Removes a person from an item: their assignments on it and on everything below end. The server ends all of
 * them, also on deleted items; the screen shows at once those on this device. `snapshots` holds the items as
 * they were shown when the user was asked, by uuid: if an assignment that is not among them was made since,
 * nothing is written, and the outcome is `changed`.
 */
export function removePerson(
  device: SyncContext,
  uuid: string,
  userId: number,
  snapshots?: ReadonlyMap<string, EditSnapshot>,
): ActionResult {
  return runItemAction(device, uuid, 'removePerson', async (unit, row) => {
    const family = await unit.family(row);
    const below = family.filter((one) => one !== row && !one._deleted);
    const assigned = [row, ...below].filter((one) => one.assigned_to === userId);
    const unseen = assigned.find(
      (one) => snapshots && snapshots.get(one.uuid)?.assigned_to !== userId,
    );
    if (unseen !== undefined) {
      return err({ code: 'changed', item: unseen, fields: ['assigned_to'] });
    }
    const also = assigned.filter((one) => one !== row).map((one) => one.uuid);
    const isAssigned = row.assigned_to === userId;
    const without = (one: LocalItem) =>
      applyChange({ ...one, deleted: false }, { assigned_to: null }, { at: unit.serverNow() });
    const after = isAssigned ? without(row) : { ...row, deleted: false };
    if (device.account.kind === 'guest') {
      for (const one of below) {
        if (one.assigned_to === userId) await writeRow(unit, one, without(one), []);
      }
    }
    // The server also ends assignments that this device does not have, and nothing here could bring them
    // back.
    const item = await recordChange(unit, row, { kind: 'remove', uuid, userId, also }, after);
    return ok({ item, effects: [] });
  });
}
