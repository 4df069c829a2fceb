import { applyChange, changeBetween, err, ok, validatePatch } from '@foray/domain';
import type {
  FieldInput,
  Item,
  ItemAction,
  ItemChange,
  ItemStatus,
  ItemType,
  MadeChange,
  PlainFields,
  Result,
} from '@foray/domain';
import { itemOfInput, mayStandIn } from './item-input.ts';
import type { NewItem, NewItems } from './item-input.ts';
import { act, actOn, makeChange } from './action-unit.ts';
import type { ActionFailure, ActionResult, ActionDecision } from './action-unit.ts';
import { deleteFamily } from './delete-family.ts';
import { appearanceOf, changeOfFields } from './effect.ts';
import type { Effect } from './effect.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { recomputeRow, writeRow } from '../optimistic/recompute-row.ts';
import { newLocalItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { mayMoveTo } from '../optimistic/local-rights.ts';
import type { Change } from '../queue/coalesce.ts';
import { newCreate } from '../queue/mutation-queue.ts';
import { rollUpParents } from '../optimistic/roll-up.ts';
import { completeIn, completesOccurrence } from './occurrence.ts';
import { meet, storeSeenConflict } from './seen.ts';
import type { EditSnapshot } from './seen.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The plain fields that an edit may change; absent ones stay. */
export type ItemEdit = Partial<PlainFields>;

/** Makes an item, pending until the server has it; a guest's needs no server. */
export function createItem(device: SyncContext, input: NewItem): ActionResult {
  return createItems(device, [input]);
}

/**
 * As `createItem` for several, in their order: all of them are made or none. The outcome is about the last.
 */
export function createItems(device: SyncContext, inputs: NewItems): ActionResult {
  return act(device, async (unit) => {
    const items: Item[] = [];
    // Every refusal must be known before anything is written.
    for (const input of inputs) {
      const { parent_uuid: parentUuid } = input;
      const parent = parentUuid == null ? undefined : await unit.item(parentUuid);
      const at = unit.serverNow();
      const uuid = input.uuid ?? device.ids.uuid();
      const birth = { id: unit.takeLocalId(), uuid, userId: unit.userId, at };
      const made = itemOfInput(input, parent, birth);
      if (!made.ok) return made;
      const isTaken = items.some((item) => item.uuid === uuid);
      if (isTaken || (await unit.item(uuid)) !== undefined) return err({ code: 'uuid_taken' });
      items.push(made.value);
    }
    let shown: LocalItem | null = null;
    for (const item of items) shown = await putNew(unit, item);
    const effects: Effect[] = [];
    for (const { uuid } of items) effects.push(await appearanceOf(unit, 'create', uuid, []));
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
 * Changes texts and dates; unchanged values queue nothing. Here and in the actions below, `seen` is the item
 * as it was shown when the editor, dialog or menu opened. If a field differs from `seen` and the person gives
 * it yet another value, that is a conflict, as it would be offline: the change is queued, and held until a
 * person decides. If no server version has the differing value (a guest, or an unsent change of another tab),
 * nothing is written and the outcome is `changed`.
 */
export function editItem(
  device: SyncContext,
  uuid: string,
  edit: ItemEdit,
  seen?: EditSnapshot,
): ActionResult {
  return patch(device, uuid, 'edit', { ...edit }, seen);
}

/**
 * Starts, completes, reopens, or moves back to the queue. Completing a repeating item completes the
 * occurrence that was seen.
 */
export function setStatus(
  device: SyncContext,
  uuid: string,
  status: ItemStatus,
  seen?: EditSnapshot,
): ActionResult {
  if (status !== 'completed') return patch(device, uuid, 'edit', { status }, seen);
  return actOn(device, uuid, 'edit', async (unit, row) => {
    if (!completesOccurrence(row)) return patchIn(unit, row, { status: 'completed' }, seen);
    const { zone = 'UTC' } = device.clock;
    return completeIn(unit, row, { n: seen?.occurrence ?? row.occurrence, zone });
  });
}

/** Assigns to a person; null or 0 unassigns. */
export function assignItem(
  device: SyncContext,
  uuid: string,
  userId: number | null,
  seen?: EditSnapshot,
): ActionResult {
  return patch(device, uuid, 'assign', { assigned_to: userId }, seen);
}

/** Puts the item below another parent, or at the top level with null. */
export function moveItem(
  device: SyncContext,
  uuid: string,
  parentUuid: string | null,
  seen?: EditSnapshot,
): ActionResult {
  return actOn(device, uuid, 'move', (unit, row) => moveTo(unit, row, parentUuid, seen));
}

/** The decision of `moveItem`, for an item that its user manages. */
export async function moveTo(
  unit: UnitOfWork,
  row: LocalItem,
  parentUuid: string | null,
  seen?: EditSnapshot,
  undone?: MadeChange,
): Promise<ActionDecision> {
  if (row.parent_uuid === parentUuid) return ok({ item: row, effects: [] });
  const placed = await checkParent(unit, parentUuid, row.type);
  if (!placed.ok) return placed;
  if (!(await mayMoveTo(unit, row, parentUuid))) return err({ code: 'forbidden' });
  return changeAsSeen(unit, row, { parent_uuid: parentUuid }, seen, undone);
}

/**
 * Deletes the item alone, or with exactly those of its descendants that the person saw named. It leaves every
 * list at once; the server confirms later. `seen` holds the items as they were shown, by uuid: an item that
 * changed since is a delete conflict.
 */
export function deleteItem(
  device: SyncContext,
  uuid: string,
  withChildren: readonly string[] = [],
  seen: ReadonlyMap<string, EditSnapshot> = new Map(),
): ActionResult {
  return actOn(device, uuid, 'delete', (unit, row) => deleteFamily(unit, row, withChildren, seen));
}

function patch(
  device: SyncContext,
  uuid: string,
  action: ItemAction,
  input: FieldInput,
  seen: EditSnapshot | undefined,
): ActionResult {
  return actOn(device, uuid, action, (unit, row) => patchIn(unit, row, input, seen));
}

async function patchIn(
  unit: UnitOfWork,
  row: LocalItem,
  input: FieldInput,
  seen: EditSnapshot | undefined,
): Promise<ActionDecision> {
  const valid = validatePatch(input, { ...(seen ?? row), type: row.type });
  if (!valid.ok) return valid;
  const { parent_id: _, completed_at: __, ...change } = valid.value;
  return changeAsSeen(unit, row, change, seen);
}

/**
 * Makes a change after comparing the item as it was seen with the item as it is. `undone` is the change that
 * this one takes back, if any.
 */
export async function changeAsSeen(
  unit: UnitOfWork,
  row: LocalItem,
  wanted: ItemChange,
  seen: EditSnapshot | undefined,
  undone?: MadeChange,
): Promise<ActionDecision> {
  const met = meet(row, seen ?? row, wanted);
  if (met.with === 'here') return err({ code: 'changed', item: row, fields: met.colliding });
  // An item that was completed before gets its former time of completion back.
  const time = { at: unit.serverNow(), completedAt: undone?.completedAt };
  const after = applyChange({ ...row, deleted: false }, met.change, time);
  const made = changeBetween(row, after);
  if (Object.keys(made).length === 0) return ok({ item: row, effects: [] });
  const { uuid } = row;
  const { assigned_to: assignedTo, completed_at: completedAt } = after;
  const takesBack = undone !== undefined;
  const change: Change =
    made.assigned_to === undefined
      ? { kind: 'patch', uuid, change: made, completedAt, takesBack }
      : { kind: 'assign', uuid, assignedTo, takesBack };
  const item = await makeChange(unit, row, change, after);
  const effects = [await changeOfFields(unit, row, made)];
  if (met.with === 'clear' || seen === undefined) return ok({ item, effects });
  return ok({ item: await storeSeenConflict(unit, item, seen, 'update'), effects });
}

async function checkParent(
  unit: UnitOfWork,
  parentUuid: string | null,
  child: ItemType,
): Promise<Result<null, ActionFailure>> {
  return parentUuid === null ? ok(null) : mayStandIn(await unit.item(parentUuid), child);
}

/**
 * Removes a person from an item: their assignments on it and on everything below end. The server ends all of
 * them, also on deleted items; the screen shows at once those that this device holds. `seen` holds the items
 * as they were shown when the person was asked, by uuid: if an assignment that is not among them was made
 * since, nothing is written, and the outcome is `changed`.
 */
export function removePerson(
  device: SyncContext,
  uuid: string,
  userId: number,
  seen?: ReadonlyMap<string, EditSnapshot>,
): ActionResult {
  return actOn(device, uuid, 'removePerson', async (unit, row) => {
    const family = await unit.family(row);
    const below = family.filter((one) => one !== row && !one._deleted);
    const held = [row, ...below].filter((one) => one.assigned_to === userId);
    const unseen = held.find((one) => seen && seen.get(one.uuid)?.assigned_to !== userId);
    if (unseen !== undefined) {
      return err({ code: 'changed', item: unseen, fields: ['assigned_to'] });
    }
    const also = held.filter((one) => one !== row).map((one) => one.uuid);
    const isAssigned = row.assigned_to === userId;
    const without = (one: LocalItem) =>
      applyChange({ ...one, deleted: false }, { assigned_to: null }, { at: unit.serverNow() });
    const after = isAssigned ? without(row) : { ...row, deleted: false };
    if (device.account.kind === 'guest') {
      for (const one of below) {
        if (one.assigned_to === userId) await writeRow(unit, one, without(one), []);
      }
    }
    // The server also ends assignments that this device does not hold, and nothing here could bring them
    // back.
    const item = await makeChange(unit, row, { kind: 'remove', uuid, userId, also }, after);
    return ok({ item, effects: [] });
  });
}
