import { editableFields, err, ok } from '@foray/domain';
import type { ItemAction, ItemChange } from '@foray/domain';
import { decideForItem, runAction } from './action-unit.ts';
import type { ActionDecision, ActionResult } from './action-unit.ts';
import { changeFields, moveUnder } from './actions.ts';
import type { Effect } from './effect.ts';
import type { NewItem } from './new-item-input.ts';
import { changeLabels } from './label-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The right that a part of the change needs, and its decision. */
type Part = [ItemAction, (now: LocalItem) => Promise<ActionDecision>];

/**
 * Changes an item that was just created, `seen`, to the state that it would have if it had been created as
 * `wanted`, in one write. Parts that its user may not change are left out. Nothing is written, and the outcome
 * is `not_found`, if one of the values has changed or the item was deleted since, so no later act is replaced.
 */
export function reviseItem(device: SyncContext, seen: LocalItem, wanted: NewItem): ActionResult {
  const { uuid } = seen;
  const touched = editableFields.filter(
    (field) => field in wanted && wanted[field] !== seen[field],
  );
  const change: ItemChange = Object.fromEntries(touched.map((field) => [field, wanted[field]]));
  const { parent_uuid: parent, assigned_to: assignee, ...fields } = change;
  const add = (wanted.labels ?? []).filter((label) => !seen.labels.includes(label));

  return runAction(device, async (unit) => {
    const row = await unit.item(uuid);
    if (row === undefined || row._deleted || touched.some((field) => row[field] !== seen[field])) {
      return err({ code: 'not_found' });
    }
    const parts: Part[] = [];
    if (Object.keys(fields).length > 0)
      parts.push(['edit', (now) => changeFields(unit, now, fields)]);
    if (add.length > 0)
      parts.push(['label', (now) => changeLabels(unit, now, { add, remove: [] })]);
    if (parent !== undefined) parts.push(['move', (now) => moveUnder(unit, now, parent)]);
    // Another place has other people, so the item moves first.
    if (assignee !== undefined)
      parts.push(['assign', (now) => changeFields(unit, now, { assigned_to: assignee })]);
    return decideAll(unit, row, parts);
  });
}

async function decideAll(
  unit: UnitOfWork,
  row: LocalItem,
  parts: readonly Part[],
): Promise<ActionDecision> {
  let item = row;
  const effects: Effect[] = [];
  for (const [action, decide] of parts) {
    const decided = await decideForItem(unit, row.uuid, action, decide);
    // A refused part has written nothing.
    if (!decided.ok) continue;
    item = decided.value.item;
    effects.push(...decided.value.effects);
  }
  return effects.length === 0 ? err({ code: 'forbidden' }) : ok({ item, effects });
}
