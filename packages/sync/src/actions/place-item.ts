import { err, may, ok, placesFor } from '@foray/domain';
import { recordChange, runAction } from './action-unit.ts';
import type { ActionDecision, ActionResult } from './action-unit.ts';
import type { Effect } from './effect.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Places an item among the children of its parent as its user sees them: `order` names these in the order
 * shown, with the item at its new place. Needs the right to add children to the parent. Children that this
 * device has meanwhile lost or moved away are skipped.
 */
export function placeItem(
  device: SyncContext,
  uuid: string,
  order: readonly string[],
): ActionResult {
  return runAction(device, async (unit) => {
    const row = await unit.item(uuid);
    if (row === undefined || row._deleted) return err({ code: 'not_found' });
    const parent = row.parent_uuid === null ? undefined : await unit.item(row.parent_uuid);
    if (parent === undefined || parent._deleted) return err({ code: 'not_found' });
    if (!may(parent.permission, 'addChild')) return err({ code: 'forbidden' });
    const siblings: LocalItem[] = [];
    for (const one of order) {
      const sibling = one === uuid ? row : await unit.item(one);
      const isThere = sibling !== undefined && !sibling._deleted;
      if (isThere && sibling.parent_uuid === parent.uuid) siblings.push(sibling);
    }
    const place = siblings.indexOf(row);
    if (place === -1) return err({ code: 'not_found' });
    const effects: Effect[] = [];
    let item = row;
    const { ids } = unit.device;
    for (const placed of placesFor(siblings, place, place, () => ids.random())) {
      const sibling = siblings.find((one) => one.uuid === placed.uuid);
      if (sibling === undefined) continue;
      const done = await givePosition(unit, sibling, placed.position);
      if (!done.ok) return done;
      effects.push(...done.value.effects);
      if (sibling.uuid === uuid) ({ item } = done.value);
    }
    return ok({ item, effects });
  });
}

/** Gives an item a position; null is the place by its creation. */
async function givePosition(
  unit: UnitOfWork,
  row: LocalItem,
  position: string | null,
  isUndo = false,
): Promise<ActionDecision> {
  const { uuid, position: before } = row;
  if (before === position) return ok({ item: row, effects: [] });
  const after = { ...row, position, deleted: false };
  const item = await recordChange(unit, row, { kind: 'position', uuid, position, isUndo }, after);
  return ok({ item, effects: [{ kind: 'position', uuid, before, after: position }] });
}

/** Undoes a placement, unless the item has been placed or moved again since. */
export async function undoPosition(
  unit: UnitOfWork,
  row: LocalItem,
  { before, after }: Extract<Effect, { kind: 'position' }>,
): Promise<ActionDecision> {
  if (row.position !== after) return ok({ item: row, effects: [] });
  return givePosition(unit, row, before, true);
}
